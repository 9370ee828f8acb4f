// A file of its own that says: somebody serves the store beside it. The system lets go of it when
// the process ends, however it ends. The store's own file would not do: closing any handle of it
// drops SQLite's locks.
#pragma once

#include <sys/file.h>

#include <fcntl.h>
#include <unistd.h>

#include <string>
#include <utility>

namespace bastide::server {

class FileLock {
 public:
  FileLock() = default;
  FileLock(FileLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileLock& operator=(FileLock&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~FileLock() {
    if (fd_ >= 0) ::close(fd_);
  }

  // False if somebody else has it. Where no file can be made, no store can be opened either.
  bool take(const std::string& file) {
    fd_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return fd_ < 0 || ::flock(fd_, LOCK_EX | LOCK_NB) == 0;
  }

 private:
  int fd_ = -1;
};

}  // namespace bastide::server
