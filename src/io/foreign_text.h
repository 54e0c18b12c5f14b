// Says what a text is that holds no FX graph.
#pragma once

#include <string>
#include <string_view>

namespace outplace {

// One sentence for the user.
std::string describe_foreign_text(std::string_view text);

}  // namespace outplace
