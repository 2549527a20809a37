// Memory for keys and values, allocated in pages of a few tokens.
//
// A sequence has a table of its pages: its token t is in slot t mod P of page table[t / P]. Each
// page has a count of the tables that name it, so that sequences with the same beginning share its
// pages. A sequence that writes into a shared page first makes a copy. A slot is the room of one
// token. Source: PagedAttention, arXiv 2309.06180.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace loom::attention {

class PagePool {
 public:
  // Both at least 1.
  PagePool(int pages, int page_tokens)
      : page_tokens_(page_tokens), references_(static_cast<size_t>(pages)), free_(pages) {}

  // An empty sequence, or one that begins with the first `tokens` tokens of another, whose pages it
  // then shares. Returns its number; numbers are not used again.
  int begin();
  int begin_like(int other, int tokens);

  struct Place {
    int page = 0, slot = 0;
    bool opened = false;   // a page was taken for it
    int copied_from = -1;  // the page whose first `slot` slots were copied into the taken one
  };
  // Room for one more token; nothing, and no change, if that needs a page and none is free.
  std::optional<Place> append(int sequence);

  // Frees the pages that no other sequence holds.
  void end(int sequence);

  std::span<const int> table(int sequence) const { return of(sequence).table; }
  int length(int sequence) const { return of(sequence).length; }

  int page_tokens() const { return page_tokens_; }
  int pages() const { return static_cast<int>(references_.size()); }
  int free_pages() const { return free_; }
  int references(int page) const { return references_[static_cast<size_t>(page)]; }

 private:
  struct Sequence {
    std::vector<int> table;
    int length = 0;
  };
  Sequence& of(int sequence) { return sequences_[static_cast<size_t>(sequence)]; }
  const Sequence& of(int sequence) const { return sequences_[static_cast<size_t>(sequence)]; }
  int take();  // the first free page

  int page_tokens_;
  std::vector<int> references_;
  int free_;
  int lowest_ = 0;  // no page with a smaller number is free
  std::vector<Sequence> sequences_;
};

// What sequences occupy, in slots.
struct Occupied {
  long long allocated = 0;  // given out
  long long used = 0;       // holding a token that some sequence can reach
  long long tokens = 0;     // of all sequences: more than `used` where they share
  constexpr long long waste() const { return allocated - used; }
};
Occupied occupied(const PagePool& pool, std::span<const int> sequences);

}  // namespace loom::attention
