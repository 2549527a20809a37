// One walk over all numbers of a page: those with an origin are compared, and those of a lesson
// that nothing accounts for are reported.
#include <algorithm>
#include <cmath>
#include <deque>

#include "tools/loom/numbers/written.hpp"
#include "tools/loom/site/resolve/marks.hpp"
#include "web/scene/decimal.hpp"

namespace loom::site {
namespace {

using numbers::Written;

// A block's text without markup, piece by piece.
struct Piece {
  size_t begin;   // in the flat text
  size_t offset;  // in the source
  bool formula;
  bool accounted;                        // inside a mark
  const std::vector<double>* in_a_link;  // values of the state that it leads to
};

// Inline nodes as one text. Parts that are not prose are blank: code, images, citations.
struct Flat {
  std::string text;
  std::vector<Piece> pieces;
  std::vector<size_t> citations;  // places

  const Piece& piece_at(size_t at) const {
    const auto next = std::upper_bound(pieces.begin(), pieces.end(), at,
                                       [](size_t a, const Piece& p) { return a < p.begin; });
    return *std::prev(next);
  }

  void append(const Flat& other) {
    const size_t begin = text.size();
    text += other.text;
    for (Piece piece : other.pieces) {
      piece.begin += begin;
      pieces.push_back(piece);
    }
    for (const size_t citation : other.citations) citations.push_back(begin + citation);
  }
};

// Whether a sentence has a citation. Asked about ascending places, it looks at each character once.
class Sentences {
 public:
  explicit Sentences(const Flat& flat) : flat_(flat) {}

  bool cited(size_t at) {
    if (at >= next_) {
      size_t from = at, to = at;
      while (from > next_ && !ends(from - 1)) --from;
      while (to < flat_.text.size() && !ends(to)) ++to;
      const auto& all = flat_.citations;
      const auto first = std::lower_bound(all.begin(), all.end(), from);
      cited_ = first != all.end() && *first <= to + 1;
      next_ = to + 1;
    }
    return cited_;
  }

 private:
  bool ends(size_t i) const {
    return std::string_view(".?!").find(flat_.text[i]) != std::string_view::npos &&
           (i + 1 == flat_.text.size() || flat_.text[i + 1] == ' ');
  }

  const Flat& flat_;
  size_t next_ = 0;  // behind the last sentence
  bool cited_ = false;
};

std::vector<double> values_of(std::string_view query) {
  std::vector<double> values;
  const auto fields = scene::parse_query(query);
  if (!fields) return values;
  for (const scene::Field& field : *fields) {
    const double value = scene::number(field.text);
    if (std::isfinite(value)) values.push_back(value);
  }
  return values;
}

class Numbers {
 public:
  Numbers(Page& page, Resolver& resolver)
      : page_(page), resolver_(resolver), marks_(page, resolver) {}

  FigureNumbers run() {
    for (Node& node : page_.text.nodes) block(node);
    return marks_.take_figures();
  }

 private:
  void block(Node& node) {
    if (node.kind == Kind::quiz) return quiz(node);
    if (node.kind == Kind::row) return row(node);
    if (node.kind == Kind::predict) settings_ = settings_of(node, node.more->state);
    if (node.kind == Kind::scene) settings_ = settings_of(node, figure_state(node));
    Flat flat;
    for (Node& child : node.children)
      if (child.kind < Kind::text)
        block(child);
      else
        add(flat, child, false, nullptr);
    check(flat);
    if (node.kind == Kind::predict || node.kind == Kind::scene) settings_.clear();
  }

  // The question and the wrong choices may contain any number.
  void quiz(Node& node) {
    for (Node& answer : node.children) {
      if (answer.kind != Kind::answer) {
        count_free(answer);
        continue;
      }
      const bool right = answer.task == Task::done;
      for (Node& part : answer.children) {
        shown_ = &part != answer.children.data();  // a click on a choice chooses it
        if (shown_ || right)
          block(part);
        else
          count_free(part);
      }
      shown_ = true;
    }
  }

  void count_free(Node& node) {
    const Flat flat = flat_text(node);
    if (!page_.lesson) return;
    for (const Written& written : numbers::find_numbers(flat.text))
      page_.counted.free += written.counts() && !flat.piece_at(written.begin).accounted;
  }

  // A citation accounts for its row. A number alone in the first column is the row's name.
  void row(Node& node) {
    Flat flat;
    for (Node& cell : node.children) {
      const Flat alone = flat_text(cell);
      const bool name = &cell == node.children.data() &&
                        alone.text.find_first_not_of("0123456789,.") == std::string::npos;
      if (name) continue;
      flat.append(alone);
      flat.text += " | ";
    }
    check(flat);
  }

  Flat flat_text(Node& node) {
    Flat flat;
    for (Node& child : node.children) add(flat, child, false, nullptr);
    return flat;
  }

