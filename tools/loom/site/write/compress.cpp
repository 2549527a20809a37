#include <brotli/encode.h>
#include <zlib.h>

#include "tools/loom/base/failure.hpp"
#include "tools/loom/base/parallel.hpp"
#include "tools/loom/base/read_file.hpp"
#include "tools/loom/site/write/write.hpp"

namespace loom::site {
namespace {

namespace fs = std::filesystem;

bool gains(const std::string& path) {
  for (const char* ending : {".html", ".css", ".js", ".mjs", ".svg", ".xml", ".txt", ".json",
                             ".webmanifest", ".wasm", ".otf", ".ttf"})
    if (path.ends_with(ending)) return true;
  return false;
}

std::string brotli(const std::string& bytes) {
  std::string out(BrotliEncoderMaxCompressedSize(bytes.size()), '\0');
  size_t size = out.size();
  if (!BrotliEncoderCompress(BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS, BROTLI_DEFAULT_MODE,
                             bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()), &size,
                             reinterpret_cast<uint8_t*>(out.data())))
    throw Failure("Brotli could not compress");
  out.resize(size);
  return out;
}

std::string gzip(const std::string& bytes) {
  constexpr int gzip_window = 15 + 16,
                most_memory = 9;  // zlib.h: 16 requests a gzip header, here without a time
  z_stream stream = {};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, most_memory,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw Failure("zlib could not start");
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw Failure("zlib could not compress");
  return out;
}

struct Twins {
  std::string br, gz;
};

// Whether the file and its twins are there. Without this, half of a minute of processor time goes
// into a site of which one page has changed.
bool take(const fs::path& earlier, const std::string& bytes, Twins& out) {
  const std::string path = earlier.string();
  std::error_code none;
  if (fs::file_size(earlier, none) != bytes.size() || !fs::exists(path + ".br", none) ||
      !fs::exists(path + ".gz", none) || read_file(earlier) != bytes)
    return false;
  out = {read_file(path + ".br"), read_file(path + ".gz")};
  return true;
}

}  // namespace

void compress(Files& files, const fs::path& earlier) {
  std::vector<const Files::value_type*> all;
  for (const auto& file : files)
    if (gains(file.first)) all.push_back(&file);
  std::vector<Twins> packed(all.size());
  const auto pack = [&](size_t i) {
    const auto& [path, bytes] = *all[i];
    if (!take(earlier / path, bytes, packed[i])) packed[i] = {brotli(bytes), gzip(bytes)};
  };
  parallel(all.size(), pack);
  for (size_t i = 0; i < all.size(); ++i) {
    const std::string& path = all[i]->first;
    files[path + ".br"] = std::move(packed[i].br);
    files[path + ".gz"] = std::move(packed[i].gz);
  }
}

}  // namespace loom::site
