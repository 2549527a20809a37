// What a browser keeps of a published site, so that it can be read without a connection. The
// worker, web/shell/js/offline/worker.js, reads the list.
#pragma once

#include <map>
#include <set>
#include <string>

#include "tools/loom/base/files.hpp"
#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// For each asset that names others, by hashed names: what it names.
using Mentions = std::map<std::string, std::set<std::string>>;

// Adds the list of all that pages need, and sw.js: the worker's script with the list's address
// before it. All other files of the site must be there, because the list has their sizes and the
// hashes of the pages. An asset has its hash in its name.
//
// The list is JSON. "files": [name below assets/ as addresses have it, size], sorted by name.
// "pages": [path below the site's, title, hash, size, needed files as indices]; of offline.html,
// which is no page to read, the title is "".
void add_worker(Files& files, const Site& site, const Mentions& mentions,
                const std::string& script);

}  // namespace loom::site
