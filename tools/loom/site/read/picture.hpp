// Whether a file of the content folder is a picture that may be published.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loom::site {

// Why the file must not be published: its first bytes are of no picture format that browsers show
// (PNG, JPEG, GIF, WebP, AVIF, SVG), they are of another one than its name says, or it is an SVG
// that unsafe_svg() refuses. Nothing if it may. None of the file's content is quoted.
std::optional<std::string> picture_problem(std::string_view name, std::string_view bytes);

// What keeps an SVG file from being published. Within a page a browser runs nothing in a picture,
// but each file also has an address of its own, and opened there it is a page of this site. So it
// must be UTF-8 and well-formed, and hold no script: no element `script` or `handler`, no elements
// of HTML (`foreignObject`, `iframe` and the like), no attributes `on…`, no entities, no stylesheet
// that transforms it. `href` leads to the picture itself or holds a raster image. Nothing if it is
// safe.
std::optional<std::string> unsafe_svg(std::string_view bytes);

}  // namespace loom::site
