// The stored graphs come back byte for byte. OUTPLACE_GRAPHS names another directory of graphs to try.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "io/fx_text_fixture.h"

namespace outplace {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(FxTextCorpus, ReadAndPrintedIsTheSame) {
  const char* other = std::getenv("OUTPLACE_GRAPHS");
  const std::filesystem::path root =
      other != nullptr ? std::filesystem::path(other) : std::filesystem::path(OUTPLACE_SOURCE_DIR) / "tests" / "graphs";
  if (!std::filesystem::is_directory(root)) GTEST_SKIP() << root << " is not there";
  size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const std::string name = entry.path().filename().string();
    if (name != "graph.py" && name != "graph_plain.py" && name != "graph_code.py" && name != "graph.txt") continue;
    const std::string text = read_file(entry.path());
    EXPECT_TRUE(again(text) == text) << entry.path();
    ++count;
  }
  if (count == 0) GTEST_SKIP() << "no graphs in " << root;
}

}  // namespace
}  // namespace outplace
