// Arguments of nodes, from Python to the core and back: one conversion by type, and whatever has none stays the object it is.
#pragma once

#include <vector>

#include "ir/module.h"
#include "objects.h"
#include "pointer_map.h"

namespace outplace::python {

// Which core node stands for a Python node.
using NodeIds = PointerMap<NodeId>;

class ArgumentReader {
 public:
  ArgumentReader(Module& module, Objects& objects, const NodeIds& nodes) : module_(module), objects_(objects), nodes_(nodes) {}

  Arg read(nb::handle value) { return read(value, 0); }

 private:
  Arg read(nb::handle value, int depth);
  Arg number(nb::handle value);
  Arg sequence(ArgKind kind, nb::handle value, int depth);
  Arg dictionary(nb::handle value, int depth);
  Arg other(nb::handle value, int depth);
  Arg text(ArgKind kind, std::string_view contents) { return module_.make_text(kind, contents); }

  Module& module_;
  Objects& objects_;
  const NodeIds& nodes_;
  std::vector<Arg> stack_;
};

// Arguments of `after`, in which `nodes` are the Python nodes by id. What is as it was in `before` stays the object that it was: the
// original, if there is one, stands at the same place and has the same form.
class ArgumentMaker {
 public:
  ArgumentMaker(const Module& before, const Module& after, Objects& objects, const std::vector<nb::object>& nodes)
      : before_(before), after_(after), objects_(objects), nodes_(nodes) {}

  nb::object make(const Arg& arg);
  nb::object make(const Arg& arg, const Arg& was, nb::handle original);
  bool same(const Arg& arg, const Arg& was) const;
  // Nodes that are not there yet become None: to find out whether the rest can be made.
  void leave_out_new_nodes() { complete_ = false; }

 private:
  nb::object part(const Arg& arg, const Arg* was, nb::handle original);
  nb::object node(NodeId id) const;
  nb::object sequence(const Arg& arg, const Arg* was, nb::handle original);
  nb::object dictionary(const Arg& arg, const Arg* was, nb::handle original);
  nb::object slice(const Arg& arg, const Arg* was, nb::handle original);
  nb::object constant(const Arg& arg);

  const Module& before_;
  const Module& after_;
  Objects& objects_;
  const std::vector<nb::object>& nodes_;
  bool complete_ = true;
};

}  // namespace outplace::python
