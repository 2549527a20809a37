#include <algorithm>
#include <optional>
#include <set>

#include "core/text/nearest.hpp"
#include "tools/loom/base/hash.hpp"
#include "tools/loom/site/read/picture.hpp"
#include "tools/loom/site/resolve/resolver.hpp"
#include "web/scene/query.hpp"

namespace loom::site {
namespace {

namespace fs = std::filesystem;

bool has_scheme(std::string_view address) {
  const size_t colon = address.find(':');
  return colon != address.npos && colon > 0 && address.find_first_of("/?#") > colon;
}

// "notes/one.md" + "../img.png" → "img.png"; nothing if it leaves the content folder.
std::optional<std::string> name_in_content(const Page& page, std::string_view address) {
  const fs::path base =
      address.starts_with('/') ? fs::path() : fs::path(page.file->name).parent_path();
  if (address.starts_with('/')) address.remove_prefix(1);
  std::string name = (base / address).lexically_normal().generic_string();
  if (name.starts_with("../") || name == "..") return std::nullopt;
  return name;
}

class Address {
 public:
  Address(const Node& link, Page& page, Resolver& resolver)
      : link_(*link.more), page_(page), resolver_(resolver) {}

  void resolve() {
    const std::string address(link_.target);
    if (address.empty() || address == "#") return report("a link that leads nowhere");
    if (has_scheme(address)) return external();
    if (address.starts_with("//")) return report("address '" + address + "' without 'https:'");
    const size_t hash = address.find('#');
    const std::string path = address.substr(0, hash);
    const Page* target = path.empty() ? &page_ : find_page(path);
    if (!target) return;
    if (target != &page_ || hash == std::string::npos) href_ = resolver_.site.href(*target);
    if (hash != std::string::npos) fragment(*target, address.substr(hash + 1));
    link_.href = page_.text.arena.copy(href_);
  }

 private:
  void report(std::string message) {
    resolver_.report(page_, link_.target_offset, std::move(message));
  }

  void external() {
    const std::string address(link_.target);
    link_.href = link_.target;
    for (std::string_view scheme : {"https://", "http://", "mailto:"})
      if (address.starts_with(scheme) && address.size() > scheme.size()) return;
    report("address '" + address + "', expected https://…, http://…, mailto:…, /page or #heading");
  }

  // A page by its address ("/library", "/library/") or its file ("library.md").
  const Page* find_page(const std::string& path) {
    const std::optional<std::string> name = name_in_content(page_, path);
    if (!name) return unknown_page(path);
    const auto& pages = resolver_.site.pages_by_path;
    std::string key = path.ends_with(".md") ? page_path(*name) : *name;
    if (key == ".") key.clear();
    if (!key.empty() && !key.ends_with('/')) key += '/';
    const auto found = pages.find(key);
    if (found != pages.end()) return found->second;
    if (!resolver_.inputs.files.contains(*name)) return unknown_page(path);
    report("'" + path +
           "' is a file, expected a page; only pictures are taken from the content folder");
    return nullptr;
  }

  const Page* unknown_page(const std::string& path) {
    std::vector<std::string> names;
    for (const auto& [name, page] : resolver_.site.pages_by_path)
      names.push_back("/" + (name.empty() ? name : name.substr(0, name.size() - 1)));
    std::sort(names.begin(), names.end());
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    report("unknown page '" + path + "', expected a page of this site" +
           did_you_mean(path, candidates));
    return nullptr;
  }

  void fragment(const Page& target, const std::string& text) {
    const size_t mark = text.find_first_of("?/");
    const std::string id = text.substr(0, mark);
    if (mark == std::string::npos) {
      if (!target.ids.contains(id)) return unknown_id(target, id);
      href_ += "#" + id;
      const Figure* figure = target.find_figure(id);
      if (figure && figure->state) link_.css = "state";  // the one it was built with
      return;
    }
    const Figure* figure = target.find_figure(id);
    if (!figure) return unknown_figure(target, id);
    if (!figure->state) return;  // its scene has already been reported
    const std::string rest = text.substr(mark + 1);
    if (text[mark] == '?')
      state(*figure, rest);
    else
      part(*figure, rest);
  }

