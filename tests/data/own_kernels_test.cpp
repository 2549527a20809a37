// The kernels of cuda_kernels/, run by the machine, against what an H200 left in memory, bit for
// bit, and against the profiler's counters for each line. Lines where the compiler does something
// else than the source says are named in launches.json, with the cause.
#include <map>

#include "core/cuda/lower/compile.hpp"
#include "core/cuda/run/run.hpp"
#include "core/cuda/run/values.hpp"
#include "core/random.hpp"
#include "tests/data/recorded.hpp"
#include "tests/doctest.hpp"

TESTS_OF(data::own_kernels) {

using namespace loom;
using loom::test::Json;

namespace {

std::uint64_t bits_of_number(double number, cuda::Type type) {
  if (cuda::is_float(type)) return cuda::float_bits(number, type);
  return cuda::extended(static_cast<std::uint64_t>(static_cast<std::int64_t>(number)), type);
}

// "float[4096]:index" or "int=4096"; random(SEED): whole numbers below 100, eighths of them for
// floats.
cuda::Argument argument(const std::string& text, const cuda::Parameter& parameter) {
  cuda::Argument out;
  const std::vector<cuda::Scalar>& scalars = parameter.shape.scalars;
  if (const std::size_t equals = text.find('='); equals != text.npos) {
    out.scalars = {bits_of_number(std::stod(text.substr(equals + 1)), scalars[0].type)};
    return out;
  }
  const std::size_t open = text.find('['), colon = text.find(':');
  const std::size_t count = std::stoul(text.substr(open + 1)),
                    size = static_cast<std::size_t>(parameter.shape.size);
  const std::string how = text.substr(colon + 1);
  out.pointer = true;
  out.bytes.resize(count * size);
  const bool random = how.starts_with("random(");
  Random numbers(random ? std::stoul(how.substr(7)) : 0);
  for (std::size_t i = 0; i < count * scalars.size(); ++i) {
    const cuda::Scalar& each = scalars[i % scalars.size()];
    double number = how == "index" ? static_cast<double>(i) : how == "one" ? 1 : 0;
    if (random)
      number = static_cast<double>(numbers.next() % 100) / (cuda::is_float(each.type) ? 8 : 1);
    cuda::write_scalar(out.bytes.data() + i / scalars.size() * size + each.offset, each.type,
                       bits_of_number(number, each.type));
  }
  return out;
}

cuda::Index3 index3(const Json& list) {
  cuda::Index3 out{1, 1, 1};
  for (std::size_t i = 0; i < list.size(); ++i) out[i] = list[i];
  return out;
}

std::string hash(const std::vector<std::uint8_t>& bytes) {  // FNV-1a
  std::uint64_t value = 0xcbf29ce484222325;
  for (const std::uint8_t byte : bytes) value = (value ^ byte) * 0x100000001b3;
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

using Counters = std::array<std::int64_t, 4>;  // sectors, ideal; wavefronts, ideal

std::map<int, Counters> counted(const cuda::Outcome& outcome) {
  std::map<int, Counters> out;
  for (const cuda::LineCounts& line : outcome.lines) {
    const cuda::Traffic& t = line.traffic;
    if (t.requests != 0 || t.wavefronts != 0)
      out[line.line] = {t.sectors, t.sectors_ideal, t.wavefronts, t.wavefronts_ideal};
  }
  return out;
}

void compare(const cuda::Code& code, const Json& launch, const Json& hardware,
             const Json& differs) {
  cuda::Launch made;
  made.grid = index3(launch["grid"]);
  made.block = index3(launch["block"]);
  made.dynamic_shared = launch["shared"];
  const Json& arguments = launch["arguments"];
  REQUIRE(arguments.size() == code.parameters.size());
  for (std::size_t i = 0; i < arguments.size(); ++i)
    made.arguments.push_back(argument(arguments[i], code.parameters[i]));
  const auto outcome = cuda::run(code, made);
  REQUIRE(outcome);
  for (const cuda::Finding& each : outcome->findings) FAIL_CHECK(each.message);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!hardware["memory"][i].is_null())
      CHECK(hash(outcome->arguments[i]) == hardware["memory"][i]);
  std::map<int, Counters> expected, found = counted(*outcome);
  for (const Json& row : hardware["lines"]) expected[row[0]] = {row[1], row[2], row[3], row[4]};
  for (const auto& other : differs.items()) {
    const int line = std::stoi(other.key());
    CHECK(found[line] != expected[line]);  // else the cause is no longer true
    found.erase(line);
    expected.erase(line);
  }
  CHECK(found == expected);
}

}  // namespace

TEST_CASE("own kernels: memory bit for bit, and the counters of each line, as an H200 has them") {
  const Json kernels = test::answered("cuda_kernels/launches.json"),
             hardware = test::answered("cuda_kernels/h200.json")["kernels"];
  int launches = 0;
  for (const auto& each : kernels.items()) {
    CAPTURE(each.key());
    const Json& kernel = each.value();
    const auto code = cuda::compile(test::answered_text("cuda_kernels/" + each.key() + ".cu"),
                                    {kernel["kernel"], false});
    REQUIRE(code);
    const Json differs = kernel.value("differs", Json::object());
    REQUIRE(kernel["launches"].size() == hardware[each.key()].size());
    for (std::size_t i = 0; i < kernel["launches"].size(); ++i, ++launches) {
      CAPTURE(i);
      const bool padded = each.key() == "transpose" && i == 0;  // the other call
      compare(*code, kernel["launches"][i], hardware[each.key()][i],
              padded ? Json::object() : differs);
    }
  }
  CHECK(launches >= 25);
}

}  // TESTS_OF(data::own_kernels)
