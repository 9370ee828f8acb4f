#include "server/store/postgres_channel.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/store/salt.h"

namespace bastide::server::postgres {

namespace {

constexpr int kChannelAnswerMs = 2000;
// A connection that nothing comes from is asked whether it is still there.
constexpr int kQuietMs = 2000;
constexpr int kTryAgainMs = 200;

const std::vector<Statement> kChannelStatements{
    {"tell", "SELECT pg_notify($1::text, $2::text)"},
    {"are_you_there", "SELECT 1"},
};

std::string random_sender() {
  std::string name;
  const Bytes32 bytes = make_salt();
  for (std::size_t i = 0; i < 12; ++i) name.push_back(static_cast<char>('a' + bytes[i] % 26));
  return name;
}

}  // namespace

HintChannel::HintChannel(std::shared_ptr<Place> place, std::shared_ptr<HintBuffer> buffer)
    : buffer_(std::move(buffer)),
      sender_(random_sender()),
      session_(std::move(place), kChannelStatements,
               {.answer_ms = kChannelAnswerMs, .settings = "SET synchronous_commit = off"}),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  buffer_->set_wake([this] { wake(); });
}

HintChannel::~HintChannel() {
  close();
  buffer_->set_wake(nullptr);
  if (wake_ >= 0) ::close(wake_);
}

std::optional<std::string> HintChannel::start() {
  if (wake_ < 0) return "no descriptor is left";
  if (auto wrong = connect()) return wrong;
  thread_ = std::thread([this] { run(); });
  return std::nullopt;
}

void HintChannel::listen(std::function<void(PeerNews)> news) {
  const std::lock_guard lock(news_mutex_);
  news_ = std::move(news);
}

void HintChannel::close() {
  closing_ = true;
  wake();
  if (thread_.joinable()) thread_.join();
}

// --- The thread ---------------------------------------------------------------

void HintChannel::run() {
  while (!closing_) {
    if (!session_.connected()) {
      if (connect()) {
        clear_wake();
        sleep(kTryAgainMs);
        continue;
      }
      PeerNews news;
      news.missed = true;  // but from here on nothing is
      report(std::move(news));
    }
    if (!tell()) continue;
    hear();
    if (session_.wait_for_news(wake_, kQuietMs) == News::none) ask();
  }
  if (session_.connected()) tell();
}

// The channel is this store's alone: there may be others in the same database.
std::optional<std::string> HintChannel::connect() {
  if (auto wrong = session_.connect()) return wrong;
  Outcome outcome = session_.execute("SELECT 'bastide_' || 'bastide_store'::regclass::oid");
  if (outcome.ok()) {
    name_ = outcome.answers.front().text(0, 0);
    outcome = session_.execute("LISTEN " + name_);
  }
  if (outcome.ok()) return std::nullopt;
  session_.close();
  return outcome.text;
}

bool HintChannel::tell() {
  clear_wake();
  const Hints hints = buffer_->take();
  std::vector<Call> calls;
  for (const std::string& payload : payloads_of(sender_, hints))
    calls.push_back(Call("tell").text(name_).text(payload));
  if (calls.empty() || session_.run(calls).ok()) return session_.connected();
  buffer_->add(hints);
  session_.close();
  return false;
}

void HintChannel::ask() {
  if (!session_.run({Call("are_you_there")}).ok()) session_.close();
}

void HintChannel::hear() {
  Hints heard;
  for (const std::string& payload : session_.take_notifications())
    read_payload(sender_, payload, heard);
  if (!heard.empty()) report(news_of(std::move(heard)));
}

void HintChannel::report(PeerNews news) {
  const std::lock_guard lock(news_mutex_);
  if (news_) news_(std::move(news));
}

void HintChannel::wake() const {
  const std::uint64_t one = 1;
  // Full is awake as well.
  [[maybe_unused]] const auto written = ::write(wake_, &one, sizeof one);
}

void HintChannel::clear_wake() const {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto taken = ::read(wake_, &count, sizeof count);
}

void HintChannel::sleep(int most_ms) const {
  pollfd woken{wake_, POLLIN, 0};
  ::poll(&woken, 1, most_ms);
}

}  // namespace bastide::server::postgres
