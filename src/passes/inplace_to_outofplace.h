// Makes a graph pure: every mutation becomes a computation of a new value, and every later read, through whichever alias, sees it.
//
//   kv_cache[slice(0, 32)] = new_keys        kv_cache_modified = torch.slice_scatter(kv_cache, new_keys, dim = 0, end = 32)
//   return (kv_cache,)                  ==>  return (kv_cache_modified,)
//
// Which memory each node names is told by analysis/effects.h; which node holds a place's content at a time by passes/versions.h; this pass
// decides what each write becomes (preset `seed`): the same operator without its underscore, select_scatter, slice_scatter, pad + where,
// where, index_put, ... New values are named
// "<root>_modified", "_2", ... after the placeholder (or the tensor) that was mutated. A write node keeps its place in the graph; nodes
// that only named a stale view are dropped and the view is derived again where it is read. Everything else stays as it is.
//
// Refused with a located error: what analysis refuses; operators without a functional form; writes through expanded or overlapping views
// (but for constants); programs that eager refuses, as far as they are recognised.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/graph_effects.h"
#include "ir/module.h"
#include "passes/options.h"
#include "passes/rewritten.h"
#include "support/diagnostics.h"

namespace outplace {

struct OutOfPlace {
  Mutations mutations;
  std::map<std::string, int64_t> counts;  // by kind of rewrite
  std::vector<std::string> assumptions;
};

// `effects`: what a pass before found about the graph as it is, with the same options and diagnostics; none: it is found here.
Result<OutOfPlace> inplace_to_outofplace(Module& module, GraphId graph, const MemoryOptions& options, Diagnostics& diagnostics,
                                         std::unique_ptr<GraphEffects> effects = nullptr);

}  // namespace outplace
