// Files in and out: whole files are read, and results appear complete or not at all.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace outplace::cli {

// The contents of a file ("-": standard input), or why it cannot be read.
std::expected<std::string, std::string> read_file(const std::string& path);

// Results waiting to be published. Each is written to a temporary file beside its destination; commit() renames them all. What was not
// committed is removed, so a run that fails half-way leaves no partial output. Devices, pipes and the
// names of open files (/dev/stderr) are written at commit.
class PendingFiles {
 public:
  PendingFiles() = default;
  PendingFiles(const PendingFiles&) = delete;
  PendingFiles& operator=(const PendingFiles&) = delete;
  ~PendingFiles();

  // Writes the temporary file. The error says which file and why.
  std::expected<void, std::string> stage(const std::string& path, std::string_view contents);
  std::expected<void, std::string> commit();

 private:
  struct Entry {
    std::string path;       // as the user gave it
    std::string target;     // the file that is replaced, symbolic links resolved
    std::string temporary;  // empty: written in place at commit
    std::string contents;   // for those written in place
  };
  std::vector<Entry> entries_;
};

// Writes to standard output and makes sure that it arrived.
std::expected<void, std::string> write_stdout(std::string_view text);

}  // namespace outplace::cli
