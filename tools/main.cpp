// The bastide command: reads the command line and hands over to one subcommand. Only this file and
// tools/describe.cpp know CLI11.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "tools/arena/processes.h"
#include "tools/commands.h"
#include "tools/console.h"
#include "tools/describe.h"
#include "tools/version.h"

namespace bastide::tools {

namespace {

// The library would read -1 as the largest number there is.
CLI::Validator not_negative() {
  return {[](const std::string& text) {
            return text.starts_with('-') ? "must not be negative" : std::string();
          },
          ""};
}

void record_file(CLI::App* command, std::string& file) {
  command->add_option("FILE", file, "A record, or several as JSON lines; - for standard input")
      ->required();
}

void json_flag(CLI::App* command, bool& json) { command->add_flag("--json", json, "Print JSON"); }

CLI::Option* number(CLI::App* command, const char* name, std::uint64_t& value, const char* help) {
  return command->add_option(name, value, help)->capture_default_str()->check(not_negative());
}

template <class T, class Bound>
void ranged(CLI::App* c, const char* name, T& value, const char* help, Bound low, Bound high) {
  c->add_option(name, value, help)->capture_default_str()->check(CLI::Range(low, high));
}

void setup_options(CLI::App* command, SetupArgs& setup) {
  command->add_option("--sets", setup.sets, "Sets in play, like base,river:2 (default: base)")
      ->delimiter(',');
  command->add_option("--start", setup.start, "How the table starts (default: as the sets say)");
  command->add_option("--option", setup.options, "A rule option, name=value; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  ranged(command, "--players", setup.players, "Number of players", 2, 6);
}

// All option structs live as long as the parser that fills them.
struct CommandLine {
  CLI::App app{"Bastide: a rules engine for the Carcassonne family of board games", "bastide"};
  RulesOptions rules;
  TilesOptions tiles;
  ReplayOptions replay;
  VerifyOptions verify;
  LegalOptions legal;
  PerftOptions perft;
  SimulateOptions simulate;
  BenchOptions bench;
  PlayOptions play;
  ArenaOptions arena;
  BotOptions bot;
  JoinOptions join;
  TuneOptions tune;
  ReviewOptions review;
  RenderOptions render;
  SpriteArgs sprite;
  ServeArgs serve;
  StoreArgs store;
  std::string manual_of, shell;
  std::function<int()> run;  // set by the subcommand that was named

  CommandLine();
  CLI::App* command(const char* name, const char* help, std::function<int()> then);
  bool has_command(const std::string& name) const;

  void add_rules();
  void add_tiles();
  void add_types();
  void add_replay();
  void add_verify();
  void add_legal();
  void add_perft();
  void add_simulate();
  void add_bench();
  void add_play();
  void add_arena();
  void add_bot();
  void add_join();
  void add_tune();
  void add_review();
  void add_render();
  void add_sprite();
  void add_serve();
  void add_serve_limits(CLI::App* c);
  void add_store();
  void add_manual();
  void add_completion();
};

CommandLine::CommandLine() {
  app.set_version_flag("--version", "bastide " + std::string(version()));
  app.require_subcommand(1);
  app.footer(
      "A record is a JSON file {\"bastide\":1,\"setup\":{…},\"actions\":[…]}; - stands for "
      "standard input.\nExit codes: 0 done, 1 an illegal action, 2 a malformed file or wrong "
      "usage.\n"
      "'bastide COMMAND --help' tells about one command.");
  add_rules();
  add_tiles();
  add_types();
  add_replay();
  add_verify();
  add_legal();
  add_perft();
  add_simulate();
  add_bench();
  add_play();
  add_arena();
  add_bot();
  add_join();
  add_tune();
  add_review();
  add_render();
  add_sprite();
  add_serve();
  add_store();
  add_manual();
  add_completion();
}

CLI::App* CommandLine::command(const char* name, const char* help, std::function<int()> then) {
  CLI::App* command = app.add_subcommand(name, help);
  command->callback([this, then = std::move(then)] { run = then; });
  return command;
}

bool CommandLine::has_command(const std::string& name) const {
  const auto all = app.get_subcommands([](const CLI::App*) { return true; });
  return std::ranges::any_of(all, [&](const CLI::App* c) { return c->get_name() == name; });
}

void CommandLine::add_rules() {
  auto* c = command("rules", "The sets, starts and options of a setup",
                    [this] { return run_rules(rules); });
  json_flag(c, rules.json);
}

void CommandLine::add_types() {
  command("types", "The messages of the server as TypeScript", [] { return run_types(); });
}

void CommandLine::add_tiles() {
  auto* c =
      command("tiles", "The catalogue of tiles, with counts", [this] { return run_tiles(tiles); });
  c->add_option("SET", tiles.set, "One set only");
  c->add_option("--gallery", tiles.gallery,
                "Write pages with pictures of all tiles to this folder");
  json_flag(c, tiles.json);
}

void CommandLine::add_replay() {
  auto* c = command("replay", "Play a record again and show where it leads",
                    [this] { return run_replay(replay); });
  record_file(c, replay.file);
  json_flag(c, replay.json);
  c->add_flag("--each", replay.each, "One JSON line for every action, then the last state");
  c->add_flag("--events", replay.events, "With what happened");
  c->add_flag("--legal", replay.legal, "With all answers that were open");
}

void CommandLine::add_verify() {
  auto* c = command("verify", "Check that the draws of a record follow from its seed",
                    [this] { return run_verify(verify); });
  record_file(c, verify.file);
  json_flag(c, verify.json);
}

void CommandLine::add_legal() {
  auto* c = command("legal", "The decision after a record, and all its legal answers",
                    [this] { return run_legal(legal); });
  record_file(c, legal.file);
  json_flag(c, legal.json);
}

void CommandLine::add_perft() {
  auto* c = command("perft", "Count the action sequences from the end of a record",
                    [this] { return run_perft(perft); });
  record_file(c, perft.file);
  c->add_option("--depth", perft.depth, "Length of the sequences")->required();
  c->add_flag("--divide", perft.divide, "A line for each first action");
  json_flag(c, perft.json);
}

void CommandLine::add_simulate() {
  auto* c = command("simulate", "Play whole games and print summary figures",
                    [this] { return run_simulate(simulate); });
  setup_options(c, simulate.setup);
  number(c, "--games", simulate.games, "Number of games");
  number(c, "--seed", simulate.seed, "Seed of the dealer and the bots");
  c->add_option("--bots", simulate.bots, "Bots by seat, like greedy,random (default: random)")
      ->delimiter(',');
  ranged(c, "--threads", simulate.threads, "Threads; 0 for all cores", 0, 1024);
  c->add_option("--records", simulate.records, "Write the games to this file, one record a line");
  json_flag(c, simulate.json);
}

void CommandLine::add_bench() {
  auto* c = command("bench", "Run the benchmarks and print the signature",
                    [this] { return run_bench(bench); });
  auto* signature =
      c->add_flag("--signature-only", bench.signature_only, "Only the signature over fixed games");
  c->add_option("--seconds", bench.seconds,
                "CPU seconds for each figure (default: 1; with --compare 0.1 in each round)")
      ->check(CLI::Range(0.0, 3600.0));
  c->add_option("--only", bench.only, "This figure alone, like base or copy; may be repeated")
      ->type_name("NAME")
      ->take_all()
      ->allow_extra_args(false)
      ->excludes(signature);
  auto* compare =
      c->add_option("--compare", bench.compare,
                    "Run this program and the one in that file in turns, and print ratios")
          ->type_name("OTHER")
          ->excludes(signature);
  c->add_option("--rounds", bench.rounds, "Rounds of --compare; fewer than 6 give no interval")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000))
      ->needs(compare);
  json_flag(c, bench.json);
}

void CommandLine::add_play() {
  auto* c = command("play", "A game in the terminal, against bots or people at one keyboard",
                    [this] { return run_play(play); });
  c->add_option("FILE", play.file, "A record to resume");
  setup_options(c, play.setup);
  c->add_option("--bots", play.bots, "Bots for the last seats, like greedy,random")->delimiter(',');
  c->add_option_function<std::uint64_t>(
       "--seed",
       [this](const std::uint64_t& seed) {
         play.seed = seed;
         play.seed_given = true;
       },
       "Seed of the dealer and the bots")
      ->check(not_negative());
  c->add_option("--save", play.save, "Keep the record in this file");
  c->add_flag("--no-color", play.no_color, "No colours");
  c->add_flag("--ascii", play.ascii, "Only ASCII characters");
}

void CommandLine::add_arena() {
  auto* c = command("arena", "Matches between bots, in pairs on the same draws with seats swapped",
                    [this] { return run_arena_command(arena); });
  setup_options(c, arena.setup);
  c->add_option("--bots", arena.bots, "Two or more, like greedy,mcts:ms=200,\"cmd:./mybot\"")
      ->delimiter(',')
      ->required();
  ranged(c, "--pairs", arena.pairs, "Pairs of games in each match", 1, 1'000'000'000);
  number(c, "--seed", arena.seed, "Seed of the dealer and the bots");
  ranged(c, "--threads", arena.threads, "Games at once; 0 for all cores", 0, 256);
  ranged(c, "--ms", arena.ms, "Milliseconds a move for programs (cmd:)", 1, 3'600'000);
  c->add_option("--sprt", arena.sprt, "Stop early: two margins in points a pair, like 0,2")
      ->delimiter(',');
  c->add_option("--plot", arena.plot, "Write a picture of the result to this SVG file");
  json_flag(c, arena.json);
}

void CommandLine::add_bot() {
  auto* c = command("bot", "Speak the bot protocol on standard input and output",
                    [this] { return run_bot(bot); });
  c->add_option("NAME", bot.name, "A bot, like greedy, mcts:ms=500 or level3")->required();
  c->add_flag("--ponder", bot.ponder, "Think while others decide");
  number(c, "--seed", bot.seed, "Seed of the bot's own chance");
}

void CommandLine::add_join() {
  auto* c =
      command("join", "Let a bot play at a table of a server", [this] { return run_join(join); });
  c->add_option("TABLE", join.url,
                "The table's address: http://HOST:PORT/t/ID or ws://HOST:PORT/bot?table=ID")
      ->required();
  c->add_option("--bot", join.bot, "A bot, like level3, or a program: \"cmd:python3 mybot.py\"")
      ->required();
  c->add_option("--token-file", join.token_file,
                "The bot account's token; where the file is missing, --name makes the account");
  c->add_option("--name", join.name, "Name of a new account; without a file for this game alone");
  ranged(c, "--ms", join.ms, "Milliseconds an answer, told to the bot if the server gives more", 1,
         3'600'000);
  ranged(c, "--retry", join.retry, "Seconds to get a lost line back", 0, 86'400);
}

void CommandLine::add_tune() {
  auto* c = command("tune", "Fit the evaluation of the bots from their own games",
                    [this] { return run_tune(tune); });
  setup_options(c, tune.setup);
  c->add_option("--from", tune.from, "Weights to begin with (default: those of the program)");
  c->add_option("--out", tune.out, "File for the result (default: standard output)");
  c->add_option("--plot", tune.plot, "Write a picture of the matches to this SVG file");
  number(c, "--games", tune.games, "Games for the odds of finishing; 0: leave them");
  number(c, "--rounds", tune.rounds, "Matches for the other weights; 0: leave them");
  number(c, "--pairs", tune.pairs, "Pairs of games in a match");
  number(c, "--seed", tune.seed, "Seed of everything");
  ranged(c, "--threads", tune.threads, "Games at once; 0 for all cores", 0, 256);
}

void CommandLine::add_review() {
  auto* c = command("review", "What each move of a game cost, and the luck of the draws",
                    [this] { return run_review(review); });
  record_file(c, review.file);
  number(c, "--nodes", review.nodes, "Simulations a move");
  c->add_option("--player", review.player, "Moments of this player only, counted from 1")
      ->check(CLI::Range(1, kMaxPlayers));
  number(c, "--seed", review.seed, "Seed of the search");
  ranged(c, "--threads", review.threads, "Threads; more than one is not reproducible", 1, 256);
  json_flag(c, review.json);
  c->add_flag("--html", review.html, "Print a page with a graph");
}

void CommandLine::add_render() {
  auto* c = command("render", "A picture of the board that a record leads to",
                    [this] { return run_render(render); });
  c->add_option("FILE", render.file, "A record; - for standard input")->required();
  c->add_option("-o,--output", render.output, "The picture: a name in .svg or .png; - for SVG here")
      ->required();
  c->add_option("--theme", render.theme, "Colours of the picture")
      ->capture_default_str()
      ->type_name("{day,night,contrast}");
  c->add_option("--at", render.at, "Only the first N actions; -N: all but the last N");
  c->add_flag("--labels", render.labels, "Coordinates round the board");
  c->add_flag("--features", render.features, "Who holds what, and what it is worth");
  c->add_flag("--last", render.last, "Outline the tile that was laid last");
  ranged(c, "--scale", render.scale, "Pixels a tile", 4.0, 2000.0);
  c->add_option("--size", render.size,
                "Width and height of the picture instead, like 1200x630: the board fills it");
}

void CommandLine::add_sprite() {
  auto* c = command("sprite", "The pictures of a web page as symbols in one SVG file",
                    [this] { return run_sprite(sprite); });
  c->add_option("--sets", sprite.sets, "Sets whose tiles it holds (default: base)")->delimiter(',');
  c->add_option("-o,--output", sprite.output, "The SVG file; - for standard output");
  c->add_option("--style", sprite.style, "Write the stylesheet of all themes to this file");
  c->add_option("--shapes", sprite.shapes,
                "Write where segments and pieces are, as JSON, to this file");
  c->add_flag("--tiles-only", sprite.tiles_only,
              "Without pieces and the parts that all sets share");
}

void CommandLine::add_serve() {
  auto* c = command("serve", "The server and the web client", [this] { return run_serve(serve); });
  c->add_option("--port", serve.port, "Port; 0 takes one that is free")->capture_default_str();
  c->add_option("--address", serve.address,
                "Address to listen on; 0.0.0.0 or :: lets other machines in")
      ->capture_default_str();
  c->add_option(
       "--store", serve.store,
       "Where games are kept: sqlite:FILE, postgresql://…, or sqlite::memory: to keep nothing")
      ->capture_default_str();
  c->add_option("--web", serve.web,
                "Folder of the web client (default: the folder web beside this program)");
  c->add_option("--threads", serve.threads,
                "Threads for tables and connections (default: one less than there are cores)")
      ->check(CLI::Range(1, 256));
  ranged(c, "--bot-threads", serve.bot_threads, "Threads on which bots think", 1, 256);
  ranged(c, "--bot-ms", serve.bot_ms, "Most milliseconds that a bot thinks about a move", 1,
         60'000);
  ranged(c, "--bot-pause", serve.bot_pause,
         "Milliseconds between two moves of bots where people look on", 0, 60'000);
  ranged(c, "--program-ms", serve.program_ms,
         "Most milliseconds that a program of a guest thinks about an answer", 100, 30'000);
  ranged(c, "--absent-after", serve.absent_after,
         "Seconds until the others may go on without a player who has gone", 1, 86'400);
  c->add_option("--origin", serve.origins,
                "Another origin whose pages may connect, like https://example.org; may be "
                "repeated (default: only our own)")
      ->take_all()
      ->allow_extra_args(false);
  c->add_flag("--trust-proxy", serve.trust_proxy,
              "Believe X-Forwarded-For; only behind a proxy that sets it (default: off)");
  c->add_flag("--secure-cookies", serve.secure_cookies,
              "Mark cookies Secure; for servers behind TLS (default: off)");
  c->add_option("--log", serve.log, "Lines on standard error: text, json or off")
      ->capture_default_str()
      ->check(CLI::IsMember({"text", "json", "off"}));
  add_serve_limits(c);
}

void CommandLine::add_serve_limits(CLI::App* c) {
  ranged(c, "--max-per-address", serve.max_per_address, "Most connections of one address", 1,
         1'000'000);
  ranged(c, "--max-tables", serve.max_tables, "Most tables that are not over", 1, 10'000'000);
  ranged(c, "--max-tables-per-guest", serve.max_tables_per_guest,
         "Most tables of one guest that are not over", 1, 1'000'000);
  ranged(c, "--max-tables-per-address", serve.max_tables_per_address,
         "Most tables of one address that are not over", 1, 10'000'000);
  ranged(c, "--max-bot-tables-per-guest", serve.max_bot_tables_per_guest,
         "Most tables of one guest where only bots play", 0, 1'000'000);
  ranged(c, "--max-bot-tables-per-address", serve.max_bot_tables_per_address,
         "Most tables of one address where only bots play", 0, 10'000'000);
  ranged(c, "--max-new-guests-per-address", serve.max_new_guests_per_address,
         "Most new guests and bot accounts of one address in a day", 1, 10'000'000);
  ranged(c, "--max-undos", serve.max_undos, "How often may be taken back in a game", 0, 10'000);
  ranged(c, "--max-undos-with-clock", serve.max_undos_with_clock,
         "How often may be taken back in a game with a clock", 0, 10'000);
  ranged(c, "--close-waiting", serve.close_waiting,
         "Hours until a table that nobody comes to is closed", 1, 8'760);
  ranged(c, "--end-games", serve.end_games, "Days until a game that nobody goes on with is ended",
         1, 36'500);
  ranged(c, "--forget-tables", serve.forget_tables,
         "Days until a table that was so closed or ended is deleted", 1, 36'500);
  ranged(c, "--forget-guests", serve.forget_guests,
         "Days until a guest who does not come back, and has no game, is deleted", 1, 36'500);
}

void CommandLine::add_store() {
  auto* c = command("store", "Check all games of a store, or copy them into another one",
                    [this] { return run_store(store); });
  c->add_option("WHAT", store.what, "What is to be done")
      ->required()
      ->check(CLI::IsMember({"copy", "check"}));
  c->add_option("STORE", store.from, "The store that is read: sqlite:FILE or postgresql://…")
      ->required();
  c->add_option("TO", store.to, "For copy: the store that is written, which must be empty");
  c->add_flag("--continue", store.go_on, "Go on with a copy that was broken off");
  json_flag(c, store.json);
}

void CommandLine::add_manual() {
  auto* c = command("manual", "The manual page of the program or of one command, for man",
                    [this] { return run_manual(describe(app), manual_of); });
  c->add_option("COMMAND", manual_of, "One command only");
}

void CommandLine::add_completion() {
  auto* c = command("completion", "Completion of commands and options, for a shell to read",
                    [this] { return run_completion(describe(app), shell); });
  c->add_option("SHELL", shell, "Which shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
}

// The processes of a shared arena have all the same wrong command line: one says so.
int wrong_usage(const std::string& command, const char* what) {
  std::optional<Processes> processes;
  if (command == "arena") processes.emplace();
  if (!processes || processes->first()) complain(what);
  return kExitMalformed;
}

int run_main(int argc, char** argv) {
  CommandLine line;
  if (argc < 2) {
    std::fputs(line.app.help().c_str(), stderr);
    return kExitMalformed;
  }
  const std::string first = argv[1];
  if (!first.starts_with("-") && !line.has_command(first)) {
    complain("there is no command '" + first + "'; 'bastide --help' lists the commands");
    return kExitMalformed;
  }
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::Success& e) {  // --help and --version
    return line.app.exit(e);
  } catch (const CLI::ParseError& e) {
    return wrong_usage(first, e.what());
  }
  const int code = line.run();
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::perror("bastide: standard output");
    return kExitMalformed;
  }
  return code;
}

}  // namespace

}  // namespace bastide::tools

int main(int argc, char** argv) { return bastide::tools::run_main(argc, argv); }
