// How many actions a second the store acknowledges, and how long one waits: each table sends its
// next action as soon as the last one is on the disk.
//   bastide_store_bench FILE [TABLES] [SECONDS]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "server/store/sqlite_store.h"

namespace bastide::server {
namespace {

using Clock = std::chrono::steady_clock;

// As long as a real one: {"by":0,"do":"place","tile":"base/D","at":[-3,12],"rot":90}
constexpr const char* kAction = R"({"by":0,"do":"place","tile":"base/D","at":[-3,12],"rot":90})";

class Bench {
 public:
  Bench(Store& store, int tables) : store_(store), next_(static_cast<std::size_t>(tables), 0) {}

  void run(int seconds) {
    for (std::size_t t = 0; t < next_.size(); ++t) {
      TableRow row;
      row.id = name(t);
      row.config = row.meta = "{}";
      store_.put_table(std::move(row), {}, nullptr);
    }
    store_.flush();
    const auto start = Clock::now();
    for (std::size_t t = 0; t < next_.size(); ++t) send(t);
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    stop_ = true;
    while (running_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    report(std::chrono::duration<double>(Clock::now() - start).count());
  }

 private:
  static std::string name(std::size_t table) {  // scattered over the file, as random ids are
    return std::to_string(table * 0x9E3779B97F4A7C15u) + "-" + std::to_string(table);
  }

  void send(std::size_t table) {
    ++running_;
    const auto sent = Clock::now();
    store_.append(
        name(table), {{next_[table]++, kAction, 0x0123456789ABCDEFu, 1}}, std::nullopt,
        [this, table, sent](const StoreResult& result) {
          waits_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - sent).count());
          if (!result.ok()) {
            std::fprintf(stderr, "%s\n", result.text.c_str());
            std::exit(1);
          }
          if (!stop_) send(table);
          --running_;
        });
  }

  void report(double seconds) {
    const StoreStats stats = store_.stats();
    std::ranges::sort(waits_);
    const auto at = [&](double share) {
      return waits_[static_cast<std::size_t>(share * static_cast<double>(waits_.size() - 1))];
    };
    const auto appends = static_cast<double>(waits_.size());
    std::printf("%zu tables: %.0f appends/s, %.0f commits/s, wait %.1f ms median, %.1f ms p99\n",
                next_.size(), appends / seconds, static_cast<double>(stats.commits) / seconds,
                at(0.5), at(0.99));
  }

  Store& store_;
  std::vector<std::int64_t> next_;
  std::vector<double> waits_;  // of the store's thread, until all have come back
  std::atomic<int> running_ = 0;
  std::atomic<bool> stop_ = false;
};

}  // namespace
}  // namespace bastide::server

int main(int argc, char** argv) {
  using namespace bastide::server;
  if (argc < 2) {
    std::fputs("usage: bastide_store_bench FILE [TABLES] [SECONDS]\n", stderr);
    return 2;
  }
  auto store = open_sqlite(argv[1]);
  if (auto* error = std::get_if<StoreError>(&store)) {
    std::fprintf(stderr, "%s\n", error->text.c_str());
    return 2;
  }
  Bench bench(*std::get<std::unique_ptr<Store>>(store), argc > 2 ? std::atoi(argv[2]) : 100);
  bench.run(argc > 3 ? std::atoi(argv[3]) : 5);
}
