// loom eval with malicious lines: every field of the machine's operations is left out, given twice,
// of the wrong type, or beyond every range; streams contain bad lines.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/tools/hostile.hpp"
#include "tools/loom/eval/operation.hpp"
#include "tools/loom/eval/run.hpp"

TESTS_OF(tools::eval_hostile) {

using loom::eval::Json;
using loom::test::error;
using loom::test::operation;
using loom::test::strict_answer;
using loom::test::with;

namespace {

Json offsets(long long step) {
  Json list = Json::array();
  for (int lane = 0; lane < 32; ++lane) list.push_back(lane * step);
  return list;
}

// Of 'offsets'. See eval_memory_test.cpp.
bool is_in_place(std::string_view field) {
  return field == "expression" || field == "names" || field == "access";
}

// A good line for each operation, with every field that it takes.
std::vector<Json> good_lines() {
  return {
      {{"op", "memory.sectors"}, {"width", 4}, {"offsets", offsets(4)}},
      {{"op", "memory.wavefronts"}, {"width", 4}, {"offsets", offsets(4)}, {"store", true}},
      {{"op", "sm.divergence"},
       {"then", 8},
       {"otherwise", 8},
       {"lanes", 16},
       {"predicated", false}},
      {{"op", "sm.occupancy"},
       {"compute_capability", "9.0"},
       {"threads", 256},
       {"registers", 64},
       {"shared_bytes", 32768},
       {"static_shared_bytes", 0},
       {"barriers", 1}},
      {{"op", "sm.schedule"},
       {"warps", 4},
       {"latency", 400},
       {"between", 8},
       {"in_flight", 1},
       {"policy", "greedy"},
       {"turns", 2}},
      {{"op", "gemm.traffic"},
       {"n", 64},
       {"tile", 8},
       {"m", 64},
       {"k", 64},
       {"tile_rows", 8},
       {"tile_columns", 8},
       {"tile_depth", 8},
       {"element_bytes", 4}},
      {{"op", "gemm.block_scaled"},
       {"kind", "mxf4"},
       {"a", {1, 2}},
       {"b", {3, 4}},
       {"a_scheme", "mxfp4"},
       {"b_scheme", "mxfp4"},
       {"scale_rule", "floor"}},
      {{"op", "gemm.climb"}, {"n", 4096}, {"type", "bf16"}},
      {{"op", "gemm.pipeline"},
       {"stages", 2},
       {"tiles", 8},
       {"latency", 400},
       {"compute", 150},
       {"interval", 100},
       {"issue", 0},
       {"mode", "cp.async"}},
      {{"op", "gemm.tensor_memory"},
       {"m", 128},
       {"n", 64},
       {"buffers", 2},
       {"pair", true},
       {"scales", 0}},
      {{"op", "tma.load"},
       {"element_bytes", 2},
       {"tensor", {64, 64}},
       {"box", {8, 8}},
       {"origin", {-8, 60}},
       {"swizzle", 32},
       {"pitch", 128},
       {"misalign", 128}},
  };
}

}  // namespace

TEST_CASE("eval: answers have the fields that the list promises, in its order") {
  const char* promised[] = {"sectors lines bytes_used efficiency ",
                            "wavefronts ",
                            "warp_instructions lane_instructions utilization cycles ",
                            "blocks warps occupancy limiter ",
                            "rows totals ",
                            "loads bytes reuse intensity shared_bytes blocks steps useful ",
                            "a b block sums totals result exact padding ",
                            "rungs ",
                            "rows totals ",
                            "columns allocated fits ",
                            "slots bytes "};
  size_t i = 0;
  for (const Json& line : good_lines()) {
    std::string answered, listed, taken = "op ", given;
    const Json answer = strict_answer(line.dump());
    for (const auto& [name, value] : answer.items()) answered += name + " ";
    for (const loom::eval::Field& field : operation(line).out)
      listed += std::string(field.name) + " ";
    for (const loom::eval::Field& field : operation(line).in)
      if (!is_in_place(field.name)) taken += std::string(field.name) + " ";
    for (const auto& [name, value] : line.items()) given += name + " ";
    CHECK(answered == promised[i++]);
    CHECK(listed == answered);
    CHECK(given.size() == taken.size());  // the lines of this test leave none out
  }
}

TEST_CASE("eval: every field missing, twice, of another type, out of every range") {
  const char* const bad[] = {"\"\"",
                             "\"4\"",
                             "\"nan\"",
                             "\"inf\"",
                             "\"0x3f800000\"",
                             "{}",
                             "[[]]",
                             "[]",
                             "{\"a\": [1]}",
                             "-1",
                             "0.5",
                             "4.0000001",
                             "1e300",
                             "-1e300",
                             "1e19",
                             "5e-324",
                             "-9223372036854775808",
                             "9223372036854775807",
                             "9223372036854775808",
                             "18446744073709551615",
                             "18446744073709551616",
                             "9007199254740993",
                             "null",
                             "\"\\u0000\""};
  for (const Json& line : good_lines())
    for (const loom::eval::Field& field : operation(line).in) {
      if (is_in_place(field.name)) continue;
      const std::string name(field.name), start = "field '" + name;
      CAPTURE(line["op"]);
      CAPTURE(name);
      for (const char* text : bad)
        CHECK_MESSAGE(error(with(line, name, text)).starts_with(start), std::string(text));
      if (!line[name].is_boolean()) CHECK(error(with(line, name, "true")).starts_with(start));
      CHECK(error(with(line, name, "1e999")).ends_with("within double precision, got '1e999'"));
      CHECK(error(with(line, name, "NaN")).starts_with("malformed JSON at byte "));
      CHECK(error(with(line, name, "01")).starts_with("malformed JSON at byte "));

      Json without = line;
      without.erase(name);
      if (field.optional && name != "offsets")
        CHECK_FALSE(strict_answer(without.dump()).contains("error"));
      else
        CHECK(error(without.dump()).starts_with("missing field '" + name + "', expected "));

      std::string twice = line.dump();
      twice.insert(twice.size() - 1, ",\"" + name + "\":" + line[name].dump());
      CHECK(error(twice).ends_with(": the key \"" + name + "\" is given twice"));

      // One letter lost, swapped case, one too many.
      for (const std::string& wrong :
           {name.substr(0, name.size() - 1), name + "s", name + " ",
            std::string(1, static_cast<char>(name[0] - 32)) + name.substr(1)}) {
        if (line.contains(wrong)) continue;
        Json other = without;
        other[wrong] = line[name];
        const std::string message = error(other.dump());
        CHECK(message.starts_with("unknown field \"" + wrong + "\", " +
                                  std::string(operation(line).name) + " expects "));
        if (name.size() > 2)
          CHECK_MESSAGE(message.ends_with("; did you mean '" + name + "'?"), message);
      }
    }
}

TEST_CASE("eval: a name that an object has twice") {
  for (const char* again : {R"("op": "sm.occupancy")", R"("\u006fp": 1)"})
    CHECK(error(R"({"op": "sm.schedule", )" + std::string(again) + "}") ==
          "malformed JSON at byte 23: the key \"op\" is given twice");
  CHECK(
      error(
          R"({"op": "kernels.online_softmax", "tiles": [{"scores": [1], "values": [1], "scores": [2]}]})")
          .ends_with(": the key \"scores\" is given twice"));
  // In objects of their own, and at another depth, they are others.
  CHECK_FALSE(
      strict_answer(R"({"op": "kernels.online_softmax", "tiles": [{"scores": [1], "values": [1]},
                                                                {"scores": [1], "values": [1]}]})")
          .contains("error"));
  CHECK(error(R"({"a": {"a": {"a": 1}}, "b": {"a": 1}})").starts_with("missing field 'op'"));
  std::string many = "{\"op\": 1";
  for (int i = 0; i < 99; ++i) many += ",\"k" + std::to_string(i) + "\":1";
  CHECK(error(many + "}") == "field 'op': expected the name of an operation, got 1");
  CHECK(error(many + ",\"k7\":1}").ends_with(": the key \"k7\" is given twice"));
  // One entry more, or so many that looking each one up would never end.
  CHECK(error(many + ",\"one\":1}").ends_with(": an object of more than 100 members"));
  for (int i = 99; i < 300000; ++i) many += ",\"k" + std::to_string(i) + "\":1";
  CHECK(error(many + "}").ends_with(": an object of more than 100 members"));
}

