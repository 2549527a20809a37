// Random code as people paste it: the elements that own_index says, against those that the code has
// when it runs. Whatever is refused is fine; a wrong element is not.
#include <cstring>
#include <string>
#include <vector>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/run.hpp"
#include "core/memory/own_index.hpp"
#include "core/random.hpp"
#include "tests/core/cuda/run/assembler.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::memory::own_code) {

using namespace loom;

namespace {

constexpr const char* mark = "@";  // where the access stands
constexpr std::int32_t untouched = -99'999'999;

// Statements with names a, b and c, and one access.
class Pasted {
 public:
  explicit Pasted(Random& random) : random_(random) {
    body(3, 2);
    if (!accessed_) access();
  }

  std::string with(const std::string& access) const {
    std::string text = text_;
    return text.replace(text.find(mark), 1, access);
  }
  const std::string& index() const { return index_; }

 private:
  size_t below(size_t count) { return random_.below(static_cast<std::uint32_t>(count)); }
  template <size_t count>
  const char* one_of(const char* const (&all)[count]) {
    return all[below(count)];
  }

  std::string known() {
    if (names_.empty()) return "threadIdx.x";
    return std::string(1, names_[below(names_.size())]);
  }
  std::string value(int depth) {
    if (depth == 0 || below(3) == 0) switch (below(4)) {
        case 0:
          return std::to_string(below(9));
        case 1:
          return one_of({"threadIdx.x", "blockDim.x", "threadIdx.y", "blockIdx.x"});
        default:
          return known();
      }
    switch (below(8)) {
      case 0:
        return "(" + condition(depth) + " ? " + value(depth - 1) + " : " + value(depth - 1) + ")";
      case 1:
        return value(depth - 1) + one_of({" / ", " % ", " & "}) + std::to_string(1 + below(7));
      case 2:
        return one_of({"(int)(", "(long)("}) + value(depth - 1) + ")";
      case 3:
        return "-(" + value(depth - 1) + ")";
      case 4:  // by little, so that nothing overflows, which C++ leaves open
        return "(" + value(depth - 1) + " * " + std::to_string(below(4)) + ")";
      default:
        return "(" + value(depth - 1) + one_of({" + ", " - "}) + value(depth - 1) + ")";
    }
  }
  std::string condition(int depth) {
    return value(depth - 1) + one_of({" < ", " == ", " >= ", " != "}) + std::to_string(below(40));
  }

  void access() {
    accessed_ = true;
    index_ = value(2);
    text_ += std::string(mark) + "\n";
  }
  void define() {
    const char name = static_cast<char>('a' + below(3));
    if (here_.find(name) == here_.npos && (names_.find(name) == names_.npos || below(3) == 0)) {
      text_ +=
          std::string(one_of({"int ", "int ", "unsigned ", "auto ", "long long ", "size_t "})) +
          name + " = " + value(2) + ";\n";
      here_ += name;
      if (names_.find(name) == names_.npos) names_ += name;
      return;
    }
    if (names_.find(name) == names_.npos) return;
    switch (below(6)) {
      case 0:
        text_ += std::string("++") + name + ";\n";
        break;
      case 1:
        text_ += name + std::string(one_of({" += ", " -= ", " |= "})) + value(1) + ";\n";
        break;
      case 2:
        text_ += std::string("int* q = &") + name + ";\n*q = 3;\n";
        break;
      default:
        text_ += name + std::string(" = ") + value(2) + ";\n";
    }
  }

  void block(int statements, int depth) {
    const std::string names = names_, here = here_;
    here_.clear();
    text_ += "{\n";
    body(statements, depth);
    text_ += "}\n";
    names_ = names;
    here_ = here;
  }
  void branch(int depth) {
    text_ += "if (" + condition(2) + ")\n";
    block(2, depth - 1);
    if (below(2) == 0) return;
    text_ += "else\n";
    block(2, depth - 1);
  }
  void loop(int depth) {
    text_ += "for (int k = " + std::to_string(below(3)) + "; k < " + value(0) + " && k < 4; ++k)\n";
    block(2, depth - 1);
  }

  void body(int statements, int depth) {
    for (int i = 0; i < statements; ++i) {
      const size_t kind = below(depth > 0 ? 12 : 8);
      if (kind < 7) define();
      if (kind == 7 && !accessed_) access();
      if (kind == 8 || kind == 9) branch(depth);
      if (kind == 10) loop(depth);
      if (kind == 11) block(2, depth - 1);
      if (below(12) == 0) text_ += "if (" + condition(1) + ") return;\n";
    }
  }

  Random& random_;
  std::string text_, index_;
  std::string names_, here_;  // all in view; those of this block
  bool accessed_ = false;
};

// What each lane stored; empty: the code does not compile, or has a finding.
std::vector<std::int32_t> stored(const Pasted& pasted) {
  const std::string store = "if (o[threadIdx.x] == " + std::to_string(untouched) +
                            ") o[threadIdx.x] = " + pasted.index() + ";";
  const auto code =
      cuda::compile("__global__ void k(int* o) {\n" + pasted.with(store) + "}\n", {"k", false});
  if (!code) return {};
  cuda::Launch launch;
  launch.block = {32, 1, 1};
  launch.arguments = {test::filled<std::int32_t>(32, untouched)};
  const auto out = cuda::run(*code, launch);
  if (!out || !out->findings.empty()) return {};
  std::vector<std::int32_t> elements(32);
  std::memcpy(elements.data(), out->arguments[0].data(), sizeof(std::int32_t) * 32);
  return elements;
}

}  // namespace

TEST_CASE("own code: no element differs from the one that the code has when it runs") {
  Random random(11);
  int ran = 0, answered = 0;
  for (int i = 0; i < 4000; ++i) {
    const Pasted pasted(random);
    const std::vector<std::int32_t> truth = stored(pasted);
    if (truth.empty()) continue;
    ++ran;
    const std::string text = pasted.with("p[" + pasted.index() + "] = 0;");
    const auto own =
        memory::own_index(text, "blockDim.x = 32, blockDim.y = 1, gridDim.x = 1, gridDim.y = 1");
    if (!own) continue;
    ++answered;
    CAPTURE(text);
    for (size_t lane = 0; lane < 32; ++lane) REQUIRE(own->elements[lane] == truth[lane]);
  }
  CHECK(ran > 1000);
  CHECK(answered > ran / 4);
}

}  // TESTS_OF(core::memory::own_code)
