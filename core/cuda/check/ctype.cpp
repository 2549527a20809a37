#include "core/cuda/check/ctype.hpp"

#include <algorithm>

namespace loom::cuda {
namespace {

struct NamedScalar {
  std::string_view name;
  Type type;
  int rank;
};

constexpr NamedScalar scalars[] = {{"bool", Type::boolean, 1},
                                   {"char", Type::i8, 2},
                                   {"signed char", Type::i8, 2},
                                   {"unsigned char", Type::u8, 2},
                                   {"short", Type::i16, 3},
                                   {"unsigned short", Type::u16, 3},
                                   {"int", Type::i32, 4},
                                   {"unsigned int", Type::u32, 4},
                                   {"long", Type::i64, 5},
                                   {"unsigned long", Type::u64, 5},
                                   {"long long", Type::i64, 6},
                                   {"unsigned long long", Type::u64, 6},
                                   {"__nv_bfloat16", Type::bf16, 7},
                                   {"__half", Type::f16, 8},
                                   {"float", Type::f32, 9},
                                   {"double", Type::f64, 10}};

constexpr std::pair<std::string_view, std::string_view> others[] = {
    {"size_t", "unsigned long"},
    {"ptrdiff_t", "long"},
    {"ssize_t", "long"},
    {"int8_t", "signed char"},
    {"int16_t", "short"},
    {"int32_t", "int"},
    {"int64_t", "long"},
    {"uint8_t", "unsigned char"},
    {"uint16_t", "unsigned short"},
    {"uint32_t", "unsigned int"},
    {"uint64_t", "unsigned long"},
    {"intptr_t", "long"},
    {"uintptr_t", "unsigned long"},
    {"uint", "unsigned int"},
    {"uchar", "unsigned char"},
    {"ushort", "unsigned short"},
    {"ulong", "unsigned long"},
    {"half", "__half"},
    {"nv_bfloat16", "__nv_bfloat16"},
    {"wchar_t", "int"},
    {"clock_t", "long"},
    {"unsigned", "unsigned int"},
    {"signed", "int"}};

bool is_unsigned(Type type) {
  return type == Type::u8 || type == Type::u16 || type == Type::u32 || type == Type::u64 ||
         type == Type::boolean;
}

void add_scalars(const CType* type, std::string prefix, int offset, std::vector<Scalar>& out) {
  using Form = CType::Form;
  if (out.size() > 1 << 15) return;
  if (type->is(Form::structure)) {
    for (const Field& field : type->fields)
      add_scalars(
          field.type,
          prefix + (prefix.empty() || field.name.empty() ? "" : ".") + std::string(field.name),
          offset + field.offset, out);
  } else if (type->is(Form::array)) {
    for (std::int64_t i = 0; i < type->count && out.size() <= 1 << 15; ++i)
      add_scalars(type->of, prefix + "[" + std::to_string(i) + "]",
                  offset + static_cast<int>(i * type->of->size), out);
  } else if (type->has_registers() || type->is(Form::text)) {
    out.push_back({std::move(prefix), offset, type->scalar});
  }
}

}  // namespace

bool is_signed(const CType* type) { return type->is_integer() && !is_unsigned(type->scalar); }

CTypes::CTypes() {
  CType nothing;
  nothing.name = "void";
  nothing_ = add(nothing);
  for (const NamedScalar& each : scalars) {
    CType made;
    made.form = CType::Form::scalar;
    made.name = each.name;
    made.scalar = each.type;
    made.rank = each.rank;
    made.size = made.alignment = size_of(each.type);
    made.scalars = 1;
    const CType* type = add(std::move(made));
    scalars_[each.name] = type;
  }
  scalars_["void"] = nothing_;
  for (const auto& [name, same] : others) scalars_[name] = scalars_[same];
  boolean_ = scalars_["bool"];
  int_type_ = scalars_["int"];
  unsigned_type_ = scalars_["unsigned int"];
  size_ = scalars_["unsigned long"];
  difference_ = scalars_["long"];
  CType text;
  text.form = CType::Form::text;
  text.name = "const char*";
  text.scalar = Type::u64;
  text.size = text.alignment = 8;
  text.scalars = 1;
  text_ = add(text);
}

CType* CTypes::add(CType type) {
  all_.push_back(std::make_unique<CType>(std::move(type)));
  CType* made = all_.back().get();
  made->plain = made;
  return made;
}

const CType* CTypes::scalar(std::string_view name) const {
  const auto found = scalars_.find(name);
  return found == scalars_.end() ? nullptr : found->second;
}

const CType* CTypes::derived(CType::Form form, const CType* of, std::int64_t count) {
  const CType*& known = derived_[{form, of, count}];
  if (known) return known;
  CType made;
  made.form = form;
  made.of = of;
  made.count = count;
  const std::string inner = spelled(of);
  if (form == CType::Form::array) {
    made.size = of->size * count;
    made.alignment = of->alignment;
    made.flat = false;
    const std::size_t bracket = inner.find('[');
    made.name = inner.substr(0, bracket) + "[" + std::to_string(count) + "]" +
                (bracket == std::string::npos ? "" : inner.substr(bracket));
  } else {
    made.size = made.alignment = 8;
    made.scalar = Type::u64;
    made.scalars = 1;
    made.name = inner + (form == CType::Form::pointer ? "*" : count ? "&&" : "&");
  }
  return known = add(std::move(made));
}

const CType* CTypes::const_of(const CType* type) {
  if (type->is_const() || type->is(CType::Form::reference)) return type;
  if (type->is(CType::Form::array)) return array_of(const_of(type->of), type->count);
  const CType*& known = consts_[type];
  if (known) return known;
  CType* made = add(*type);
  made->plain = type->plain;
  made->constant = true;
  return known = made;
}

const CType* CTypes::volatile_of(const CType* type) {
  if (type->is_volatile || type->is(CType::Form::reference)) return type;
  if (type->is(CType::Form::array)) return array_of(volatile_of(type->of), type->count);
  if (type->is_const()) return const_of(volatile_of(type->plain));
  const CType*& known = volatiles_[type];
  if (known) return known;
  CType* made = add(*type);
  made->plain = type->plain;
  made->is_volatile = true;
  return known = made;
}

void CTypes::complete(const CType* structure) {
  for (const auto& each : all_) {
    if (each->plain != structure || each.get() == structure) continue;
    const bool constant = each->constant, is_volatile = each->is_volatile;
    *each = *structure;
    each->plain = structure;
    each->constant = constant;
    each->is_volatile = is_volatile;
  }
}

const CType* CTypes::functions(std::string_view name) {
  const CType*& known = functions_[name];
  if (known) return known;
  CType made;
  made.form = CType::Form::functions;
  made.name = std::string(name);
  made.functions = name;
  return known = add(std::move(made));
}

const CType* CTypes::function_pointer(const CType* result,
                                      const std::vector<const CType*>& parameters) {
  std::string name = spelled(result) + " (*)(";
  for (const CType* each : parameters)
    name += (each == parameters[0] ? "" : ", ") + spelled(each->plain);
  name += ")";
  const CType*& known = function_pointers_[name];
  if (known) return known;
  CType made;
  made.form = CType::Form::function_pointer;
  made.name = name;
  made.scalar = Type::u64;
  made.size = made.alignment = 8;
  made.scalars = 1;
  made.of = result;
  for (const CType* each : parameters) made.arguments.push_back({each->plain});
  return known = add(std::move(made));
}

void add_field(CType& structure, std::string_view name, const CType* type, int alignment,
               const Node* declared) {
  const int to = std::max(alignment, type->alignment);
  const auto offset = structure.structure && structure.structure->is_union
                          ? 0
                          : (structure.size + to - 1) / to * to;
  structure.fields.push_back({name, type, static_cast<int>(offset), structure.scalars, declared});
  structure.size = std::max(structure.size, offset + type->size);
  structure.alignment = std::max(structure.alignment, to);
  structure.scalars += type->scalars;
  if (!type->flat || structure.scalars > most_scalars ||
      (structure.structure && structure.structure->is_union))
    structure.flat = false;
}

void add_base(CType& structure, const CType* base) {
  base = base->plain;
  const bool empty = base->fields.empty();
  const auto to = static_cast<std::int64_t>(base->alignment);
  const auto offset = empty ? 0 : static_cast<int>((structure.size + to - 1) / to * to);
  structure.bases.push_back({"", base, offset, structure.scalars, nullptr});
  for (Field each : base->fields) {
    each.offset += offset;
    each.scalar += structure.scalars;
    structure.fields.push_back(each);
  }
  structure.first_field = structure.fields.size();
  if (empty) return;
  structure.size = offset + base->size;
  structure.alignment = std::max(structure.alignment, base->alignment);
  structure.scalars += base->scalars;
  if (!base->flat || structure.scalars > most_scalars) structure.flat = false;
}

std::vector<const CType*> lineage(const CType* structure) {
  std::vector<const CType*> made;
  if (!structure) return made;
  made.push_back(structure);
  for (std::size_t i = 0; i < made.size(); ++i)
    for (const Field& each : made[i]->bases) made.push_back(each.type);
  return made;
}

std::optional<Field> base_of(const CType* structure, const CType* base) {
  for (Field each : structure->bases) {
    if (same(each.type, base)) return each;
    if (auto inner = base_of(each.type, base)) {
      inner->offset += each.offset;
      inner->scalar += each.scalar;
      return inner;
    }
  }
  return std::nullopt;
}

std::optional<Field> field_of(const CType* structure, std::string_view name) {
  for (auto each = structure->fields.rbegin(); each != structure->fields.rend(); ++each) {
    if (each->name == name) return *each;
    if (!each->name.empty() || !each->type->is_structure()) continue;
    if (auto inner = field_of(each->type, name)) {
      inner->offset += each->offset;
      inner->scalar += each->scalar;
      return inner;
    }
  }
  return std::nullopt;
}

void finish_structure(CType& structure) {
  structure.size = (std::max<std::int64_t>(structure.size, 1) + structure.alignment - 1) /
                   structure.alignment * structure.alignment;
}

const CType* promoted(const CTypes& types, const CType* type) {
  if (type->is(CType::Form::enumeration)) type = type->of;
  if (type->is_integer() && type->rank < 4) return types.int_();
  return type->plain;
}

const CType* common(const CTypes& types, const CType* a, const CType* b) {
  a = promoted(types, a);
  b = promoted(types, b);
  if (a->is_real() || b->is_real()) return a->rank >= b->rank ? a : b;
  if (a->rank != b->rank) {
    const CType *wide = a->rank > b->rank ? a : b, *narrow = wide == a ? b : a;
    // long long and unsigned long: both have 64 bits, so the result has no sign.
    if (is_signed(wide) && !is_signed(narrow) && wide->size == narrow->size)
      return types.scalar("unsigned long long");
    return wide;
  }
  return is_signed(a) ? b : a;
}

const CType* innermost(const CType* type) {
  while (type->is(CType::Form::array)) type = type->of;
  return type;
}

bool alike(const CType* a, const CType* b) {
  while (a->is(CType::Form::array) && b->is(CType::Form::array) && a->count == b->count) {
    a = a->of;
    b = b->of;
  }
  return same(a, b);
}

int fit(const CTypes& types, const CType* from, const CType* to) {
  using Form = CType::Form;
  if (same(from, to)) return 0;
  if (from->is(Form::enumeration) && !from->scoped && to->is_scalar())
    return same(promoted(types, from), to) ? 1 : 2;
  if (from->is_scalar() && to->is_scalar()) {
    if (from->is_integer() && same(promoted(types, from), to)) return 1;
    if (from->is_real() && to->is_real() && to->rank > from->rank)
      return from->scalar == Type::f32 ? 1 : 2;
    return 2;
  }
  if (from->is(Form::array)) {
    if (!to->is_pointer()) return -1;
    return alike(from->of, to->of) ? 0 : to->of->is(Form::nothing) ? 2 : -1;
  }
  if (from->is_pointer() && to->is_pointer()) {
    if (alike(from->of, to->of))
      return innermost(to->of)->is_const() || !innermost(from->of)->is_const() ? 0 : -1;
    return to->of->is(Form::nothing) ? 2 : -1;
  }
  if (from->is_pointer() && to->is_scalar() && to->scalar == Type::boolean) return 2;
  if (from->is(Form::text) && to->is_pointer() && to->of->scalar == Type::i8) return 0;
  return -1;
}

Shape shape_of(const CType* type) {
  Shape shape{type->plain->name, static_cast<int>(type->size), type->alignment, {}};
  add_scalars(type, "", 0, shape.scalars);
  return shape;
}

std::string spelled(const CType* type) {
  return std::string(type->is_const() ? "const " : "") + (type->is_volatile ? "volatile " : "") +
         type->name;
}

}  // namespace loom::cuda
