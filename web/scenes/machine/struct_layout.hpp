// The picture of `struct-layout`: the memory of 32 structs in both layouts, line by line, and the
// sectors that a warp fetches to read some of the fields. Split from the scene so that each file
// stays readable.
#pragma once

#include "core/memory/struct_layout.hpp"
#include "web/scene/scene.hpp"

namespace loom::scenes {

struct StructPicture {
  const memory::StructCost &of_structs, &of_arrays;
  memory::StructOptions options;
  memory::StructLayout chosen;
  using Drawing = struct StructLayoutDrawing;
  float picture(const Sheet& sheet) const;
};

// "A", "B", …
std::string field_name(int field);
// "1 byte", "2.67 bytes".
std::string bytes_moved(double ratio);

}  // namespace loom::scenes