TEST_CASE("eval: offsets by the dozen, at the ends of what is exact") {
  const auto line = [](const char* op, int width, const Json& list) {
    return Json({{"op", op}, {"width", width}, {"offsets", list}}).dump();
  };
  for (const char* op : {"memory.sectors", "memory.wavefronts"}) {
    for (int count : {0, 1, 31, 33, 1000}) {
      Json list = Json::array();
      for (int i = 0; i < count; ++i) list.push_back(0);
      CHECK(error(line(op, 4, list)) ==
            "field 'offsets': expected 32 byte offsets, got " + std::to_string(count));
    }
    for (int width : {-16, 0, 3, 5, 6, 7, 9, 12, 15, 17, 32, 64})
      CHECK(error(line(op, width, offsets(0))).starts_with("field 'width': "));
    // Every active lane that is misaligned for its width is named.
    for (int width : {2, 4, 8, 16})
      for (int lane = 0; lane < 32; ++lane) {
        Json list = offsets(width);
        list[static_cast<size_t>(lane)] = lane * width + width / 2;
        CHECK(error(line(op, width, list)) ==
              "field 'offsets[" + std::to_string(lane) + "]': " +
                  std::to_string(lane * width + width / 2) + " is not a multiple of the width, " +
                  std::to_string(width) + " bytes; the hardware refuses a misaligned address");
        list[static_cast<size_t>(lane)] = nullptr;
        CHECK_FALSE(strict_answer(line(op, width, list)).contains("error"));
      }
    const std::string range =
        ": expected a whole number from -9007199254740992 to 9007199254740992, got ";
    for (const char* far : {"9007199254740993", "-9007199254740993", "9223372036854775807",
                            "-9223372036854775808", "18446744073709551615"}) {
      Json list = offsets(0);
      list[31] = Json::parse(far);
      CHECK(error(line(op, 1, list)) == "field 'offsets[31]'" + range + far);
    }
    Json ends = offsets(0);
    for (size_t lane = 0; lane < 32; ++lane)
      ends[lane] = lane % 2 == 0 ? 9007199254740992 : -9007199254740992;
    CHECK_FALSE(strict_answer(line(op, 16, ends)).contains("error"));
    ends[3] = -9007199254740992.0;
    CHECK_FALSE(strict_answer(line(op, 16, ends)).contains("error"));
  }
  Json ends = offsets(0);
  ends[5] = 9007199254740992;
  ends[6] = -9007199254740992;
  CHECK(strict_answer(line("memory.sectors", 16, ends)) ==
        Json({{"sectors", 3}, {"lines", 3}, {"bytes_used", 48}, {"efficiency", 0.5}}));
}

