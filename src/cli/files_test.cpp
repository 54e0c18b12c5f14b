#include "cli/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace outplace::cli {
namespace {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  FilesTest() {
    std::string pattern = testing::TempDir() + "outplace_files_XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~FilesTest() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  std::string get(const std::string& name) const {
    std::ifstream stream(path(name));
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  size_t file_count() const { return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), {})); }

  fs::path folder_;
};

TEST_F(FilesTest, ReadsAWholeFileWithItsNulBytes) {
  const std::string text("a\0b\n", 4);
  put("in", text);
  EXPECT_EQ(read_file(path("in")).value(), text);
}

TEST_F(FilesTest, AMissingFileIsNamed) {
  const auto text = read_file(path("none"));
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error(), "cannot read " + path("none") + ": No such file or directory");
}

TEST_F(FilesTest, ADirectoryIsNoFile) { EXPECT_FALSE(read_file(folder_.string())); }

TEST_F(FilesTest, NothingAppearsBeforeCommit) {
  PendingFiles files;
  ASSERT_TRUE(files.stage(path("out"), "new"));
  EXPECT_FALSE(fs::exists(path("out")));
  ASSERT_TRUE(files.commit());
  EXPECT_EQ(get("out"), "new");
  EXPECT_EQ(file_count(), 1U);
}

TEST_F(FilesTest, WhatIsNotCommittedLeavesNoTrace) {
  put("out", "old");
  {
    PendingFiles files;
    ASSERT_TRUE(files.stage(path("out"), "new"));
  }
  EXPECT_EQ(get("out"), "old");
  EXPECT_EQ(file_count(), 1U);
}

TEST_F(FilesTest, AnEarlierFileKeepsItsMode) {
  put("out", "old");
  ASSERT_EQ(::chmod(path("out").c_str(), 0640), 0);
  PendingFiles files;
  ASSERT_TRUE(files.stage(path("out"), "new"));
  ASSERT_TRUE(files.commit());
  EXPECT_EQ(get("out"), "new");
  EXPECT_EQ(fs::status(path("out")).permissions(), static_cast<fs::perms>(0640));
}

TEST_F(FilesTest, ASymbolicLinkStaysAndItsTargetChanges) {
  put("target", "old");
  fs::create_symlink("target", path("link"));
  PendingFiles files;
  ASSERT_TRUE(files.stage(path("link"), "new"));
  ASSERT_TRUE(files.commit());
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(get("target"), "new");
}

TEST_F(FilesTest, AMissingFolderAndADirectoryAreErrors) {
  PendingFiles files;
  EXPECT_FALSE(files.stage(path("none/out"), "new"));
  const auto staged = files.stage(folder_.string(), "new");
  ASSERT_FALSE(staged);
  EXPECT_EQ(staged.error(), "cannot write " + folder_.string() + ": it is a directory");
}

TEST_F(FilesTest, DevicesAreWrittenInPlace) {
  PendingFiles files;
  ASSERT_TRUE(files.stage("/dev/null", "text"));
  EXPECT_TRUE(files.commit());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(FilesTest, WhatIsBehindADescriptorIsAppendedTo) {
  put("log", "before\n");
  const int descriptor = ::open(path("log").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  ASSERT_GE(descriptor, 0);
  PendingFiles files;
  ASSERT_TRUE(files.stage("/dev/fd/" + std::to_string(descriptor), "text\n"));
  EXPECT_EQ(get("log"), "before\n");
  EXPECT_TRUE(files.commit());
  ::close(descriptor);
  EXPECT_EQ(get("log"), "before\ntext\n");
  EXPECT_EQ(file_count(), 1U);
}

}  // namespace
}  // namespace outplace::cli
