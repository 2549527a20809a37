// A server with a limited memory, token by token: which requests are admitted, which wait, and
// where the memory goes, with pages or with one reserved stretch for each request.
//
// In every step, requests are admitted in order of arrival while there is room, and their prompt is
// stored at once. Then each running request makes and stores a token; a request that has made its
// last token leaves. Reserved stretches are as long as the longest request allowed, at the first
// gap that holds them. With pages, if none is free, the request admitted last frees its pages and
// waits at the front; when it is admitted again, its tokens are computed again. Sources:
// PagedAttention, arXiv 2309.06180; Orca (a batch that changes every step).
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/attention/pages.hpp"
#include "core/result.hpp"

namespace loom::attention {

struct Request {
  int prompt = 0, output = 0;  // tokens
  int shared = 0;              // first tokens of the prompt that others' `shared` ones begin with
};

struct ServingOptions {
  enum class Policy : unsigned char { contiguous, paged };
  Policy policy = Policy::paged;
  int slots = 0;    // tokens that fit
  int page = 16;    // tokens; the last slots that fill no page stay unused
  int reserve = 0;  // tokens of a stretch; 0: the longest of the requests
};

class Serving {
 public:
  enum class Phase : unsigned char { waiting, running, done };

  // Refused: no requests or more than 4096, prompt or output below 1, shared outside 0…prompt,
  // slots outside 1…2²⁰, page outside 1…slots, a request longer than the reserve, a request or a
  // reserve that the memory can never hold.
  static Result<Serving> make(std::span<const Request> requests, const ServingOptions& options);

  bool finished() const { return done_ == static_cast<int>(states_.size()); }
  void advance();  // one step; nothing when finished

  int steps() const { return steps_; }
  int done() const { return done_; }
  int preempted() const { return preempted_; }      // times that pages were given back
  int copies() const { return copies_; }            // pages copied before a write
  int tokens_made() const { return tokens_made_; }  // by all steps
  Phase phase(int request) const { return of(request).phase; }
  int length(int request) const { return of(request).length; }  // tokens stored
  int made(int request) const { return of(request).made; }      // output tokens so far
  std::span<const int> running() const { return running_; }     // in the order let in

  // Where its tokens are. Contiguous: the first slot of its stretch. Paged: its table.
  int stretch(int request) const { return of(request).place; }
  std::span<const int> table(int request) const { return pool_.table(of(request).place); }

  const PagePool& pool() const { return pool_; }
  int reserve() const { return options_.reserve; }
  Occupied memory() const;  // of those that run

  // What is in each slot: one of the requests whose tokens are there, how many have one there,
  // whether it is given out, and whether it has the last token of a request so far.
  struct Slot {
    int owner = -1, owners = 0;
    bool given = false, newest = false;
  };
  std::vector<Slot> slots() const;

 private:
  struct State {
    Phase phase = Phase::waiting;
    int place = 0;  // sequence, or slot
    int length = 0, made = 0;
  };

  Serving(std::span<const Request> requests, const ServingOptions& options);
  State& of(int request) { return states_[static_cast<size_t>(request)]; }
  const State& of(int request) const { return states_[static_cast<size_t>(request)]; }
  const Request& asked(int request) const { return requests_[static_cast<size_t>(request)]; }

  bool paged() const { return options_.policy == ServingOptions::Policy::paged; }
  bool let_in(int request);
  bool let_into_pages(int request);
  bool let_into_gap(int request);
  bool store(int request);      // one more token; frees pages for it, perhaps the request's own
  void take_back(int request);  // its memory
  void drop_last();

  ServingOptions options_;
  std::vector<Request> requests_;
  std::vector<State> states_;
  std::vector<int> running_;
  std::vector<int> waiting_;  // the next one last
  PagePool pool_;
  int steps_ = 0, done_ = 0, preempted_ = 0, copies_ = 0, tokens_made_ = 0;
};

// A server's whole day: before its first step, and after each until all requests are done.
struct Served {
  std::vector<Serving> after;

  // From the last step on, what was after it.
  const Serving& at(int step) const {
    return after[std::min(static_cast<size_t>(step), after.size() - 1)];
  }
  int length() const { return static_cast<int>(after.size()) - 1; }  // steps
  int last_step(int request) const;  // that made its last token, counted from 1
  int most_running() const;
  double wasted_share() const;  // of all slots given out in all steps, those that held nothing
};

// Refused: as by Serving::make().
Result<Served> serve(std::span<const Request> requests, const ServingOptions& options);

}  // namespace loom::attention
