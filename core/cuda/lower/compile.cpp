#include "core/cuda/lower/compile.hpp"

#include <algorithm>

#include "core/cuda/check/prelude.hpp"
#include "core/cuda/lower/atomics.hpp"
#include "core/cuda/lower/kernels.hpp"
#include "core/cuda/lower/limits.hpp"
#include "core/cuda/lower/lowerer.hpp"
#include "core/cuda/parse/parser.hpp"
#include "core/cuda/text/preprocess.hpp"
#include "core/text/nearest.hpp"

namespace loom::cuda {

using Form = CType::Form;

namespace {

std::string listed(const std::vector<Callable*>& kernels) {
  std::string made;
  for (const Callable* each : kernels) {
    if (!made.empty()) made += ", ";
    for (const std::string_view space : each->space) made.append(space).append("::");
    made += each->name;
  }
  return made;
}

// Whether the name, with the namespaces before it, is the kernel's.
bool names(const Node& node, const Callable& kernel) {
  const auto &scope = node.scope, &space = kernel.space;
  return kernel.name == node.name && scope.size() <= space.size() &&
         std::equal(scope.rbegin(), scope.rend(), space.rbegin());
}

}  // namespace

// What the launch says of a kernel's parameter; nullptr: nothing.
const CType* Lowerer::given_type(const Callable& kernel, std::size_t i) {
  const ArgumentType* given = nullptr;
  for (const ArgumentType& each : options_.arguments)
    if (each.name == kernel.parameters[i]->name) given = &each;
  if (!given && i < options_.arguments.size() && options_.arguments[i].name.empty())
    given = &options_.arguments[i];
  if (!given || given->type.empty()) return nullptr;
  // Its type stands where a template's argument does.
  const auto read = parse_kernel_name(unit_, std::string(kernel.name) + "<" + given->type + ">");
  if (!read || (*read)->arguments.size() != 1) return nullptr;
  const CType* type = resolve((*read)->arguments[0]);
  const bool known = !bad();
  error_.reset();
  if (!known) return nullptr;
  return given->pointer ? types_.pointer_to(type) : type;
}

// Whether the launch has as many arguments, of these types as far as they are known.
bool Lowerer::fits(const Callable& kernel) {
  if (kernel.parameters.size() != options_.arguments.size()) return options_.arguments.empty();
  for (std::size_t i = 0; i < kernel.parameters.size() && !kernel.is_template; ++i) {
    Activation outside;
    Inside in(*this, outside);
    const CType *given = given_type(kernel, i), *type = resolve(kernel.parameters[i]->type);
    const bool known = !bad() && given;
    error_.reset();
    if (!known) continue;
    const bool pointers = given->is_pointer() && type->plain->is_pointer();
    if (!same(pointers ? given->of : given, pointers ? type->plain->of : type)) return false;
  }
  return true;
}

// The kernel of that name: a template where arguments are named; of several, the one that fits.
Callable* Lowerer::named_kernel(const Node& node) {
  std::vector<Callable*> found;
  for (Callable* each : unit_.kernels)
    if (names(node, *each)) found.push_back(each);
  if (found.size() < 2) return found.empty() ? nullptr : found[0];
  std::vector<Callable*> fitting;
  for (const bool templates : {node.flags.has_arguments, !node.flags.has_arguments})
    for (Callable* each : found)
      if (each->is_template == templates && fits(*each) &&
          (fitting.empty() || fitting[0]->is_template == templates))
        fitting.push_back(each);
  if (fitting.size() == 1) return fitting[0];
  const auto type_of = [&](const Node* parameter) {
    Activation outside;
    Inside in(*this, outside);
    return resolve(parameter->type);
  };
  const auto alike = [&](const Callable* a, const Callable* b) {
    return !a->is_template && !b->is_template && a->space == b->space &&
           std::equal(a->parameters.begin(), a->parameters.end(), b->parameters.begin(),
                      b->parameters.end(), [&](const Node* one, const Node* other) {
                        const CType *mine = type_of(one), *its = type_of(other);
                        return !bad() && same(mine, its);
                      });
  };
  for (std::size_t i = 1; i < fitting.size(); ++i)
    if (alike(fitting[0], fitting[i]))
      return fail(fitting[i]->place, "the kernel '%' is defined twice, here and in line %",
                  {node.name, fitting[0]->place.line});
  return fail({1, 1}, "% kernels are called '%' (%), and % of them fit the arguments",
              {found.size(), node.name, listed(found), fitting.size()});
}

// The kernel that was asked for; names: what its template's parameters stand for.
Callable* Lowerer::chosen_kernel(Names& names) {
  if (options_.kernel.empty()) {
    if (unit_.kernels.size() == 1 &&
        !(unit_.kernels[0]->is_template && !unit_.kernels[0]->templates.empty()))
      return unit_.kernels[0];
    if (unit_.kernels.empty())
      return fail({1, 1}, "the source has no kernel, expected a function declared __global__");
    const Callable& first = *unit_.kernels[0];
    const auto another =
        std::find_if(unit_.kernels.begin(), unit_.kernels.end(), [&](const Callable* each) {
          return each->name != first.name || each->space != first.space;
        });
    if (another != unit_.kernels.end())
      return fail((*another)->place, "the source has % kernels (%), so one must be named",
                  {unit_.kernels.size(), listed(unit_.kernels)});
  }
  const std::string asked =
      options_.kernel.empty() ? std::string(unit_.kernels[0]->name) : options_.kernel;
  const auto read = parse_kernel_name(unit_, asked);
  if (!read) return fail({1, 1}, "'%' is no kernel's name: %", {asked, read.error().message});
  const Node* node = *read;
  Callable* chosen = named_kernel(*node);
  if (bad()) return nullptr;
  if (!chosen) {
    for (auto [each, last] = unit_.functions_by_name.equal_range(node->name); each != last; ++each)
      if (!each->second->from_prelude)
        return fail(each->second->place, "'%' is not a kernel: it is not declared __global__%",
                    {asked, each->second->global ? " with a body" : ""});
    std::vector<std::string_view> near;
    for (const Callable* each : unit_.kernels) near.push_back(each->name);
    const auto broken = unit_.broken.find(node->name);
    error_ = broken != unit_.broken.end() ? Error{broken->second}
                                          : error_at({1, 1}, "the source has no kernel '%'%",
                                                     {asked, did_you_mean(node->name, near)});
    return nullptr;
  }
  if (!chosen->error.empty()) {
    error_ = Error{chosen->error};
    return nullptr;
  }
  Activation outside;
  Inside in(*this, outside);
  at(chosen->place);
  std::string instance;
  if (!node->flags.has_arguments) deduce_kernel(*chosen, outside.scopes[0].names);
  if (!template_names(chosen->templates, node->flags.has_arguments ? node : nullptr,
                      outside.scopes[0].names) ||
      !template_defaults(chosen->templates, outside.scopes[0].names, instance))
    return fail(chosen->place, "the kernel '%' is a template: name its arguments, as in %<float>",
                {chosen->name, chosen->name});
  names = outside.scopes[0].names;
  return chosen;
}

// What the arguments of the launch say about the template's parameters.
void Lowerer::deduce_kernel(const Callable& kernel, Names& names) {
  for (std::size_t i = 0; i < kernel.parameters.size() && !kernel.templates.empty(); ++i) {
    const CType* type = given_type(kernel, i);
    if (type) unify(kernel.parameters[i]->type, type, names, kernel.templates, Match::value);
    error_.reset();
  }
}

void Lowerer::kernel_parameters(Callable& kernel) {
  for (const Node* node : kernel.parameters) {
    const CType* type = resolve(node->type);
    if (bad()) return;
    Parameter made;
    made.name = std::string(node->name);
    if (type->is(Form::reference)) {
      fail(node->place, "a kernel takes no references: pass a pointer or a value");
      return;
    }
    const CType* plain = type->plain;
    if (plain->is(Form::function_pointer)) {
      fail(node->place,
           "a launch cannot give a pointer to a function here; take the function as a template "
           "parameter, or from a __device__ variable");
      return;
    }
    if (plain->size > most_parameter_bytes) {
      fail(node->place, "a parameter of % bytes, expected at most %",
           {plain->size, most_parameter_bytes});
      return;
    }
    made.pointer = plain->is_pointer();
    made.read_only = made.pointer && plain->of->is_const();
    made.shape = shape_of(made.pointer ? plain->of : plain);
    const CType* given = given_type(kernel, code_.parameters.size());
    made.named_alike = given && given->is_pointer() == made.pointer &&
                       same(made.pointer ? given->of : given, made.pointer ? plain->of : plain);
    const int scalars = made.pointer ? 1 : static_cast<int>(made.shape.scalars.size());
    made.first = fresh(std::max(1, scalars));
    code_.parameters.push_back(made);
    Value value = in_registers(plain, made.first, false);
    value.lvalue = true;
    if (!plain->flat || kernel.addressed.contains(node->name)) {
      const Value own = new_variable(plain, node->name, true, 0);
      int scalar = 0;
      for (const Scalar& each : shape_of(plain).scalars) {
        Instruction& put = emit(Op::store, each.type, none, own.first, made.first + scalar++);
        put.imm = each.offset;
      }
      value = own;
    }
    if (type->is_const()) value.type = type;
    bind(node->name, value);
  }
}

Result<Code> Lowerer::run() {
  Names names;
  Callable* kernel = chosen_kernel(names);
  if (!kernel || bad()) return error_ ? *error_ : Error{"1:1: the source has no kernel"};
  if (const auto read = parse_body(unit_, *kernel); !read) return read.error();
  Activation activation;
  activation.function = kernel;
  activation.scopes[0].names = names;
  activation.result_type = types_.nothing();
  Inside in(*this, activation);
  at(kernel->place);
  code_.kernel = std::string(kernel->name);
  if (!kernel->launch_bounds.empty()) {
    const auto bound = constant_of(kernel->launch_bounds[0], "a launch bound");
    if (!bad() && (bound < 1 || bound > 1024))
      fail(kernel->place, "the launch bound is %, expected 1 to 1024 threads", {bound});
    code_.max_threads = static_cast<int>(bound);
  }
  kernel_parameters(*kernel);
  if (!bad()) block(kernel->body);
  at(kernel->end);
  jump(Op::exit);
  if (bad()) return *error_;
  for (Named& each : code_.names)
    if (each.to < 0) each.to = static_cast<std::int32_t>(code_.instructions.size());
  finish();
  mark_atomics(code_);
  return std::move(code_);
}

namespace {

// The unit lies on top of the prelude, whose place in its lists stays empty.
Result<bool> read_source(Unit& unit, std::string_view source) {
  auto read = preprocess(source);
  if (!read) return read.error();
  unit.tokens.resize(1);
  unit.sources.resize(1);
  unit.tokens.push_back(std::move(read->tokens));
  unit.sources.push_back(std::move(*read));
  return parse_declarations(unit, 1);
}

}  // namespace

Result<Code> compile(std::string_view source, const CompileOptions& options) {
  Unit unit(&prelude());
  if (const auto read = read_source(unit, source); !read) return read.error();
  // Which variables become indexes, so that their overflow is a finding, and which need an address
  // shows only when the types of all are known.
  std::optional<Result<Code>> done;
  for (bool again = true; again;) {
    Lowerer lowerer(unit, options);
    done.emplace(lowerer.run());
    again = lowerer.again();
  }
  auto& made = *done;
  if (made || made.error().message.find(": ") != std::string::npos) return made;
  return error_at({1, 1}, "%", {made.error().message});
}

Result<std::vector<KernelName>> kernels_of(std::string_view source) {
  Unit unit(&prelude());
  if (const auto read = read_source(unit, source); !read) return read.error();
  std::vector<KernelName> all;
  for (const Callable* kernel : unit.kernels) {
    KernelName made{std::string(kernel->name), kernel->place, {}};
    for (const TemplateParameter& each : kernel->templates)
      if (!each.standard) made.templates.push_back(!each.type);
    all.push_back(std::move(made));
  }
  return all;
}

}  // namespace loom::cuda
