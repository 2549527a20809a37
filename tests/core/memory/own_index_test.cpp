// Indices that readers bring, and addresses.
#include "core/memory/own_index.hpp"

#include <string>

#include "core/memory/sectors.hpp"
#include "core/random.hpp"
#include "tests/doctest.hpp"

TESTS_OF(core::memory::own_index) {

using namespace loom;
using memory::own_index;

namespace {

std::string refusal(const std::string& text, std::string_view names = memory::usual_names,
                    int which = 1) {
  const auto found = own_index(text, names, which);
  return found ? "" : found.error().message;
}

bool contains(const std::string& text, const char* part) { return text.find(part) != text.npos; }

// The element of a lane.
std::int64_t element(const std::string& text, size_t lane,
                     std::string_view names = memory::usual_names, int which = 1) {
  const auto found = own_index(text, names, which);
  REQUIRE_MESSAGE(found, text << ": " << refusal(text, names, which));
  return found->elements[lane];
}

std::string elements_refused(const std::string& text, int last) {
  return memory::own_elements(*own_index(text), last).error().message;
}

}  // namespace

TEST_CASE("own index: an expression or a layout, told apart by what they have") {
  for (const char* text :
       {"lane%8*4+lane/8", "(8,4):(4,1)", " (8,4) : (4,1) ",
        "make_layout(make_shape(8,4), make_stride(4,1))", "Layout<Shape<_8,_4>,Stride<_4,_1>>",
        "lane < 0 ? 1 : lane % 8 * 4 + lane / 8"}) {
    CAPTURE(text);
    for (size_t lane = 0; lane < 32; ++lane)
      CHECK(element(text, lane) == static_cast<std::int64_t>(lane % 8 * 4 + lane / 8));
  }
  CHECK(element("(8,4)", 9) == 9);  // compact
  CHECK(element("32:-2", 3) == -6);
  CHECK(element("Sw<2,0,2> o 0 o 64:1", 31) == (31 ^ 3));
  CHECK(element("32", 7) == 32);  // a number
  CHECK(element("min(lane,3)", 7) == 3);
}

TEST_CASE("own index: whoever left within braces, a loop or a switch makes no access behind it") {
  CHECK(element("{ int b = 3; if (b > 4) return; }\np[threadIdx.x] = 0;", 5) == 5);
  CHECK(contains(refusal("{ int b = threadIdx.x; if (b < 25) return; }\np[threadIdx.x] = 0;"),
                 "'b < 25' holds in 25 of 32 lanes"));
  for (const char* text :
       {"for (int k = 0; k < 4; ++k) { if (k == x) return; }\np[x] = 0;",
        "do { if (x > 3) return; } while (0);\np[x] = 0;", "switch (x) { case 0: p[x] = 0; }"})
    CHECK(contains(refusal(text), "which lanes come through"));
  // The code decides the condition, by what is not followed.
  CHECK(contains(refusal("int b = 1; b += x; if (b < 9) return;\np[x] = 0;"), "not followed"));
}

TEST_CASE("own index: threadIdx is unsigned, and so is what it makes negative") {
  CHECK(contains(refusal("p[(threadIdx.x - 1) / 32] = 0;"), "-1, where the number is unsigned"));
  CHECK(contains(refusal("p[threadIdx.x - 1 < 4 ? 0 : 1] = 0;"), "unsigned"));
  CHECK(contains(refusal("auto i = threadIdx.x - 1; p[i] = 0;"), "unsigned"));
  CHECK(contains(refusal("unsigned i; i = -3; p[i] = 0;"), "unsigned"));
  CHECK(contains(refusal("long i = threadIdx.x - 4; p[i + 4] = 0;"), "unsigned"));
  CHECK(contains(refusal("p[(long)(threadIdx.x - 4) + 4] = 0;"), "unsigned"));
  CHECK(element("int i = threadIdx.x - 4; p[i + 4] = 0;", 3) == 3);
  CHECK(element("int i = threadIdx.x; p[(i - 1) / 32] = 0;", 0) == 0);
  CHECK(element("int i = threadIdx.x - 1; p[i / 2 + 1] = 0;", 3) == 2);
}

TEST_CASE("own index: what is refused") {
  CHECK(refusal("16:1") == "a layout of size 16, expected one for 32 lanes or more");
  CHECK(refusal("(8,4):(4,1") != "");
  CHECK(refusal("lane:2") != "");
  CHECK(elements_refused("lane - 1", 100) == "lane 0 has element -1, expected 0 to 100");
  CHECK(elements_refused("lane * 4", 100) == "lane 26 has element 104, expected 0 to 100");
  CHECK((*memory::own_elements(*own_index("lane * 4"), 124))[31] == 124);
}

TEST_CASE("own index: what people write") {
  CHECK(element("blockIdx.x * blockDim.x + threadIdx.x", 7) == 7);
  CHECK(element("threadIdx.y", 31) == 0);
  CHECK(element("x * 32 + y", 3) == 96);
  CHECK(element("tile[threadIdx.x][threadIdx.y]", 3) == 96);
  CHECK(element("(size_t)row * n + col", 9) == 9);
  CHECK(element("static_cast<int>(lane) * 4u + 0x10UL + int(2)", 5) == 38);
  CHECK(element("int i = blockIdx.x * 64 + threadIdx.x * 2;", 5) == 10);
}

TEST_CASE("own index: one access of a line") {
  const std::string line = "if (i < n) out[i] = in[i * stride];";
  CHECK(element(line, 5) == 5);
  CHECK(element(line, 5, memory::usual_names, 2) == 10);
  const auto own = own_index(line, memory::usual_names, 9);
  REQUIRE(own);
  CHECK(own->access == "in[i * stride]");
  CHECK(own->which == 2);
  CHECK(own->of == 2);
  CHECK(own_index("lane")->of == 0);
}

TEST_CASE("own index: names have values from the code before the access, then from the list") {
  CHECK(element("int i = lane * 3; a[i]; i = 0;", 2) == 6);
  CHECK(element("for (int j = 4; j < 9; ++j) a[j + lane]", 2) == 6);
  CHECK(element("a[j]", 2, "j = 7 * lane") == 14);
  CHECK(element("a[pipe.stage]", 2, "pipe.stage = 5") == 5);
  CHECK(element("threadIdx.y * 100 + threadIdx.x", 20, "blockDim.x = 8, blockDim.y = 8") == 204);
  CHECK(element("blockIdx.x * blockDim.x", 20,
                "blockIdx.x = 3, blockDim.x = 128, blockDim.y = 1") == 384);
  CHECK(element("float t[4][33]; t[threadIdx.x][1]", 2) == 67);
  CHECK(element("t[threadIdx.x][1]", 2, "float t[4][n]; n = 10; n = 10") == 21);
  CHECK(element("t[1][threadIdx.x][2]", 3) == 32 * 32 + 96 + 2);
}

TEST_CASE("own index: a name that changes otherwise has no value, rather than a wrong one") {
  for (const char* text :
       {"int i = lane; i *= 2; a[i]", "int i = lane; i <<= 1; a[i]", "int i = lane; ++i; a[i]",
        "int i = lane; if (q) i = 7; a[i]", "int i = lane; f(&i); a[i]",
        "int i = lane; int& r = i; r = 0; a[i]", "unsigned char i = lane * 100; a[i]",
        "int i = lane; for (int r = 0; r < 3; ++r) { i = i * 2; } a[i]",
        "int i = lane; while (i < 64) { i = i + 32; } a[i]"})
    CHECK_MESSAGE(refusal(text).find("'i' has no value, because of column ") != std::string::npos,
                  text);
  CHECK(refusal("int i = lane; { int i = 5; } a[i]") == "");
  CHECK(own_index("int i = lane; { int i = 5; } a[i]")->elements[3] == 3);
  CHECK(own_index("for (int i = lane * 2; i < n; i += 64) a[i]")->elements[3] == 6);
  CHECK(refusal("if (lane & 1) return; a[lane]").find("which do not make this access") !=
        std::string::npos);
  CHECK(refusal("if (i >= n) return; a[i]") == "");
  CHECK(refusal("if (lane < 16) { i = 3; a[i]; }").find("holds in 16 of 32") != std::string::npos);
  CHECK(own_index("t[threadIdx.x][threadIdx.y]")->rows_assumed);
  CHECK(!own_index("float t[4][8]; t[threadIdx.x][threadIdx.y]")->rows_assumed);
}

TEST_CASE("own index: what it cannot take, with the place and what it can") {
  CHECK(refusal("lane * (lnae + 1)") == "column 9: unknown name 'lnae'; did you mean 'lane'?");
  CHECK(refusal("lane + j * 4") ==
        "column 8: 'j' has no value; add one to the list of names, such as j = 1");
  CHECK(
      refusal("a[f(i)]").starts_with("column 3: the call of 'f' has no value here; write a name"));
  CHECK(refusal("in[idx[i]]").starts_with("column 7: a number that is read from an array"));
  CHECK(element("in[idx[i]]", 4, memory::usual_names, 2) == 4);
  CHECK(refusal("int v = in[i]; a[v]", memory::usual_names, 2)
            .starts_with("column 18: 'v' has no value, because of column"));
  CHECK(refusal("*(in + i)").ends_with("write p[i] for *(p + i)"));
  CHECK(refusal("(float)lane * 2").starts_with("column 2: 'float' has no value"));
  CHECK(refusal("__shared__ float a[32];") ==
        "column 18: 'a' is declared, and nothing accesses it; expected an access such as "
        "a[threadIdx.x]");
  CHECK(
      refusal("if (lane < 5) a[lane]").starts_with("column 5: 'lane < 5' holds in 5 of 32 lanes"));
  CHECK(refusal("float t[4][8]; t[lane]") ==
        "column 16: 't' is declared with 2 dimensions, got 1 indices");
  CHECK(refusal("a[lane]", "n = ") ==
        "in the list of names, column 5: expected a number, a name or '(', got the end");
  CHECK(refusal("a[lane]", "n") == "in the list of names, column 1: expected 'name = value'");
  CHECK(refusal("a[lane]", "threadIdx.x = 3").starts_with("in the list of names, column 1: 'thr"));
  CHECK(refusal("a[lane]", "blockDim.x = 4, blockDim.y = 1")
            .starts_with("in the list of names, column 1: a block of 4 threads"));
  CHECK(refusal("a[9223372036854775807][1]").starts_with("column 1: the place of the element"));
}

TEST_CASE("own index: addresses keep their sectors and lines") {
  Random random(5);
  for (int round = 0; round < 500; ++round) {
    const int width = 1 << random.below(5);
    const auto from = static_cast<std::int64_t>(random.next() >> (12 + random.below(40)));
    std::array<std::int64_t, 32> addresses{};
    memory::WarpAccess access{.width = width};
    for (size_t lane = 0; lane < 32; ++lane)
      access.offsets[lane] = addresses[lane] =
          (from + random.below(1u << random.below(20))) / width * width;
    const auto found = memory::from_addresses(addresses, width);
    REQUIRE(found);
    CHECK(found->base % 128 == 0);
    const auto here = *memory::request(memory::element_access(found->elements, width));
    const auto there = *memory::request(access);
    REQUIRE(here.sectors().size() == there.sectors().size());
    CHECK(here.lines() == there.lines());
    CHECK(here.sectors()[0].address < 128);
    for (size_t i = 0; i < here.sectors().size(); ++i) {
      CHECK(here.sectors()[i].address + found->base == there.sectors()[i].address);
      CHECK(here.sectors()[i].used == there.sectors()[i].used);
    }
  }
  std::array<std::int64_t, 32> wrong{};
  wrong[4] = 6;
  CHECK(memory::from_addresses(wrong, 4).error().message.starts_with("entry 5, address 6, is not"));
  wrong[4] = -4;
  CHECK(memory::from_addresses(wrong, 4).error().message == "entry 5, address -4, is below 0");
  wrong[4] = std::int64_t{4} << 31;
  CHECK(memory::from_addresses(wrong, 4).error().message ==
        "entry 5, address 8589934592, is 2147483648 elements from the smallest, expected "
        "2147483647 at most");
}

}  // TESTS_OF(core::memory::own_index)
