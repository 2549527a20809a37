// Everything that a picture is drawn with: the painter's roles and text styles, numbers and widths
// of texts, charts, the pieces of web/scene/kit/, and what almost every picture takes from the
// standard library. The gallery shows the pieces (tools/gallery).
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

// IWYU pragma: begin_exports
#include "web/scene/format.hpp"
#include "web/scene/gantt.hpp"
#include "web/scene/kit/bar_rows.hpp"
#include "web/scene/kit/grid.hpp"
#include "web/scene/kit/handles.hpp"
#include "web/scene/kit/legend.hpp"
#include "web/scene/kit/panels.hpp"
#include "web/scene/kit/part.hpp"
#include "web/scene/kit/picture.hpp"
#include "web/scene/kit/placed_text.hpp"
#include "web/scene/kit/quantity.hpp"
#include "web/scene/kit/signs.hpp"
#include "web/scene/marks.hpp"
#include "web/scene/measure.hpp"
#include "web/scene/number_text.hpp"
#include "web/scene/plot.hpp"
#include "web/scene/scene.hpp"
// IWYU pragma: end_exports
