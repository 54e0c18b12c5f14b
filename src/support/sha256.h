// SHA-256 (FIPS 180-4): a content hash that is the same in every process.
#pragma once

#include <string>
#include <string_view>

namespace outplace {

std::string sha256_hex(std::string_view data);  // 64 lower-case hexadecimal digits

}  // namespace outplace
