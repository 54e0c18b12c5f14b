// How FX spells arguments, calls and annotations.
#include "ir/node_text.h"

#include <charconv>

#include "ir/operator_symbols.h"
#include "support/dtype.h"

namespace outplace {
namespace {

void append_parts(std::string& out, const Module& module, std::span<const Arg> parts) {
  bool first = true;
  for (const Arg& part : parts) {
    if (!first) out += ", ";
    first = false;
    append_arg(out, module, part);
  }
}

void append_dict(std::string& out, const Module& module, std::span<const Arg> parts) {
  out += '{';
  for (size_t i = 0; i + 1 < parts.size(); i += 2) {
    if (i > 0) out += ", ";
    append_arg(out, module, parts[i]);
    out += ": ";
    append_arg(out, module, parts[i + 1]);
  }
  out += '}';
}

void append_device(std::string& out, std::string_view device) {
  const size_t colon = device.find(':');
  out += "device(type='";
  out += device.substr(0, colon);
  out += '\'';
  if (colon != std::string_view::npos) {
    out += ", index=";
    out += device.substr(colon + 1);
  }
  out += ')';
}

void append_call(std::string& out, const Module& module, std::span<const Arg> args, std::span<const Keyword> kwargs) {
  out += '(';
  append_parts(out, module, args);
  bool first = args.empty();
  for (const Keyword& k : kwargs) {
    if (!first) out += ", ";
    first = false;
    out += module.text(k.name);
    out += " = ";
    append_arg(out, module, k.value);
  }
  out += ')';
}

// The function's name as FX prints it. What is in the operator module without a symbol is a global made of its qualified name.
void append_function(std::string& out, std::string_view target) {
  if (!target.starts_with("operator.")) {
    out += target;
    return;
  }
  out += "_operator_";
  out += target.substr(9);
}

void append_function_call(std::string& out, const Module& module, NodeId node) {
  const std::string_view target = module.target(node);
  const auto args = module.args(node);
  if (target.starts_with("operator.")) {
    if (args.size() == 2) {
      if (target == "operator.getitem") {
        append_arg(out, module, args[0]);
        out += '[';
        append_arg(out, module, args[1]);
        out += ']';
        return;
      }
      if (const std::string_view symbol = binary_symbol(target); !symbol.empty()) {
        append_arg(out, module, args[0]);
        out += ' ';
        out += symbol;
        out += ' ';
        append_arg(out, module, args[1]);
        return;
      }
    } else if (args.size() == 1) {
      if (const std::string_view symbol = unary_symbol(target); !symbol.empty()) {
        out += symbol;
        append_arg(out, module, args[0]);
        return;
      }
    }
  } else if (target == "getattr" && args.size() == 2 && args[1].kind == ArgKind::string && is_identifier(module.text(args[1].as_text()))) {
    append_arg(out, module, args[0]);
    out += '.';
    out += module.text(args[1].as_text());
    return;
  }
  append_function(out, target);
  append_call(out, module, args, module.kwargs(node));
}

}  // namespace

bool is_identifier(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  for (const char c : text) {
    const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                      (static_cast<unsigned char>(c) & 0x80U) != 0;
    if (!fine) return false;
  }
  return true;
}

void append_integer(std::string& out, int64_t value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

void append_arg(std::string& out, const Module& module, const Arg& arg) {
  switch (arg.kind) {
    case ArgKind::none: out += "None"; return;
    case ArgKind::node: out += module.name(arg.as_node()); return;
    case ArgKind::boolean: out += arg.as_boolean() ? "True" : "False"; return;
    case ArgKind::integer: append_integer(out, arg.as_integer()); return;
    case ArgKind::string: append_python_string(out, module.text(arg.as_text())); return;
    case ArgKind::ellipsis: out += "Ellipsis"; return;
    case ArgKind::device: append_device(out, module.text(arg.as_text())); return;
    case ArgKind::dict: append_dict(out, module, module.parts(arg)); return;
    case ArgKind::slice:
      out += "slice(";
      append_parts(out, module, module.parts(arg));
      out += ')';
      return;
    case ArgKind::list:
      out += '[';
      append_parts(out, module, module.parts(arg));
      out += ']';
      return;
    case ArgKind::tuple:
      out += '(';
      append_parts(out, module, module.parts(arg));
      out += arg.b == 1 ? ",)" : ")";
      return;
    case ArgKind::real:
    case ArgKind::imaginary:
    case ArgKind::dtype:
    case ArgKind::layout:
    case ArgKind::memory_format:
    case ArgKind::symbolic:
    case ArgKind::opaque: out += module.text(arg.as_text()); return;
  }
}

void append_attribute(std::string& out, std::string_view base, std::string_view path) {
  const size_t start = out.size();
  out += base;
  while (true) {
    const size_t dot = path.find('.');
    const std::string_view part = path.substr(0, dot);
    if (is_identifier(part)) {
      out += '.';
      out += part;
    } else {
      out.insert(start, "getattr(");
      out += ", \"";
      out += part;
      out += "\")";
    }
    if (dot == std::string_view::npos) return;
    path.remove_prefix(dot + 1);
  }
}

bool is_effect_form(const Module& module, NodeId node) {
  const Node& n = module.node(node);
  if (n.op != NodeOp::call_function) return false;
  const std::string_view target = module.text(n.target);
  if (!target.starts_with("operator.")) return false;
  if (n.args_count == 3) return target == "operator.setitem";
  return n.args_count == 2 && target.size() > 10 && target[9] == 'i' && !inplace_symbol(target).empty();
}

void append_effect(std::string& out, const Module& module, NodeId node) {
  const auto args = module.args(node);
  append_arg(out, module, args[0]);
  if (args.size() == 3) {
    out += '[';
    append_arg(out, module, args[1]);
    out += "] = ";
    append_arg(out, module, args[2]);
    return;
  }
  out += ' ';
  out += inplace_symbol(module.target(node));
  out += ' ';
  append_arg(out, module, args[1]);
}

void append_value(std::string& out, const Module& module, NodeId node) {
  const auto args = module.args(node);
  switch (module.node(node).op) {
    case NodeOp::call_function:
      if (is_effect_form(module, node)) {
        append_arg(out, module, args[0]);
      } else {
        append_function_call(out, module, node);
      }
      return;
    case NodeOp::call_method: {
      std::string_view base_name;
      std::string base;
      if (!args.empty() && args[0].is_node()) {
        base_name = module.name(args[0].as_node());
      } else if (!args.empty()) {
        append_arg(base, module, args[0]);
        base_name = base;
      }
      append_attribute(out, base_name, module.target(node));
      append_call(out, module, args.empty() ? args : args.subspan(1), module.kwargs(node));
      return;
    }
    case NodeOp::call_module:
      append_attribute(out, "self", module.target(node));
      append_call(out, module, args, module.kwargs(node));
      return;
    case NodeOp::get_attr: append_attribute(out, "self", module.target(node)); return;
    case NodeOp::placeholder:
    case NodeOp::output: return;
  }
}

bool is_value_annotation(std::string_view annotation) {
  if (annotation.starts_with("Sym(")) return true;
  // Tensor subclasses stand around a tensor: Cls(f32[8], ...).
  while (true) {
    const size_t bracket = annotation.find_first_of("[(");
    if (bracket == std::string_view::npos) return false;
    const std::string_view head = annotation.substr(0, bracket);
    if (annotation[bracket] == '[') return dtype_from_abbreviation(head).has_value();
    if (!is_identifier(head)) return false;
    annotation.remove_prefix(bracket + 1);
  }
}

void append_annotation(std::string& out, std::string_view annotation, AnnotationSpelling spelling) {
  if (annotation.starts_with('"')) {
    out += ": ";
    out += annotation;
  } else if (!is_value_annotation(annotation)) {
    out += " : ";
    out += annotation;
  } else if (spelling == AnnotationSpelling::bare) {
    out += ": ";
    out += annotation;
  } else {
    out += ": \"";
    out += annotation;
    out += '"';
  }
}

}  // namespace outplace
