// What it costs to tell a table: written through trees of JSON, as it was at first, and as it is
// now.
//   bastide_texts_bench
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>
#include <nlohmann/json.hpp>

#include "server/table/table_texts.h"
#include "tests/text_table.h"
#include "tests/tree_texts.h"

namespace bastide::server {
namespace {

using Clock = std::chrono::steady_clock;

class Times {
 public:
  template <class Work>
  void take(Work work) {
    const auto start = Clock::now();
    work();
    all_.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  double middle() { return at(0.5); }
  double most() { return at(0.95); }

 private:
  double at(double share) {
    if (all_.empty()) return 0;
    std::ranges::sort(all_);
    return all_[static_cast<std::size_t>(share * static_cast<double>(all_.size() - 1))];
  }
  std::vector<double> all_;
};

void pack(const std::vector<PiecePtr>& row) {
  for (const PiecePtr& one : row) (void)one->packed();
}

std::size_t size_of(const std::vector<PiecePtr>& row) {
  std::size_t size = 0;
  for (const PiecePtr& one : row) size += one->size();
  return size;
}

std::string old_update(const Table& table, const GameState& before) {
  const Game& game = *table.game;
  StateParts parts = table.shown();
  parts.tiles = parts.features = false;
  return line_of(tree::state(game.rules(), game.state(), parts)) +
         tree::changed_tiles(game.rules(), before, game.state());
}

// Without the history, whose entries were texts before as well.
std::string old_whole(const Table& table) {
  return line_of(tree::state(table.game->rules(), table.game->state(), table.shown()));
}

struct Measured {
  Times write, pack, old_write, old_pack;
  std::size_t bytes = 0;

  template <class Row, class Old>
  void take(Row row_of, Old old_of) {
    std::vector<PiecePtr> row;
    write.take([&] { row = row_of(); });
    pack.take([&] { server::pack(row); });
    bytes = size_of(row);
    std::string old;
    old_write.take([&] { old = old_of(); });
    old_pack.take([&] { (void)packed_piece(std::move(old)); });  // by the library, as it was
  }
  void print(const char* game, const char* what) {
    const double now = write.middle() + pack.middle();
    const double before = old_write.middle() + old_pack.middle();
    std::printf("%-12s %-10s %8zu %9.1f %9.1f %9.1f %9.1f | %9.1f %9.1f | %6.1f\n", game, what,
                bytes, write.middle(), pack.middle(), write.most(), pack.most(), old_write.middle(),
                old_pack.middle(), before / now);
  }
};

// The last 60 moves before so many tiles lie.
void measure(const char* name, const Setup& setup, int tiles) {
  TextTable t(setup, Assist::standard, 4);
  TableTexts texts;
  Measured update, whole, cold, features, options;
  const int from = tiles * 9 / 10;
  pack(texts.whole(t.table, 0));
  while (!t.over() && t.game().state().core->tiles < tiles) {
    const std::int64_t first = t.game().seq();
    const GameState before = t.move();
    if (t.game().state().core->tiles < from) {
      if (t.game().seq() % 16 == 0) pack(texts.whole(t.table, 0)), pack(texts.features(t.table));
      continue;
    }
    update.take([&] { return texts.update(t.table, before, first, 0); },
                [&] { return old_update(t.table, before); });
    whole.take([&] { return texts.whole(t.table, 0); }, [&] { return old_whole(t.table); });
    TableTexts forgetful;
    cold.take([&] { return forgetful.whole(t.table, 0); }, [&] { return old_whole(t.table); });
    features.take(
        [&] { return texts.features(t.table); },
        [&] { return line_of(tree::features(t.game().rules(), t.game().state(), true)); });
    options.take([&] { return std::vector{texts.options(t.table)}; },
                 [&] { return line_of(tree::legal(t.game().rules(), t.game().state())); });
  }
  update.print(name, "update");
  whole.print(name, "whole");
  cold.print(name, "whole*");
  features.print(name, "features");
  options.print(name, "options");
}

Setup copies(std::vector<std::string> sets, int base) {
  Setup setup = setup_of(sets, 0);
  setup.sets[0].copies = base;
  return setup;
}

}  // namespace
}  // namespace bastide::server

int main() {
  using namespace bastide::server;
  std::printf("µs, median and 95 of 100; old: through trees, the library's deflate\n");
  std::printf("whole: for a newcomer after each move; whole*: where nothing was kept\n");
  std::printf("%-12s %-10s %8s %9s %9s %9s %9s | %9s %9s | %6s\n", "game", "message", "bytes",
              "write", "pack", "write 95", "pack 95", "old write", "old pack", "ratio");
  measure("base 72", bastide::setup_of({"base"}, 0), 72);
  measure("base 200", copies({"base"}, 3), 200);
  measure("base 500", copies({"base"}, 7), 500);
  const auto all = bastide::text_games().back();
  measure("all 200", bastide::setup_of(all, 0), 200);
  measure("all 500", copies(all, 4), 490);
}
