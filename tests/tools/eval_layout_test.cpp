// `loom eval`, layout.*: answers, and errors that name the field.
#include <algorithm>
#include <string>

#include "tests/tools/ask.hpp"

TESTS_OF(tools::eval_layout) {

namespace {

using loom::test::ask;
using loom::test::Json;

// JSON, written with ' for ".
std::string quoted(std::string text) {
  std::replace(text.begin(), text.end(), '\'', '"');
  return text;
}

Json json(const std::string& text) { return Json::parse(quoted(text)); }

Json layout(const std::string& op, const std::string& fields) {
  return ask(quoted("{'op':'layout." + op + "'," + fields + "}"));
}

std::string text(const std::string& op, const std::string& fields) {
  const Json answer = layout(op, fields);
  return answer.value("layout", answer.value("error", "neither"));
}

}  // namespace

TEST_CASE("layout.evaluate answers") {
  CHECK(layout("evaluate", "'layout':'(2,(2,2)):(2,(1,8))'") ==
        json("{'size':8,'cosize':12,'rank':2,'depth':2,'offsets':[0,2,1,3,8,10,9,11]}"));
  CHECK(layout("evaluate", "'layout':'Sw<2,0,2> o 4 o 4:1'") ==
        json("{'size':4,'cosize':8,'rank':1,'depth':0,'offsets':[5,4,7,6]}"));
  CHECK(layout("evaluate", "'layout':'Layout<Shape<_2,_2>,Stride<_2,_1>>'")["offsets"] ==
        json("[0,2,1,3]"));
}

TEST_CASE("layout.*: one layout in, one out") {
  const std::string a = "'a':'(2,(1,6)):(1,(6,2))'";
  CHECK(layout("coalesce", a) == json("{'layout':'12:1','offsets':[0,1,2,3,4,5,6,7,8,9,10,11]}"));
  for (const char* profile : {"'(1,1)'", "[1,1]"})
    CHECK(text("coalesce", a + ",'profile':" + profile) == "(2,6):(1,2)");
  CHECK(text("coalesce", a + ",'profile':[1,[1,1]]") == "(2,(1,6)):(1,(0,2))");
  CHECK(layout("filter", "'a':'(4,2):(0,1)'") == json("{'layout':'2:1','offsets':[0,1]}"));
  CHECK(layout("complement", "'a':'4:2','cotarget':24") ==
        json("{'layout':'(2,3):(1,8)','offsets':[0,1,8,9,16,17]}"));
  CHECK(text("complement", "'a':'4:2'") == "2:1");
  CHECK(layout("left_inverse", "'a':'4:2'") ==
        json("{'layout':'(2,4):(0,1)','offsets':[0,0,1,1,2,2,3,3]}"));
  CHECK(layout("right_inverse", "'a':'(2,4):(0,1)'") ==
        json("{'layout':'4:2','offsets':[0,2,4,6]}"));
}

TEST_CASE("layout.compose answers") {
  CHECK(layout("compose", "'a':'(4,8):(8,1)','b':'(2,3):(1,4)'") ==
        json("{'layout':'(2,3):(8,1)','offsets':[0,8,1,9,2,10]}"));
  const std::string a = "'a':'(12,(4,8)):(59,(13,1))','b':";
  for (const char* b : {"['3:4','8:2']", "'<3:4, 8:2>'", "'(3:4, 8:2)'"})
    CHECK(text("compose", a + b) == "(3,(2,4)):(236,(26,1))");
  CHECK(text("compose", a + "[3,4]") == "(3,4):(59,13)");
  CHECK(text("compose", a + "[3,['2:2',8]]") == "(3,(2,8)):(59,(26,1))");
  CHECK(layout("compose", "'a':'Sw<2,0,2> o 4 o 8:1','b':'2:2'") ==
        json("{'layout':'Sw<2,0,2> o 4 o 2:2','offsets':[5,7]}"));
}

TEST_CASE("layout.*_divide and *_product answer by mode too") {
  CHECK(layout("logical_divide", "'a':'6:2','b':'2:1'") ==
        json("{'layout':'(2,3):(2,4)','offsets':[0,2,4,6,8,10],'mode_offsets':[[0,2],[0,4,8]]}"));
  const std::string both = "'a':'(9,(4,8)):(59,(13,1))','b':['3:3','(2,4):(1,8)']";
  CHECK(text("logical_divide", both) == "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))");
  CHECK(text("zipped_divide", both) == "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))");
  CHECK(text("tiled_divide", both) == "((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1))");
  CHECK(text("flat_divide", both) == "(3,(2,4),3,(2,2)):(177,(13,2),59,(26,1))");
  CHECK(layout("logical_product", "'a':'2:1','b':'3:1'") ==
        json("{'layout':'(2,3):(1,2)','offsets':[0,1,2,3,4,5],'mode_offsets':[[0,1],[0,2,4]]}"));
  const std::string pair = "'a':'(2,5):(5,1)','b':'(3,4):(1,3)'";
  CHECK(text("blocked_product", pair) == "((2,3),(5,4)):((5,10),(1,30))");
  CHECK(text("raked_product", pair) == "((3,2),(4,5)):((10,5),(30,1))");
}

TEST_CASE("layout.swizzle answers") {
  const auto swizzled = [](const char* fields) { return layout("swizzle", fields)["offsets"]; };
  CHECK(swizzled("'b':2,'m':0,'s':2,'layout':'(4,2):(1,4)'") == json("[0,1,2,3,5,4,7,6]"));
  CHECK(swizzled("'b':2,'m':0,'s':2,'layout':'4:1','offset':4") == json("[5,4,7,6]"));
  CHECK(swizzled("'b':2,'m':0,'s':-2,'offsets':[1,2,3,15]") == json("[5,10,15,3]"));
  CHECK(swizzled("'b':0,'m':3,'s':0,'offsets':[]") == json("[]"));
}

TEST_CASE("layout.* refuses by field and character") {
  const char* const cases[][3] = {
      {"evaluate", "'layout':'(4,8):(8,1'",
       "field 'layout': character 11: expected ',' or ')', got the end"},
      {"evaluate", "'layout':4", "field 'layout': expected a text such as \"(4,8):(8,1)\", got 4"},
      {"evaluate", "'layout':'65537:1'",
       "65537:1: size 65537, expected at most 65536 offsets to list"},
      {"filter", "'a':'Sw<1,0,1> o 0 o 4:1'",
       "field 'a': character 1: expected a layout without a swizzle, got 'Sw'"},
      {"coalesce", "'a':'4:1','profile':[1,1]",
       "field 'profile': profile (1,1) of 2 modes: expected at most 1, as many as 4:1 has"},
      {"coalesce", "'a':'4:1','profile':[]", "field 'profile': expected 1 to 64 entries, got 0"},
      {"compose", "'a':'4:1','b':[]", "field 'b': expected 1 to 64 entries, got 0"},
      {"compose", "'a':'4:1','b':[['x']]",
       "field 'b[0][0]': character 1: expected a number or '(', got 'x'"},
      {"compose", "'a':'4:1','b':0",
       "field 'b': expected a whole number from 1 to 9007199254740992, got 0"},
      {"complement", "'a':'4:1','cotarget':0",
       "field 'cotarget': expected a whole number from 1 to 9007199254740992, got 0"},
      {"swizzle", "'b':3,'m':0,'s':2,'layout':'4:1'",
       "Sw<3,0,2>: |S| = 2, expected at least B = 3"},
      {"swizzle", "'b':1,'m':0,'s':1", "expected one of the fields 'layout' and 'offsets'"},
      {"swizzle", "'b':1,'m':0,'s':1,'layout':'4:1','offsets':[1]",
       "expected one of the fields 'layout' and 'offsets'"},
      {"swizzle", "'b':1,'m':0,'s':1,'offsets':[1],'offset':1",
       "field 'offset': expected only with 'layout', not with 'offsets'"},
      {"swizzle", "'b':1,'m':0,'s':1,'offsets':[-1]",
       "field 'offsets[0]': expected a whole number from 0 to 9007199254740991, got -1"},
      {"swizzle", "'b':1,'m':0,'s':1,'layout':'4:1','offset':-1",
       "offset -1 and 4:1: expected 0 to 2^53 − 1 together, got -1"},
  };
  for (const auto& [op, fields, message] : cases) CHECK(text(op, fields) == message);
}

TEST_CASE("layout.*: what no field can be is refused by its name") {
  const char* const good[] = {
      "{'op':'layout.evaluate','layout':'Sw<1,0,1> o 0 o (4,8):(8,1)'}",
      "{'op':'layout.coalesce','a':'(2,(1,6)):(1,(6,2))','profile':[1,1]}",
      "{'op':'layout.filter','a':'(4,8):(8,0)'}",
      "{'op':'layout.complement','a':'4:2','cotarget':24}",
      "{'op':'layout.left_inverse','a':'(4,8):(8,1)'}",
      "{'op':'layout.right_inverse','a':'(4,8):(8,1)'}",
      "{'op':'layout.compose','a':'(4,8):(8,1)','b':['2:1','4:2']}",
      "{'op':'layout.logical_divide','a':'(4,8):(8,1)','b':['2:1',4]}",
      "{'op':'layout.zipped_divide','a':'(4,8):(8,1)','b':['2:1']}",
      "{'op':'layout.tiled_divide','a':'(4,8):(8,1)','b':'(2,2):(1,4)'}",
      "{'op':'layout.flat_divide','a':'(4,8):(8,1)','b':'4:1'}",
      "{'op':'layout.logical_product','a':'(4,8):(8,1)','b':'(2,2):(1,2)'}",
      "{'op':'layout.blocked_product','a':'(4,8):(8,1)','b':'(2,2):(1,2)'}",
      "{'op':'layout.raked_product','a':'(4,8):(8,1)','b':'(2,2):(1,2)'}",
      "{'op':'layout.swizzle','b':1,'m':0,'s':2,'layout':'(4,8):(8,1)','offset':8}",
      "{'op':'layout.swizzle','b':1,'m':0,'s':2,'offsets':[1,2]}"};
  const char* const wrong[] = {"null", "true", "{}",    "[{}]", "[null]",
                               "''",   "'('",  "1e300", "-1.5", "[[[[[[[[[[[[[]]]]]]]]]]]]]"};
  for (const char* line : good) {
    CAPTURE(line);
    const Json object = json(line);
    CHECK_FALSE(ask(object.dump()).contains("error"));
    for (const auto& each : object.items()) {
      if (each.key() == "op") continue;
      for (const char* value : wrong) {
        Json bad = object;
        bad[each.key()] = json(value);
        const std::string message = ask(bad.dump()).value("error", "answered");
        CHECK_MESSAGE(message.starts_with("field '" + each.key()), value << ": " << message);
      }
    }
  }
}

}  // TESTS_OF(tools::eval_layout)
