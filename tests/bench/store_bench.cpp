// How many actions a second the store acknowledges, and how long one waits: each table sends its
// next action as soon as the last one is on the disk.
//   bastide_store_bench STORE [TABLES] [SECONDS]
// How long a store with many games takes to open, what the first questions cost, and the most
// memory that it took:
//   bastide_store_bench STORE fill FINISHED LIVE
//   bastide_store_bench STORE open
// STORE is what --store takes.
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "server/store/store.h"

namespace bastide::server {
namespace {

using Clock = std::chrono::steady_clock;

// As long as a real one: {"by":0,"do":"place","tile":"base/D","at":[-3,12],"rot":90}
constexpr const char* kAction = R"({"by":0,"do":"place","tile":"base/D","at":[-3,12],"rot":90})";

// As long as those of a table for four.
const std::string kConfig(300, 'c'), kMeta(700, 'm');

std::string name_of(std::size_t table) {  // scattered over the file, as random ids are
  return std::to_string(table * 0x9E3779B97F4A7C15u) + "-" + std::to_string(table);
}

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void must(const StoreResult& result) {
  if (result.ok()) return;
  std::fprintf(stderr, "%s\n", result.text.c_str());
  std::exit(1);
}

NewTable new_table(std::size_t number, Stage stage) {
  NewTable table;
  table.row.id = name_of(number);
  table.row.config = kConfig;
  table.row.meta = kMeta;
  table.row.stage = stage;
  table.row.created_ms = table.row.moved_ms = static_cast<std::int64_t>(number);
  if (stage == Stage::playing) table.row.due_ms = static_cast<std::int64_t>(number);
  table.owner.host = "guest-" + std::to_string(number % 500);
  table.owner.address = "address-" + std::to_string(number % 300);
  table.owner.listed = true;
  table.holders = {table.owner.host, "guest-" + std::to_string(number % 7)};
  return table;
}

class Bench {
 public:
  Bench(Store& store, int tables) : store_(store), next_(static_cast<std::size_t>(tables), 0) {}

  void run(int seconds) {
    for (std::size_t t = 0; t < next_.size(); ++t)
      store_.put_table(new_table(t, Stage::playing), must);
    store_.flush();
    const auto commits = store_.stats().commits;
    const auto start = Clock::now();
    for (std::size_t t = 0; t < next_.size(); ++t) send(t);
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    stop_ = true;
    while (running_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    report(ms_since(start) / 1000, store_.stats().commits - commits);
  }

 private:
  void send(std::size_t table) {
    ++running_;
    const auto sent = Clock::now();
    TableChange change;
    change.table = name_of(table);
    change.version = next_[table];
    change.rows = {{next_[table], kAction, 0x0123456789ABCDEFu, 1}};
    change.now_ms = ++now_ms_;
    change.due_ms = change.now_ms + 60'000;
    ++next_[table];
    store_.change(std::move(change), [this, table, sent](const StoreResult& result) {
      waits_.push_back(ms_since(sent));
      must(result);
      if (!stop_) send(table);
      --running_;
    });
  }

  void report(double seconds, std::uint64_t commits) {
    std::ranges::sort(waits_);
    const auto at = [&](double share) {
      return waits_[static_cast<std::size_t>(share * static_cast<double>(waits_.size() - 1))];
    };
    const auto changes = static_cast<double>(waits_.size());
    std::printf("%zu tables: %.0f changes/s, %.0f commits/s, wait %.1f ms median, %.1f ms p99\n",
                next_.size(), changes / seconds, static_cast<double>(commits) / seconds, at(0.5),
                at(0.99));
  }

  Store& store_;
  std::vector<std::int64_t> next_;
  std::vector<double> waits_;            // of the store's thread, until all have come back
  std::int64_t now_ms_ = 1'000'000'000;  // so too, after the first round
  std::atomic<int> running_ = 0;
  std::atomic<bool> stop_ = false;
};

void fill(Store& store, std::size_t finished, std::size_t live) {
  std::vector<ActionRow> rows;
  for (std::int64_t seq = 0; seq < 72; ++seq) rows.push_back({seq, kAction, 1, seq});
  for (std::size_t t = 0; t < finished + live; ++t) {
    store.put_table(new_table(t, t < finished ? Stage::over : Stage::playing), must);
    TableChange change;
    change.table = name_of(t);
    change.rows = rows;
    change.now_ms = static_cast<std::int64_t>(t);
    change.due_ms = t < finished ? kNever : change.now_ms;
    store.change(std::move(change), must);
    if (t % 1000 == 999) store.flush();
  }
  store.flush();
}

template <class T, class Ask>
std::size_t timed(const char* what, Ask ask) {
  std::promise<Stored<std::vector<T>>> promise;
  const auto start = Clock::now();
  ask([&promise](Stored<std::vector<T>> answer) { promise.set_value(std::move(answer)); });
  const auto answer = promise.get_future().get();
  const auto* rows = std::get_if<std::vector<T>>(&answer);
  const std::size_t count = rows == nullptr ? 0 : rows->size();
  std::printf("%s: %zu in %.1f ms\n", what, count, ms_since(start));
  return count;
}

void ask_all(Store& store) {
  timed<DueTable>("due", [&](auto done) { store.due_tables(kNever - 1, {}, 100'000, {}, done); });
  timed<TableRow>("open", [&](auto done) { store.open_tables(100, done); });
  timed<GuestTable>("live of a guest",
                    [&](auto done) { store.live_tables_of("guest-3", 50, done); });
  timed<GuestTable>("ended of a guest",
                    [&](auto done) { store.ended_tables_of("guest-3", 0, 20, done); });
  timed<StaleTable>("stale", [&](auto done) {
    store.stale_tables({.playing_ms = kNever, .abandoned_ms = kNever}, {}, 100, done);
  });
  const auto start = Clock::now();
  store.put_table(new_table(std::size_t{1} << 40, Stage::waiting), must);
  store.drop_table(name_of(std::size_t{1} << 40), 0, must);
  store.forget_guests({.seen_ms = 1, .counted_ms = 1}, 100, must);
  store.flush();
  std::printf("a table more and less: %.1f ms\n", ms_since(start));
}

int run(int argc, char** argv) {
  const std::string what = argc > 2 ? argv[2] : "100";
  const auto start = Clock::now();
  auto opened = open_store(argv[1]);
  if (auto* error = std::get_if<StoreError>(&opened)) {
    std::fprintf(stderr, "%s\n", error->text.c_str());
    return 2;
  }
  Store& store = *std::get<std::unique_ptr<Store>>(opened);
  if (what == "open") {
    std::printf("opened in %.1f ms\n", ms_since(start));
    ask_all(store);
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    std::printf("most memory: %ld KB\n", used.ru_maxrss);
  } else if (what == "fill" && argc > 4) {
    fill(store, std::strtoul(argv[3], nullptr, 10), std::strtoul(argv[4], nullptr, 10));
  } else {
    Bench(store, std::max(1, std::atoi(what.c_str()))).run(argc > 3 ? std::atoi(argv[3]) : 5);
  }
  return 0;
}

}  // namespace
}  // namespace bastide::server

int main(int argc, char** argv) {
  if (argc >= 2) return bastide::server::run(argc, argv);
  std::fputs("usage: bastide_store_bench STORE [TABLES] [SECONDS] | fill FINISHED LIVE | open\n",
             stderr);
  return 2;
}
