// Reading whole files and publishing results by rename.
#include "cli/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace outplace::cli {
namespace {

namespace fs = std::filesystem;

std::string problem(const std::string& path, const char* what) {
  return "cannot " + std::string(what) + " " + path + ": " + std::strerror(errno);
}

// Writes all of `text`, across short writes and signals.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

bool read_all(int descriptor, std::string& text) {
  char buffer[1 << 16];
  for (;;) {
    const ssize_t got = ::read(descriptor, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) return true;
    text.append(buffer, static_cast<size_t>(got));
  }
}

// A name of an open file. What is behind it belongs to whoever opened it, so it is appended to and never replaced.
bool names_descriptor(std::string_view path) {
  return path == "/dev/stdout" || path == "/dev/stderr" || path.starts_with("/dev/fd/") || path.starts_with("/proc/");
}

mode_t default_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

std::expected<std::string, std::string> read_file(const std::string& path) {
  std::string text;
  if (path == "-") {
    if (!read_all(STDIN_FILENO, text)) return std::unexpected(problem("standard input", "read"));
    return text;
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::unexpected(problem(path, "read"));
  struct stat status{};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) text.reserve(static_cast<size_t>(status.st_size));
  const bool complete = read_all(descriptor, text);
  std::string why = complete ? std::string() : problem(path, "read");
  ::close(descriptor);
  if (!complete) return std::unexpected(std::move(why));
  return text;
}

PendingFiles::~PendingFiles() {
  for (const Entry& entry : entries_) {
    if (!entry.temporary.empty()) ::unlink(entry.temporary.c_str());
  }
}

std::expected<void, std::string> PendingFiles::stage(const std::string& path, std::string_view contents) {
  Entry entry{path, path, {}, {}};
  struct stat status{};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return std::unexpected("cannot write " + path + ": it is a directory");
  if (exists && (!S_ISREG(status.st_mode) || names_descriptor(path))) {
    entry.contents = contents;
    entries_.push_back(std::move(entry));
    return {};
  }
  if (exists && ::access(path.c_str(), W_OK) != 0) return std::unexpected(problem(path, "write"));
  std::error_code ignored;
  if (const fs::path resolved = fs::weakly_canonical(path, ignored); !ignored) entry.target = resolved.string();

  std::string temporary = entry.target + ".XXXXXX";
  const int descriptor = ::mkstemp(temporary.data());
  if (descriptor < 0) return std::unexpected(problem(path, "write"));
  entry.temporary = temporary;
  const bool written = write_all(descriptor, contents) && ::fchmod(descriptor, exists ? status.st_mode & 07777U : default_mode()) == 0;
  std::string why = written ? std::string() : problem(path, "write");
  if (::close(descriptor) != 0 && why.empty()) why = problem(path, "write");
  entries_.push_back(std::move(entry));
  if (!why.empty()) return std::unexpected(std::move(why));
  return {};
}

std::expected<void, std::string> PendingFiles::commit() {
  for (Entry& entry : entries_) {
    if (entry.temporary.empty()) {
      const int descriptor = ::open(entry.path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
      if (descriptor < 0) return std::unexpected(problem(entry.path, "write"));
      const bool written = write_all(descriptor, entry.contents);
      std::string why = written ? std::string() : problem(entry.path, "write");
      ::close(descriptor);
      if (!written) return std::unexpected(std::move(why));
    } else if (::rename(entry.temporary.c_str(), entry.target.c_str()) != 0) {
      return std::unexpected(problem(entry.path, "write"));
    } else {
      entry.temporary.clear();
      entry.path.clear();
    }
  }
  entries_.clear();
  return {};
}

std::expected<void, std::string> write_stdout(std::string_view text) {
  if (!write_all(STDOUT_FILENO, text)) return std::unexpected(problem("standard output", "write to"));
  return {};
}

}  // namespace outplace::cli
