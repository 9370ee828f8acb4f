#include "protocol/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace bastide {

// One socket is both standard input and output: writing to it never raises SIGPIPE here.
Child::Child(const std::string& command) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  process_ = fork();
  if (process_ == 0) {
    setpgid(0, 0);
    dup2(ends[1], STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  if (process_ < 0) {
    close(ends[0]);
    return;
  }
  setpgid(process_, process_);  // both sides, so that it holds whoever comes first
  socket_ = ends[0];
  fcntl(socket_, F_SETFL, O_NONBLOCK);
}

Child::~Child() {
  if (socket_ >= 0) close(socket_);
  if (process_ <= 0) return;
  // Time to leave by itself, then no more.
  for (int i = 0; i < 20 && waitpid(process_, nullptr, WNOHANG) == 0; ++i) usleep(5000);
  kill(-process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

bool Child::wait_for(short events, Clock::time_point until) const {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count() + 1;
    if (left <= 0) return false;
    pollfd one{socket_, events, 0};
    const int ready = poll(&one, 1, static_cast<int>(std::min<long long>(left, 1 << 30)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

bool Child::say(std::string_view line, Clock::time_point until) {
  if (socket_ < 0) return false;
  std::string text(line);
  text += '\n';
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t sent = send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      rest.remove_prefix(static_cast<std::size_t>(sent));
    } else if (sent < 0 && errno != EAGAIN && errno != EINTR) {
      return false;
    } else if (!wait_for(POLLOUT, until)) {
      return false;
    }
  }
  return true;
}

Child::Heard Child::hear(std::string& line, Clock::time_point until) {
  if (socket_ < 0) return Heard::gone;
  for (;;) {
    const auto end = buffer_.find('\n');
    if (end != std::string::npos) {
      line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return Heard::line;
    }
    if (buffer_.size() > kMaxLine) return Heard::too_long;
    char chunk[4096];
    const ssize_t got = recv(socket_, chunk, sizeof chunk, 0);
    if (got > 0) {
      buffer_.append(chunk, static_cast<std::size_t>(got));
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
      return Heard::gone;
    } else if (!wait_for(POLLIN, until)) {
      return Heard::late;
    }
  }
}

}  // namespace bastide
