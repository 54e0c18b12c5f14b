// A node as one line of text for messages and dumps, in the style of Python code: "add_: f32[2, 3] = x.add_(y, alpha = 2)".
#pragma once

#include <string>

#include "ir/module.h"

namespace outplace {

std::string print_arg(const Module& module,
                      const Arg& arg);  // Python source of an argument: x, 1e-05, slice(0, 3, None), (1, x), device(type='cpu')
std::string python_string(std::string_view contents);       // repr() of a str
std::string describe(const Module& module, NodeId node);    // without comment, annotation in quotes left out
std::string model_line(const Module& module, NodeId node);  // "model.py:12 in forward" from the node's comment, "" if not known
// A diagnostic that points at a node: text position, node, model line filled in.
Diagnostic located(const Module& module, NodeId node, std::string message, std::string advice = {});

}  // namespace outplace
