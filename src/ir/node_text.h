// Python source of arguments and calls, appended to a string: the part that printers, dumps and messages share.
#pragma once

#include <string>
#include <string_view>

#include "ir/module.h"

namespace outplace {

void append_arg(std::string& out, const Module& module, const Arg& arg);
void append_python_string(std::string& out, std::string_view contents);
void append_integer(std::string& out, int64_t value);

// "base.a.b"; parts that are no identifiers become getattr(base.a, "0").
void append_attribute(std::string& out, std::string_view base, std::string_view path);

// Does the node print as an effect on its first argument followed by a binding ("x += y;  iadd = x", "x[i] = v;  setitem = x")?
bool is_effect_form(const Module& module, NodeId node);
// The effect alone: "x += y", "x[i] = v".
void append_effect(std::string& out, const Module& module, NodeId node);
// What stands to the right of "name = ". For effect forms that is the first argument. Not for placeholders and outputs.
void append_value(std::string& out, const Module& module, NodeId node);

// How Node::annotation is spelled after a name. Tensor and symbol annotations are strings; types have a space before the colon; an
// annotation that starts with a quote is printed as it is.
enum class AnnotationSpelling : uint8_t { quoted, bare };
bool is_value_annotation(std::string_view annotation);  // "f32[2][1]cpu", "Sym(s0)", "DTensor(f32[8], S(0))"
void append_annotation(std::string& out, std::string_view annotation, AnnotationSpelling spelling);

bool is_identifier(std::string_view text);

}  // namespace outplace
