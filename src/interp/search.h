// Where two graphs that differ begin to differ, and how an element came to be.
#pragma once

#include <string>
#include <vector>

#include "interp/compare.h"

namespace outplace::interp {

struct Subject {
  const Module& before;
  GraphId before_graph;
  const Module& after;
  GraphId after_graph;
};

// How the world was made in which they differ.
struct WorldSetting {
  int attempt = 0;
  uint64_t seed = 0;
  int64_t range = 0;
  Probes probes;
};

struct Search {
  NodeId node;  // of the rewritten graph: the first whose value is not that of the original's node of the same name
  std::vector<std::string> before_history;  // the nodes that held the element, newest first; the last one made it
  std::vector<std::string> after_history;
};

// Runs both graphs again.
Search search_difference(const Subject& subject, const VerifyOptions& options, const WorldSetting& setting, const Difference& difference);

}  // namespace outplace::interp
