#include "server/store/postgres_worker.h"

namespace bastide::server::postgres {

namespace {

constexpr int kWorkerAnswerMs = 2000;
constexpr std::chrono::milliseconds kTryAgain(20);

// Leases, drivers and presence need not survive a crash of the server: nobody waits for its disk.
constexpr const char* kWorkerSettings = "SET synchronous_commit = off";

// The server stops, starts, is full, may only read, or has found two that wait for each other: all
// that passes.
bool passes(const Outcome& outcome) {
  const std::string& state = outcome.state;
  return outcome.fault == Fault::broken || state.starts_with("57") || state.starts_with("53") ||
         state.starts_with("08") || state == "25006" || state == "40P01" || state == "40001" ||
         state == "55P03";
}

Outcome no_answer(std::string text) {
  Outcome outcome;
  outcome.fault = Fault::broken;
  outcome.text = std::move(text);
  return outcome;
}

}  // namespace

Worker::Worker(std::shared_ptr<Place> place, std::vector<Statement> statements, int give_up_ms)
    : session_(std::move(place), std::move(statements),
               {.answer_ms = kWorkerAnswerMs, .settings = kWorkerSettings}),
      give_up_(give_up_ms) {}

std::optional<std::string> Worker::start() {
  if (auto wrong = session_.connect()) return wrong;
  thread_ = std::thread([this] { run(); });
  return std::nullopt;
}

void Worker::ask(Call call, std::function<void(Outcome)> done) {
  {
    const std::lock_guard lock(mutex_);
    if (!closing_) {
      questions_.push_back({std::move(call), std::move(done), Clock::now() + give_up_});
      ++asked_;
      wake_.notify_one();
      return;
    }
  }
  done(no_answer("it is closed"));
}

void Worker::flush() {
  std::unique_lock lock(mutex_);
  progress_.wait(lock, [this, until = asked_] { return answered_ >= until; });
}

void Worker::close() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    wake_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void Worker::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return closing_ || !questions_.empty(); });
    if (questions_.empty()) return;
    Question question = std::move(questions_.front());
    questions_.pop_front();
    lock.unlock();
    question.done(answer(question));
    question.done = nullptr;  // what it holds goes before the next one
    lock.lock();
    ++answered_;
    progress_.notify_all();
  }
}

// Those that have waited too long behind another one are not tried at all, so that all of them end
// in time.
Outcome Worker::answer(const Question& question) {
  Outcome outcome = no_answer("the server is away");
  while (Clock::now() < question.end) {
    outcome = answer_once(question.call);
    if (!passes(outcome)) return outcome;
    std::this_thread::sleep_for(kTryAgain);
  }
  return outcome;
}

Outcome Worker::answer_once(const Call& call) {
  if (!session_.connected())
    if (auto wrong = session_.connect()) return no_answer(std::move(*wrong));
  Outcome outcome = session_.run({call});
  if (outcome.state.starts_with("57P") || outcome.state == "25006") session_.close();
  return outcome;
}

}  // namespace bastide::server::postgres