  // The values of a state, and those that the fence's first line gives: if the scene refuses one,
  // that has been reported.
  static std::vector<double> settings_of(const Node& fence, const scene::State* state) {
    std::vector<double> values = state ? values_of(state->query()) : std::vector<double>();
    for (const Attribute& given : fence.more->attributes)
      if (const double value = scene::number(given.value); std::isfinite(value))
        values.push_back(value);
    return values;
  }
  const scene::State* figure_state(const Node& node) const {
    const auto index = static_cast<size_t>(node.more->number);
    if (node.more->id.empty() || index >= page_.figures.size()) return nullptr;
    return page_.figures[index].state.get();
  }

  void add(Flat& flat, Node& node, bool accounted, const std::vector<double>* in_a_link) {
    switch (node.kind) {
      case Kind::text:
        flat.pieces.push_back({flat.text.size(), node.offset, false, accounted, in_a_link});
        flat.text += node.text;
        return;
      case Kind::math:
        for (const TextPiece& piece : node.more->pieces)
          flat.pieces.push_back(
              {flat.text.size() + piece.at, piece.offset, true, accounted, in_a_link});
        flat.text += node.text;
        return;
      case Kind::image:
        description(node);
        flat.text += ' ';
        return;
      case Kind::code_span:
      case Kind::soft_break:
      case Kind::hard_break:
        flat.text += ' ';
        return;
      case Kind::citation:
        flat.citations.push_back(flat.text.size());
        return;
      case Kind::number:
        marks_.number(node, shown_);
        accounted = true;
        break;
      case Kind::link:
        if (node.more->title.starts_with('=')) marks_.link(node);
        in_a_link = link_values(node);
        accounted = accounted || node.more->number == 1 || (in_a_link && is_refused(node));
        break;
      default:
        break;
    }
    for (Node& child : node.children) add(flat, child, accounted, in_a_link);
  }

  // An image's description is no element that could show where its numbers are from.
  void description(Node& image) {
    const bool shown = std::exchange(shown_, false);
    (void)flat_text(image);
    shown_ = shown;
  }

  // A link to a state that does not exist has been reported, so its numbers are not. An address of
  // another site leads where it says.
  static bool is_refused(const Node& link) {
    return link.more->css != "state" && link.more->href != link.more->target;
  }

  const std::vector<double>* link_values(const Node& link) {
    const std::string_view target = link.more->target;
    const size_t mark = target.find('?', target.find('#'));
    if (target.find('#') == target.npos || mark == target.npos) return nullptr;
    links_.push_back(values_of(target.substr(mark + 1)));
    return &links_.back();
  }

  static bool has(const std::vector<double>& values, double value) {
    return std::find(values.begin(), values.end(), value) != values.end();
  }

  // "Phase 4", "CUDA 13.1", and the 5 of "Phases 4 and 5".
  bool named(std::string_view text, size_t begin, size_t last_named) const {
    std::string_view before = text.substr(0, begin);
    if (last_named > 0) {
      const std::string_view between = before.substr(std::min(last_named, before.size()));
      if (between == " and " || between == " to " || between == ", " || between == ", and ")
        return true;
    }
    if (!before.ends_with(' ')) return false;
    before.remove_suffix(1);
    for (const std::string& word : resolver_.site.numbered)
      if (before.ends_with(word) &&
          (before.size() == word.size() || before[before.size() - word.size() - 1] == ' ' ||
           before[before.size() - word.size() - 1] == '('))
        return true;
    return false;
  }

  // A single digit, and the base of a power.
  static bool of_a_formula(const Flat& flat, const Written& written) {
    return (written.decimals == 0 && std::abs(written.value) < 10) ||
           flat.text.compare(written.end, 1, "^") == 0;
  }

  void check(const Flat& flat) {
    if (!page_.lesson) return;
    size_t last_named = 0;
    Sentences sentences(flat);
    for (const Written& written : numbers::find_numbers(flat.text)) {
      const Piece& piece = flat.piece_at(written.begin);
      if (named(flat.text, written.begin, last_named)) {  // also the 1 of "Versions 1 to 4"
        last_named = written.end;
        continue;
      }
      if (!written.counts() || piece.accounted || (piece.formula && of_a_formula(flat, written)))
        continue;
      if (sentences.cited(written.begin)) {
        ++page_.counted.cited;
      } else if ((piece.in_a_link && has(*piece.in_a_link, written.value)) ||
                 has(settings_, written.value)) {
        ++page_.counted.marked;
      } else {
        report(flat, piece, written);
      }
    }
  }

  void report(const Flat& flat, const Piece& piece, const Written& written) {
    const std::string number = flat.text.substr(written.begin, written.end - written.begin);
    resolver_.report(page_, piece.offset + written.begin - piece.begin,
                     "nothing says where " + number + " is from, expected [" + number +
                         "](=ORIGIN), a citation in its sentence, or [" + number +
                         "](=example) and the like");
  }

  Page& page_;
  Resolver& resolver_;
  Marks marks_;
  bool shown_ = true;                      // the page shows where a number is from
  std::vector<double> settings_;           // the figure to which a caption or a question belongs
  std::deque<std::vector<double>> links_;  // pieces point at them
};

}  // namespace

FigureNumbers check_numbers(Page& page, Resolver& resolver) {
  return Numbers(page, resolver).run();
}

}  // namespace loom::site
