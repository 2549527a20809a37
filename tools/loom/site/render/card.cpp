#include "tools/loom/site/render/card.hpp"

#include <algorithm>

#include "core/text/utf8.hpp"
#include "core/text/word_list.hpp"
#include "tools/loom/site/render/html.hpp"
#include "tools/loom/site/render/standalone.hpp"
#include "web/scene/measure.hpp"
#include "web/scene/svg_painter.hpp"

namespace loom::site {
namespace {

using scene::Point;
using scene::Rect;

std::string question_of(const Page& page) {
  return page.scene ? std::string(page.scene->question) : page.description;
}

const Figure* first_figure(const Page& page) {
  return page.figures.empty() ? nullptr : &page.figures.front();
}

class CardWriter {
 public:
  CardWriter(const Page& page, const Site& site, const std::string& icon)
      : page_(page), site_(site), icon_(icon) {}

  std::string run() const {
    const std::string width = std::to_string(card_width), height = std::to_string(card_height);
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", width) +
                      attribute("height", height) + " font-family=\"Inter\"><style>" +
                      light_rules() + "</style><rect class=\"f-page\"" + attribute("width", width) +
                      attribute("height", height) + "/><rect class=\"f-surface\"" +
                      attribute("x", number(sheet.x)) + attribute("width", number(sheet.width)) +
                      attribute("height", height) + "/>";
    out += placed(icon_, {margin, margin, icon_size, icon_size});
    out += text_at({margin + (icon_.empty() ? 0 : icon_size + 16), margin + 35}, site_.title,
                   brand_size, true, "ink");
    out += words();
    const Point middle = sheet.center();
    if (const Figure* figure = first_figure(page_))
      out += picture(*figure);
    else
      out += placed(icon_, {middle.x - big_icon / 2, middle.y - big_icon / 2, big_icon, big_icon});
    return out + "</svg>";
  }

 private:
  // px. Previews are about half as large, so the smallest text that counts is twice that of a page.
  static constexpr float margin = 56, icon_size = 48, brand_size = 32;
  static constexpr float title_size = 64, question_size = 36, between = 28, leading = 1.2f;
  static constexpr Rect sheet = {660, 0, card_width - 660, card_height};  // the picture's ground
  static constexpr float column = sheet.x - 2 * margin;
  static constexpr float top = 136, bottom = card_height - margin;  // of the text
  static constexpr float around = 30;                               // the picture on its sheet
  static constexpr float big_icon = 300;

  static float width_of(std::string_view text, float size, scene::Weight weight) {
    return scene::text_width(text, scene::Size::normal, weight) * size /
           static_cast<float>(scene::Size::normal);
  }

  // Lines that fit into the column. A word that is longer than a line is divided.
  static std::vector<std::string> lines_of(std::string_view text, float size,
                                           scene::Weight weight) {
    std::vector<std::string> lines = {""};
    const auto fits = [&](const std::string& line) {
      return width_of(line, size, weight) <= column;
    };
    for (const std::string_view word : words_in(text)) {
      if (!lines.back().empty() && fits(lines.back() + " " + std::string(word))) {
        lines.back().append(" ").append(word);
        continue;
      }
      if (!lines.back().empty()) lines.emplace_back();
      for (size_t at = 0; at < word.size();) {
        const std::string_view letter =
            word.substr(at, std::max<size_t>(1, utf8::sequence(word, at)));
        if (!lines.back().empty() && !fits(lines.back() + std::string(letter)))
          lines.emplace_back();
        lines.back() += letter;
        at += letter.size();
      }
    }
    return lines;
  }

  static std::string number(float value) { return std::to_string(static_cast<int>(value)); }

  // One line, whose letters stand on `y`.
  static std::string text_at(Point at, std::string_view text, float size, bool bold,
                             const char* role) {
    return "<text" + attribute("x", number(at.x)) + attribute("y", number(at.y)) +
           attribute("font-size", number(size)) + (bold ? " font-weight=\"600\"" : "") +
           attribute("class", std::string("f-") + role) + ">" + escaped(text) + "</text>";
  }

  // Title and question, in the middle of their room; in smaller letters if they are long.
  std::string words() const {
    std::vector<std::string> title, question;
    float size = 1, height = 0;
    for (const float smaller : {1.f, 0.875f, 0.75f, 0.625f, 0.5f}) {
      size = smaller;
      title = lines_of(page_.title, size * title_size, scene::Weight::semibold);
      question = lines_of(question_of(page_), size * question_size, scene::Weight::regular);
      height = leading * size *
                   (title_size * static_cast<float>(title.size()) +
                    question_size * static_cast<float>(question.size())) +
               between;
      if (height <= bottom - top) break;
    }
    float y = top + std::max(0.f, (bottom - top - height) / 2);
    std::string out;
    const auto lines = [&](const std::vector<std::string>& all, float px, bool bold,
                           const char* role) {
      for (const std::string& line : all) {
        out += text_at({margin, y + px}, line, px, bold, role);
        y += leading * px;
      }
    };
    lines(title, size * title_size, true, "ink");
    y += between;
    lines(question, size * question_size, false, "muted");
    return out;
  }

  // An SVG file as a part of the picture.
  static std::string placed(const std::string& svg, const Rect& at) {
    constexpr std::string_view tag = "<svg";
    if (!svg.starts_with(tag)) return "";
    return std::string(tag) + attribute("x", number(at.x)) + attribute("y", number(at.y)) +
           attribute("width", number(at.width)) + attribute("height", number(at.height)) +
           svg.substr(tag.size());
  }

  // As large as there is room. What an open question covers stays covered.
  static std::string picture(const Figure& figure) {
    const scene::State& state = *figure.state;
    const float width = scene::narrow_width, height = state.scene().height(width);
    scene::Painter painter({}, figure.seal.parts(state));
    state.scene().draw(painter, {.width = width, .step = state.step()});
    const std::string svg =
        scene::svg(painter.list(), width, height, title_of(figure), scene::Hotspots::left_out);
    const float scale =
        std::min((sheet.width - 2 * around) / width, (sheet.height - 2 * around) / height);
    const Point middle = sheet.center();
    return "<g font-kerning=\"none\" transform=\"translate(" +
           number(middle.x - scale * width / 2) + " " + number(middle.y - scale * height / 2) +
           ") scale(" + std::to_string(scale) + ")\">" + svg + "</g>";
  }

  const Page& page_;
  const Site& site_;
  const std::string& icon_;
};

}  // namespace

std::string card_svg(const Page& page, const Site& site, const std::string& icon) {
  return CardWriter(page, site, icon).run();
}

std::string card_words(const Page& page) {
  const Figure* figure = page.scene ? nullptr : first_figure(page);
  return page.title + ": " + question_of(page) +
         (figure ? " With the figure ‘" + std::string(title_of(*figure)) + "’." : "");
}

std::string card_address(const Page& page, const Site& site) {
  return site.root() + "assets/" + page.card;
}

}  // namespace loom::site
