// Runs a fuzz target on each file of its corpus, as one test each.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

namespace fs = std::filesystem;

class CorpusTest : public testing::Test {
 public:
  explicit CorpusTest(fs::path file) : file_(std::move(file)) {}
  void TestBody() override {
    std::ifstream stream(file_, std::ios::binary);
    ASSERT_TRUE(stream.is_open()) << file_;
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_EQ(LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()), 0);
    // Every prefix of a short input, too: what is cut off is what readers trip over.
    const size_t step = std::max<size_t>(1, bytes.size() / 64);
    for (size_t size = 0; size < bytes.size(); size += step) LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), size);
  }

 private:
  fs::path file_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(OUTPLACE_CORPUS)) files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    testing::RegisterTest("Corpus", file.filename().c_str(), nullptr, nullptr, __FILE__, __LINE__, [=] { return new CorpusTest(file); });
  }
  return RUN_ALL_TESTS();
}