  void unknown_id(const Page& target, const std::string& id) {
    std::vector<std::string_view> ids;
    for (const auto& [name, offset] : target.ids) ids.push_back(name);
    std::sort(ids.begin(), ids.end());
    report("unknown heading or id '#" + id + "' on " + where(target) + did_you_mean(id, ids));
  }

  void unknown_figure(const Page& target, const std::string& id) {
    std::vector<std::string_view> ids;
    for (const Figure& figure : target.figures) ids.push_back(figure.id);
    report("unknown figure '" + id + "' on " + where(target) + did_you_mean(id, ids));
  }

  std::string where(const Page& target) const {
    return &target == &page_ ? "this page" : "/" + target.path;
  }

  void state(const Figure& figure, const std::string& query) {
    const auto state = resolver_.states.get(figure.state->description(), query);
    if (!state) return report("figure '" + figure.id + "': " + state.error().message);
    const auto fields = scene::parse_query(query);
    std::set<std::string> seen;
    for (const scene::Field& field : *fields)
      if (!seen.insert(field.key).second)
        return report("figure '" + figure.id + "': '" + field.key + "' is given twice");
    href_ += "#" + figure.id + "?" + scene::query_of(*fields);
    link_.css = "state";
  }

  void part(const Figure& figure, const std::string& name) {
    const auto parts = figure.state->description().parts;
    if (std::find(parts.begin(), parts.end(), name) == parts.end()) {
      std::string list;
      for (std::string_view part : parts) list += (list.empty() ? "" : ", ") + std::string(part);
      return report("unknown part '" + name + "' of figure '" + figure.id + "', expected one of " +
                    list + did_you_mean(name, parts));
    }
    href_ += "#" + figure.id + "/" + name;
    link_.css = "part";
  }

  More& link_;
  Page& page_;
  Resolver& resolver_;
  std::string href_;
};

}  // namespace

Result<std::string> Images::address(const fs::path& file) {
  const std::lock_guard lock(mutex_);
  const auto known = known_.find(file);
  if (known != known_.end()) return known->second;
  std::string bytes = read_file(file);
  const std::string name = file.filename().string(), hashed = hashed_name(name, bytes);
  const auto problem = picture_problem(name, bytes);
  if (!problem) files[hashed] = std::move(bytes);
  return known_
      .emplace(file, problem ? Result<std::string>(Error{*problem})
                             : folder_ + scene::percent_encode(hashed))
      .first->second;
}

std::string page_path(const std::string& file_name) {
  std::string path = file_name.substr(0, file_name.size() - 3);  // without ".md"
  if (path == "index") return "";
  if (path.ends_with("/index")) path.resize(path.size() - 6);
  return path + "/";
}

void resolve_address(Node& link, Page& page, Resolver& resolver) {
  Address(link, page, resolver).resolve();
}

void resolve_image(Node& image, Page& page, Resolver& resolver) {
  More& more = *image.more;
  const std::string target(more.target);
  const auto report = [&](std::string message) {
    resolver.report(page, more.target_offset, std::move(message));
  };
  if (has_scheme(target) || target.starts_with("//"))
    return report("image '" + target + "' of another site, expected a file in the content folder");
  const std::string name = name_in_content(page, target).value_or("");
  const auto file = resolver.inputs.files.find(name);
  if (file == resolver.inputs.files.end()) {
    std::vector<std::string_view> names;
    for (const auto& [other, path] : resolver.inputs.files) names.push_back(other);
    return report("no image '" + target + "' in the content folder" + did_you_mean(name, names));
  }
  const Result<std::string> address = resolver.images.address(file->second);
  if (!address) return report("'" + target + "' " + address.error().message);
  more.href = page.text.arena.copy(*address);
}

}  // namespace loom::site
