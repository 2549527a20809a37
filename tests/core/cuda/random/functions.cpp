// What stands before the kernel: constants, structures, functions.
#include "tests/core/cuda/random/generator.hpp"

namespace loom::random_kernels {

void Generator::head() {
  constants();
  if (chance(40)) enumeration();
  if (chance(30)) vectors();
  for (int i = below(3); i > 0; --i) define_structure();
  for (int i = between(1, 3); i > 0; --i) define_function();
}

void Generator::constants() {
  for (int i = below(3); i > 0; --i) {
    const std::string name = fresh("C");
    const Expression value = literal(any_integer());
    if (chance(40)) {
      line("#define " + name + " " + value.text);
      constants_.push_back({name, value.type, value.range});
    } else {
      const Scalar type = promoted(value.type);
      line((chance(50) ? "constexpr " : "static constexpr ") + spell(type) + " " + name + " = " +
           value.text + ";");
      constants_.push_back({name, type, value.range});
    }
  }
  if (chance(40)) {
    const Scalar type = any_scalar();
    const std::string name = fresh("table");
    const int count = between(2, 8);
    std::string list;
    for (int i = 0; i < count; ++i) {
      Expression value = is_real(type) ? real_literal(type) : literal(type);
      if (value.type != type) value = cast(value, type);
      list += (i ? ", " : "") + value.text;
    }
    line("__constant__ " + spell(type) + " " + name + "[" + std::to_string(count) + "] = {" + list +
         "};");
    Variable& made = add(Variable::array, name, type);
    made.counts = {count};
    made.writable = false;
  }
}

void Generator::enumeration() {
  const std::string name = fresh("E");
  const bool scoped = chance(50);
  std::string list;
  int value = 0;
  Enumeration made{name, {}};
  for (int i = 0; i < 3; ++i, ++value) {
    const std::string one = fresh("e");
    made.values.push_back(scoped || chance(30) ? name + "::" + one : one);
    list += (i ? ", " : "") + one;
    if (chance(40)) {
      value += between(1, 50);
      list += " = " + std::to_string(value);
    }
    if (scoped)
      constants_.push_back({"(int)" + name + "::" + one, Scalar::i32, {value, value}, unary_level});
    else
      constants_.push_back({"+" + one, Scalar::i32, {value, value}, unary_level});
  }
  enumerations_.push_back(made);
  line(std::string("enum ") + (scoped ? "class " : "") + name +
       (chance(50) ? " : unsigned char {" : " {") + list + "};");
}

// CUDA's own structures.
void Generator::vectors() {
  struct Named {
    const char* name;
    Scalar type;
    int count;
  };
  static const Named all[] = {{"int2", Scalar::i32, 2},       {"uint4", Scalar::u32, 4},
                              {"float2", Scalar::f32, 2},     {"float4", Scalar::f32, 4},
                              {"float3", Scalar::f32, 3},     {"double2", Scalar::f64, 2},
                              {"uchar4", Scalar::u8, 4},      {"short2", Scalar::i16, 2},
                              {"ulonglong2", Scalar::u64, 2}, {"longlong2", Scalar::i64, 2}};
  const Named& chosen = all[below(10)];
  Structure made;
  made.name = chosen.name;
  made.vector = true;
  for (int i = 0; i < chosen.count; ++i)
    made.members.push_back({std::string(1, "xyzw"[i]), chosen.type, 0});
  structures_.push_back(std::move(made));
}

// Sums and comparisons.
void Generator::operators(Structure& of) {
  if (chance(40)) {
    of.adds = true;
    open("__device__ " + of.name + " operator+(const " + of.name + "& other) const {");
    line(of.name + " sum = *this;");
    for (const Member& each : of.members)
      if (each.count == 0)
        line("sum." + each.name + (is_real(each.type) ? " += other." : " ^= other.") + each.name +
             ";");
    line("return sum;");
    close();
  }
  if (chance(30)) {
    of.compares = true;
    std::string all = "true";
    for (const Member& each : of.members)
      if (each.count == 0) all += " && " + each.name + " == other." + each.name;
    line("__device__ bool operator==(const " + of.name + "& other) const { return " + all + "; }");
  }
}

void Generator::define_structure() {
  Structure made;
  made.name = fresh("S");
  open("struct " + made.name + " {");
  made.constructor = chance(25);
  for (int i = between(1, 4); i > 0; --i) {
    Member each{fresh("m"), any_scalar(), !made.constructor && chance(25) ? between(2, 4) : 0};
    line(spell(each.type) + " " + each.name +
         (each.count ? "[" + std::to_string(each.count) + "]" : "") + ";");
    made.members.push_back(each);
  }
  if (made.constructor) {
    std::string list, sets;
    for (const Member& each : made.members) {
      list += (list.empty() ? "" : ", ") + spell(each.type) + " " + each.name + "_";
      sets += (sets.empty() ? "" : ", ") + each.name + "(" + each.name + "_)";
    }
    line("__host__ __device__ " + made.name + "(" + list + ") : " + sets + " {}");
  }
  if (chance(25)) {
    const int size = below(100);
    line("static constexpr int size = " + std::to_string(size) + ";");
    constants_.push_back({made.name + "::size", Scalar::i32, {size, size}});
  }
  operators(made);
  for (int i = below(3); i > 0; --i) method(made, i);
  close("};");
  structures_.push_back(std::move(made));
}

void Generator::method(Structure& of, int index_of_method) {
  Function made;
  made.name = index_of_method == 2 && chance(40)   ? "operator()"
              : index_of_method == 1 && chance(30) ? "operator[]"
                                                   : fresh("m");
  made.constant = chance(60);
  made.result = any_scalar();
  const Bits bits = fresh_bit();
  std::string list;
  scopes_.emplace_back();
  for (const Member& each : of.members) {
    Variable& seen = add(each.count ? Variable::array : Variable::scalar,
                         (chance(25) ? "this->" : "") + each.name, each.type);
    if (each.count) seen.counts = {each.count};
    seen.bits = bits;
    seen.writable = !made.constant;
  }
  scopes_.emplace_back();
  const int count = made.name == "operator[]" ? 1 : below(3);
  for (int i = 0; i < count; ++i) {
    Parameter parameter{Parameter::value, any_scalar(), 0, {}};
    if (!is_real(parameter.type)) parameter.range = range_of(parameter.type);
    const std::string name = fresh("x");
    list += (i ? ", " : "") + declared(parameter, name);
    made.parameters.push_back(parameter);
  }
  open("__device__ " + spell(*made.result) + " " + made.name + "(" + list + ")" +
       (made.constant ? " const {" : " {"));
  body(made, 1);
  close();
  scopes_.pop_back();
  scopes_.pop_back();
  of.methods.push_back(std::move(made));
}

// The parameter's text; the function sees it as a variable.
std::string Generator::declared(const Parameter& parameter, const std::string& name) {
  if (parameter.of >= 0) {
    Variable& made = add(Variable::structure, name, Scalar::i32);
    made.of = parameter.of;
    made.writable = parameter.kind != Parameter::constant_reference;
    const std::string type = structures_[static_cast<std::size_t>(parameter.of)].name;
    return parameter.kind == Parameter::value       ? type + " " + name
           : parameter.kind == Parameter::reference ? type + "& " + name
                                                    : "const " + type + "& " + name;
  }
  const std::string type = spell(parameter.type);
  if (parameter.kind == Parameter::pointer) {
    Variable& made = add(Variable::pointer, name, parameter.type);
    made.counts = {parameter.count};
    made.writable = !parameter.constant;
    return (parameter.constant ? "const " : "") + type + (chance(20) ? "* __restrict__ " : "* ") +
           name;
  }
  Variable& made = add(Variable::scalar, name, parameter.type);
  if (parameter.kind == Parameter::value) {
    if (!is_real(parameter.type) && !inside(range_of(parameter.type), parameter.range)) {
      made.range = parameter.range;
      made.writable = false;
    }
    return type + " " + name;
  }
  made.writable = parameter.kind == Parameter::reference;
  return (made.writable ? "" : "const ") + type + "& " + name;
}

void Generator::body(const Function& function, int depth) {
  result_ = function.result;
  may_return_ = true;
  may_break_ = may_continue_ = uniform_ = false;
  loops_ = 1;
  left_ = between(1, 7);
  statements(depth, between(0, 4));
  begin();
  if (result_) line("return " + as(*result_, 3).text + ";");
  begin();
}

// Functions of one name: an argument's type says which is meant.
void Generator::define_overloads() {
  const std::string name = fresh("h");
  const Scalar first = any_scalar();
  for (int i = 0; i < 2; ++i) {
    Function made;
    made.name = name;
    made.exact = true;
    made.result = any_scalar();
    Parameter parameter{Parameter::value, first, 0, {}};
    while (i == 1 && parameter.type == first) parameter.type = static_cast<Scalar>(below(scalars));
    if (!is_real(parameter.type)) parameter.range = range_of(parameter.type);
    made.parameters.push_back(parameter);
    scopes_.emplace_back();
    const std::string list = declared(parameter, fresh("x"));
    open("__device__ " + spell(*made.result) + " " + name + "(" + list + ") {");
    body(made, 1);
    close();
    scopes_.pop_back();
    functions_.push_back(std::move(made));
  }
}

void Generator::define_function() {
  if (chance(12)) return define_overloads();
  Function made;
  made.name = fresh("g");
  if (chance(88)) made.result = any_scalar();
  const int kind = below(6);  // 0: template of a type, 1: of a number
  scopes_.emplace_back();
  std::string list, start;
  const Scalar typed = any_scalar();
  made.exact = kind == 0;
  for (int i = between(1, 3); i > 0; --i) {
    Parameter parameter{Parameter::value, kind == 0 ? typed : any_scalar(), 0, {}};
    if (!is_real(parameter.type)) parameter.range = range_of(parameter.type);
    const int way = kind == 0 ? 9 : below(10);
    if (way == 0) parameter.kind = Parameter::reference;
    if (way == 1) parameter.kind = Parameter::constant_reference;
    if (way == 2) {
      parameter.kind = Parameter::pointer;
      parameter.count = between(1, 4);
      parameter.constant = chance(50);
    }
    if (way == 3 && !structures_.empty()) {
      parameter.of = below(static_cast<int>(structures_.size()));
      parameter.kind = static_cast<Parameter::Kind>(below(3));
    }
    if (way == 4 && bytes(parameter.type) < 8 && !is_real(parameter.type) &&
        parameter.type != Scalar::boolean)
      parameter.range = chance(50) || !is_signed(parameter.type) ? Range{0, 15} : Range{-20, 20};
    const std::string name = fresh("x");
    std::string text = declared(parameter, name);
    if (kind == 0) text = "T " + name;
    if (i == 1 && parameter.kind == Parameter::value && parameter.of < 0 && kind > 1 &&
        chance(20)) {
      made.defaults = true;
      text += " = " + std::to_string(below(10));
    }
    list += (list.empty() ? "" : ", ") + text;
    made.parameters.push_back(parameter);
  }
  if (kind == 0) {
    line(chance(50) ? "template <class T>" : "template <typename T>");
    made.arguments = chance(50) ? "<" + spell(typed) + ">" : "";
  }
  if (kind == 1) {
    line("template <int N>");
    made.arguments = "<3>";
    constants_.push_back({"N", Scalar::i32, {3, 6}});
  }
  static const char* const kinds[] = {"__device__ ",          "__device__ ",
                                      "__host__ __device__ ", "__device__ __forceinline__ ",
                                      "static __device__ ",   "__device__ inline "};
  open(kinds[below(6)] + (made.result ? spell(*made.result) : std::string("void")) + " " +
       made.name + "(" + list + ") {");
  body(made, 2);
  close();
  scopes_.pop_back();
  if (kind == 1) {
    constants_.pop_back();
    functions_.push_back(made);
    made.arguments = "<6>";
  }
  functions_.push_back(std::move(made));
}

}  // namespace loom::random_kernels
