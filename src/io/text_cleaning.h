// Takes off what logs, terminals and editors put into the text of a graph: line prefixes, colours, carriage returns, tabs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace outplace {

// The text without them, line by line (line numbers stay); nullopt if there is nothing to take off.
std::optional<std::string> clean_text(std::string_view text);

}  // namespace outplace