TEST_CASE("eval: occupancy with the largest numbers there are") {
  const auto line = [](int threads, int registers, int shared, int fixed, int barriers) {
    return Json({{"op", "sm.occupancy"},
                 {"compute_capability", "12.0"},
                 {"threads", threads},
                 {"registers", registers},
                 {"shared_bytes", shared},
                 {"static_shared_bytes", fixed},
                 {"barriers", barriers}})
        .dump();
  };
  constexpr int most = 2147483647;
  CHECK(strict_answer(line(most, most, 0, 0, most)) ==
        Json({{"blocks", 0},
              {"warps", 0},
              {"occupancy", 0.0},
              {"limiter", {"warps", "registers", "barriers"}}}));
  CHECK(strict_answer(line(1, 0, most - 4096, 0, 0))["limiter"] == "shared_memory");
  CHECK(strict_answer(line(1, 0, 0, most - 4096, 0))["limiter"] == "shared_memory");
  CHECK(error(line(1, 0, most, most, 0)).find("shared memory: expected at most") == 0);
  CHECK(strict_answer(line(32, 0, 0, 0, 0)) ==
        Json({{"blocks", 24}, {"warps", 24}, {"occupancy", 0.5}, {"limiter", "blocks"}}));
}

TEST_CASE("eval: unknown operations, with the nearest name") {
  for (const loom::eval::Operation& each : loom::eval::operations()) {
    const std::string name(each.name);
    for (const std::string& wrong : {name.substr(1), name + "s", "X" + name.substr(1)}) {
      const std::string message = error("{\"op\": \"" + wrong + "\"}");
      CHECK(message.starts_with("unknown op \"" + wrong + "\", expected one of "));
      CHECK_MESSAGE(message.ends_with("; did you mean '" + name + "'?"), message);
    }
  }
  CHECK(error(R"({"op": ""})").starts_with("unknown op \"\", expected one of "));
  CHECK(error(R"({"op": "memory.sectors\u0000"})").starts_with("unknown op "));
  CHECK(error(R"({"op": null})") == "field 'op': expected the name of an operation, got null");
  CHECK(error(R"({"OP": "memory.sectors"})").starts_with("missing field 'op'"));
}

TEST_CASE("eval: a stream with bad lines keeps its order and goes on") {
  std::string in = "\xEF\xBB\xBF{\"op\": \"sm.schedule\"}\r\n", last;
  std::vector<bool> expected = {false};
  const std::vector<Json> good = good_lines();
  const std::string bad[] = {"{",
                             "}",
                             "\"",
                             "{\"op\": \"sm.schedule\"",
                             std::string("\0", 1),
                             "\xFF\xFE",
                             "\x1b[31m",
                             "null",
                             "{}{}",
                             "{\"op\": \"sm.schedule\"} x",
                             "// comment",
                             "{'op': 'sm.schedule'}",
                             std::string(300, '['),
                             std::string(100000, 'a'),
                             "{\"op\": \"memory.sectors\", \"width\": 1, \"offsets\": 5,}"};
  for (size_t i = 0; i < 200; ++i) {
    const bool is_good = i % 3 == 1;
    in += is_good ? good[i % good.size()].dump() : bad[i % std::size(bad)];
    in += i % 5 == 0 ? "\r\n" : i % 7 == 0 ? "\n \t\n\n" : "\n";
    expected.push_back(is_good);
  }
  in += good[0].dump();  // the last line needs no end
  expected.push_back(true);
  std::istringstream lines(in);
  std::ostringstream out;
  CHECK_FALSE(loom::eval::run(lines, out));
  std::istringstream answers(out.str());
  size_t at = 0;
  for (std::string answer; std::getline(answers, answer); ++at) {
    REQUIRE(at < expected.size());
    CHECK_MESSAGE(Json::parse(answer).contains("error") != expected[at], at);
    last = answer;
  }
  CHECK(at == expected.size());
  CHECK(last == R"({"sectors":4,"lines":1,"bytes_used":128,"efficiency":1.0})");

  std::istringstream fine(good[1].dump() + "\n" + good[2].dump()), nothing("\n\n");
  CHECK(loom::eval::run(fine, out));
  CHECK(loom::eval::run(nothing, out));
}

}  // TESTS_OF(tools::eval_hostile)
