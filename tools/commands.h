// The subcommands of `bastide`: one option struct and one function each. tools/main.cpp fills the
// structs from the command line; it alone knows CLI11. A function returns the exit code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/tiles/catalogue.h"

namespace bastide::tools {

// 0 done; 1 an illegal action in a record (or a failed run); 2 a malformed file or wrong usage.
inline constexpr int kExitOk = 0;
inline constexpr int kExitIllegal = 1;
inline constexpr int kExitMalformed = 2;

// tools/rules.cpp
struct RulesOptions {
  bool json = false;
};
int run_rules(const RulesOptions& options);

// tools/types.cpp
int run_types();

// tools/tiles.cpp
struct TilesOptions {
  std::string set;      // empty: all sets
  std::string gallery;  // folder for pages with pictures; empty: none
  bool json = false;
};
int run_tiles(const TilesOptions& options);

// tools/tiles_gallery.cpp
int write_gallery(const std::string& folder, const std::vector<const SetDef*>& sets);

// tools/replay.cpp
struct ReplayOptions {
  std::string file;  // "-": standard input
  bool json = false;
  bool events = false;
  bool each = false;
  bool legal = false;
};
int run_replay(const ReplayOptions& options);

// tools/verify.cpp
struct VerifyOptions {
  std::string file;  // "-": standard input
  bool json = false;
};
int run_verify(const VerifyOptions& options);

// tools/legal.cpp
struct LegalOptions {
  std::string file;
  bool json = false;
};
int run_legal(const LegalOptions& options);

// tools/perft.cpp
struct PerftOptions {
  std::string file;
  int depth = 1;
  bool divide = false;
  bool json = false;
};
int run_perft(const PerftOptions& options);

// The words of a setup as given on the command line; common to simulate and play.
// tools/setup_args.h turns them into a Setup.
struct SetupArgs {
  std::vector<std::string> sets{"base"};  // "base", "river:2"; already split at commas
  std::string start;                      // empty: follows from the sets
  std::vector<std::string> options;       // "fields=false"
  int players = 2;
};

// tools/simulate.cpp
struct SimulateOptions {
  SetupArgs setup;
  std::uint64_t games = 1000;
  std::uint64_t seed = 1;
  std::vector<std::string> bots;  // by seat, repeated when fewer than players; empty: random
  int threads = 1;                // 0: all cores
  std::string records;            // file to write the games to, one record a line; empty: none
  bool json = false;
};
int run_simulate(const SimulateOptions& options);

// tools/bench.cpp
struct BenchOptions {
  bool json = false;
  bool signature_only = false;
  double seconds = 0;             // CPU seconds for each figure; 0: the benchmark's own choice
  std::vector<std::string> only;  // names of figures; empty: all
  std::string compare;            // another program; empty: measure this one
  int rounds = 20;
};
int run_bench(const BenchOptions& options);

// tools/bench_compare.cpp
int run_bench_compare(const BenchOptions& options);

// tools/play.cpp
struct PlayOptions {
  std::string file;  // a record to resume; empty: a new game
  SetupArgs setup;
  std::vector<std::string> bots;  // for the last seats; the others are people at the keyboard
  std::uint64_t seed = 0;
  bool seed_given = false;  // false: pick one and say which
  std::string save;         // file to keep the record in; empty: none
  bool no_color = false;
  bool ascii = false;
};
int run_play(const PlayOptions& options);

// tools/arena.cpp
struct ArenaOptions {
  SetupArgs setup;
  std::vector<std::string> bots;  // ours by name, "cmd:…" for a program
  std::uint64_t pairs = 100;
  std::uint64_t seed = 1;
  int threads = 0;           // 0: all cores
  int ms = 1000;             // a move, told to programs
  std::vector<double> sprt;  // two margins, or nothing
  std::string plot;          // file for the picture; empty: none
  bool json = false;
};
int run_arena_command(const ArenaOptions& options);

// tools/bot.cpp
struct BotOptions {
  std::string name;
  bool ponder = false;
  std::uint64_t seed = 1;
};
int run_bot(const BotOptions& options);

// tools/join.cpp
struct JoinOptions {
  std::string url;         // of the table
  std::string bot;         // ours by name, "cmd:…" for a program
  std::string token_file;  // of the bot account; made with `name` if it is missing
  std::string name;
  int ms = 1000;    // an answer, told to the bot if the server gives more
  int retry = 300;  // seconds to get a lost line back
};
int run_join(const JoinOptions& options);

// tools/review.cpp
struct ReviewOptions {
  std::string file;
  std::uint64_t nodes = 2000;  // simulations a move
  std::uint64_t seed = 1;
  int threads = 1;
  int player = 0;  // whose moments, counted from 1; 0: everybody's
  bool json = false;
  bool html = false;
};
int run_review(const ReviewOptions& options);

// tools/tune.cpp
struct TuneOptions {
  SetupArgs setup;
  std::string from;  // weights to begin with; empty: those of the program
  std::string out;   // file for the result; empty: standard output
  std::string plot;
  std::uint64_t games = 400;  // for the odds
  std::uint64_t rounds = 200;
  std::uint64_t pairs = 16;  // a round
  std::uint64_t seed = 1;
  int threads = 0;
};
int run_tune(const TuneOptions& options);

// tools/render.cpp
struct RenderOptions {
  std::string file;    // "-": standard input
  std::string output;  // *.svg or *.png; "-": SVG on standard output
  std::string theme = "day";
  std::optional<std::int64_t> at;  // only so many actions; negative: all but so many
  bool labels = false;
  bool features = false;
  bool last = false;
  double scale = 96;  // pixels a tile
  std::string size;   // "1200x630": of the whole picture instead; empty: as large as it gets
};
int run_render(const RenderOptions& options);

// tools/sprite.cpp
struct SpriteArgs {
  std::vector<std::string> sets{"base"};
  std::string output;  // "-": standard output
  std::string style;   // file for the stylesheet of all themes; empty: none
  std::string shapes;  // file for the JSON of where things are; empty: none
  bool tiles_only = false;
};
int run_sprite(const SpriteArgs& args);

// tools/serve.cpp
struct ServeArgs {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;  // 0: one that is free
  std::string store = "sqlite:bastide.db";
  std::string web;  // empty: the folder `web` beside the program
  int threads = 0;  // 0: one less than there are cores, which is for the bots
  int bot_threads = 1;
  int bot_ms = 1000;
  int bot_pause = 600;
  int program_ms = 10'000;
  int absent_after = 60;  // seconds
  std::vector<std::string> origins;
  bool trust_proxy = false;
  bool secure_cookies = false;
  std::size_t max_per_address = 200;
  // Tables that are not over
  std::size_t max_tables = 100'000;
  std::size_t max_tables_per_guest = 50;
  std::size_t max_tables_per_address = 500;
  std::size_t max_bot_tables_per_guest = 5;
  std::size_t max_bot_tables_per_address = 20;
  std::size_t max_new_guests_per_address = 2'000;  // in a day
  std::size_t max_undos = 200;
  std::size_t max_undos_with_clock = 10;
  int close_waiting = 24;   // hours
  int end_games = 60;       // days
  int forget_tables = 60;   // days
  int forget_guests = 400;  // days
  std::string log = "text";
};
int run_serve(const ServeArgs& options);

// tools/store.cpp
struct StoreArgs {
  std::string what;    // copy or check
  std::string from;    // the store that is read, as for serve
  std::string to;      // the one that is written; empty for check
  bool go_on = false;  // with a copy that was broken off
  bool json = false;
};
int run_store(const StoreArgs& args);

}  // namespace bastide::tools
