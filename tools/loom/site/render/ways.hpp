// What a page needs, what comes after it, and the ways through the site.
#pragma once

#include <string>

#include "tools/loom/site/resolve/site.hpp"

namespace loom::site {

// For the block `ways`: each way with its steps, which progress.js marks.
void render_ways(std::string& out, const Site& site);

// Beside the start page's title, and on the page for wrong addresses: who the site is for, and a
// link to each way.
void render_entrance(std::string& out, const Site& site);

// Below a page's first paragraph: links to what it needs.
void render_needs(std::string& out, const Page& page, const Site& site);

// At a page's end: the page before it, and the next one with its time and what it needs.
void render_next(std::string& out, const Page& page, const Site& site);

// "About 35 minutes, 12 figures"
std::string sitting(const Page& page);

}  // namespace loom::site
