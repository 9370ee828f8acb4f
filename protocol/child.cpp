#include "protocol/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace bastide {

namespace {

bool wait_for(int end, short events, Child::Clock::time_point until) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - Child::Clock::now()).count() +
        1;
    if (left <= 0) return false;
    pollfd one{end, events, 0};
    const int ready = poll(&one, 1, static_cast<int>(std::min<long long>(left, 1 << 30)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

// Writes without SIGPIPE, whatever the program has decided about that signal: it is blocked for
// this thread, and taken away if the write has raised it.
ssize_t write_quietly(int end, std::string_view text) {
  sigset_t broken, before;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  const ssize_t sent = write(end, text.data(), text.size());
  const int error = errno;
  const timespec at_once{};
  if (sent < 0 && error == EPIPE && sigismember(&before, SIGPIPE) == 0)
    sigtimedwait(&broken, nullptr, &at_once);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return sent;
}

void close_both(const int (&ends)[2]) {
  close(ends[0]);
  close(ends[1]);
}

// In the new process: its ends become standard input and output. They are moved out of the way
// first, for a program of ours that was itself started without these.
[[noreturn]] void become(const std::string& command, int in, int out) {
  setpgid(0, 0);
  in = fcntl(in, F_DUPFD_CLOEXEC, 3);
  out = fcntl(out, F_DUPFD_CLOEXEC, 3);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  _exit(127);
}

}  // namespace

// Two pipes, not one socket: programs open /dev/stdin and /dev/stdout, and one that makes its input
// non-blocking must not do so to its output, or to that of others on the command line.
Child::Child(const std::string& command) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0) return;
  if (pipe2(out, O_CLOEXEC) != 0) {
    close_both(in);
    return;
  }
  process_ = fork();
  if (process_ == 0) become(command, in[0], out[1]);
  if (process_ < 0) {
    close_both(in);
    close_both(out);
    return;
  }
  setpgid(process_, process_);  // both sides, so that it holds whoever comes first
  close(in[0]);
  close(out[1]);
  to_ = in[1];
  from_ = out[0];
  fcntl(to_, F_SETFL, O_NONBLOCK);
  fcntl(from_, F_SETFL, O_NONBLOCK);
}

Child::~Child() {
  if (to_ >= 0) close(to_);
  if (from_ >= 0) close(from_);
  if (process_ <= 0) return;
  // Time to leave by itself, then no more. It is not reaped before, so that the number of its group
  // is still its own.
  siginfo_t left{};
  for (int i = 0; i < 20; ++i) {
    if (waitid(P_PID, static_cast<id_t>(process_), &left, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        left.si_pid != 0)
      break;
    usleep(5000);
  }
  kill(-process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

bool Child::say(std::string_view line, Clock::time_point until) {
  if (to_ < 0) return false;
  std::string text(line);
  text += '\n';
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t sent = write_quietly(to_, rest);
    if (sent > 0) {
      rest.remove_prefix(static_cast<std::size_t>(sent));
    } else if (sent < 0 && errno != EAGAIN && errno != EINTR) {
      return false;
    } else if (!wait_for(to_, POLLOUT, until)) {
      return false;
    }
  }
  return true;
}

Child::Got Child::receive() {
  char chunk[4096];
  for (;;) {
    const ssize_t got = read(from_, chunk, sizeof chunk);
    if (got > 0) {
      buffer_.append(chunk, static_cast<std::size_t>(got));
      return Got::some;
    }
    if (got < 0 && errno == EINTR) continue;
    ended_ = got == 0 || errno != EAGAIN;
    return ended_ ? Got::end : Got::nothing;
  }
}

bool Child::next_line(std::string& line) {
  const auto end = buffer_.find('\n');
  if (end == std::string::npos) return false;
  line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  return true;
}

Child::Heard Child::hear(std::string& line, Clock::time_point until) {
  if (from_ < 0) return Heard::gone;
  for (bool talks = false;; talks = true) {
    while (next_line(line))
      if (line.find_first_not_of(" \t\r") != std::string::npos) return Heard::line;
    if (buffer_.size() > kMaxLine) return Heard::too_long;
    if (talks && Clock::now() > until) return Heard::late;
    const Got got = receive();
    if (got == Got::end) return Heard::gone;
    if (got == Got::nothing && !wait_for(from_, POLLIN, until)) return Heard::late;
  }
}

bool Child::hear_now(std::string& line) {
  while (!next_line(line))
    if (from_ < 0 || buffer_.size() > kMaxLine || receive() != Got::some) return false;
  return true;
}

}  // namespace bastide
