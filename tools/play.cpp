// bastide play: a game in the terminal.
#include <fmt/format.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>

#include <readline/history.h>
#include <readline/readline.h>

#include "bots/bot.h"
#include "bots/levels.h"
#include "tools/commands.h"
#include "tools/console.h"
#include "tools/setup_args.h"
#include "tools/terminal/session.h"
#include "tools/terminal/text.h"

namespace bastide::tools {

namespace {

std::atomic<bool> input_ended{false};

// Ctrl-C ends the input, and the session saves; no call is restarted after it.
void catch_interrupt() {
  struct sigaction action{};
  action.sa_handler = [](int) { input_ended = true; };
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

char* complete_command(const char* text, int state) {
  static std::vector<std::string> names;
  static std::size_t next = 0;
  if (state == 0) {
    names = command_names();
    next = 0;
  }
  while (next < names.size()) {
    const std::string& name = names[next++];
    if (name.starts_with(text)) return strdup(name.c_str());
  }
  return nullptr;
}

class ReadlineReader final : public LineReader {
 public:
  ReadlineReader() {
    rl_readline_name = "bastide";
    rl_attempted_completion_function = [](const char* text, int start, int) -> char** {
      if (start > 0) return nullptr;  // file names after the first word
      rl_attempted_completion_over = 1;
      return rl_completion_matches(text, complete_command);
    };
    rl_catch_signals = 0;
    rl_getc_function = next_byte;
  }

  std::optional<std::string> read(const std::string& prompt) override {
    if (input_ended) return std::nullopt;
    std::cout << std::flush;
    char* line = readline(marked(prompt).c_str());
    if (line == nullptr || input_ended) {
      std::free(line);
      return std::nullopt;
    }
    std::string text(line);
    if (!text.empty()) add_history(line);
    std::free(line);
    return text;
  }

 private:
  // Readline's own reader starts again after a signal; ours ends the line.
  static int next_byte(FILE* file) {
    unsigned char byte = 0;
    for (;;) {
      const ssize_t got = ::read(fileno(file), &byte, 1);
      if (got == 1) return byte;
      if (got == 0 || errno != EINTR || input_ended) return EOF;
    }
  }

  // Readline must know which parts of the prompt take no room.
  static std::string marked(const std::string& prompt) {
    std::string out;
    bool escape = false;
    for (const char c : prompt) {
      if (c == '\x1b') {
        out += '\001';
        escape = true;
      }
      out += c;
      if (escape && c == 'm') {
        out += '\002';
        escape = false;
      }
    }
    return out;
  }
};

ScreenSize terminal_size() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20 || size.ws_row < 10)
    return {};
  return {size.ws_col, size.ws_row};
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = environment(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != value.npos || value.find("utf8") != value.npos ||
           value.find("UTF8") != value.npos || value.find("utf-8") != value.npos;
  }
  return false;
}

Look look_from(const PlayOptions& options) {
  Look look;
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  look.ascii = options.ascii || (terminal && !speaks_utf8());
  if (!terminal || options.no_color || !environment("NO_COLOR").empty() ||
      environment("TERM") == "dumb")
    return look;
  const std::string_view kind = environment("COLORTERM");
  const bool full = kind == "truecolor" || kind == "24bit";
  look.colours = full ? ColourMode::true24 : ColourMode::palette256;
  return look;
}

int refused(const std::string& what) {
  complain(what);
  return kExitMalformed;
}

bool is_person(const std::string& name) { return name.empty() || name == "human"; }

// Bots sit in the last seats; an empty name or "human" is a person. Nothing said: one person.
std::variant<std::vector<std::string>, SetupError> seats_from(const std::vector<std::string>& named,
                                                              int players) {
  std::vector<std::string> bots = named;
  const auto count = static_cast<std::size_t>(players);
  if (bots.size() > count)
    return SetupError{fmt::format("{} bots for {} players", bots.size(), players)};
  if (bots.empty()) bots.assign(count - 1, "greedy");
  std::vector<std::string> seats(count - bots.size());
  for (const std::string& bot : bots) {
    if (!is_person(bot))
      if (auto built = build_bot(bot); const auto* wrong = std::get_if<std::string>(&built))
        return SetupError{*wrong};
    seats.push_back(is_person(bot) ? "" : bot);
  }
  return seats;
}

std::string capitalised(std::string name) {
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z')
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

// "You" and "Greedy"; with several of a kind "Player 1", "Greedy 2".
void name_players(Setup& setup, const std::vector<std::string>& seats) {
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const bool alone = std::ranges::count(seats, seats[i]) == 1;
    // Without the settings, which may be longer than a name.
    const std::string bot = capitalised(seats[i].substr(0, seats[i].find(':')));
    const std::string base = !bot.empty() ? bot : alone ? "You" : "Player";
    setup.players[i].name = alone ? base : fmt::format("{} {}", base, i + 1);
  }
}

// A saved game does not say who was a bot, but its names do.
std::vector<std::string> seats_by_name(const Setup& setup) {
  std::vector<std::string> seats;
  for (const PlayerSetup& player : setup.players) {
    std::string found;
    for (const std::string_view bot : bot_names())
      if (player.name.starts_with(capitalised(std::string(bot)))) found = bot;
    for (const Level& level : levels())
      if (player.name.starts_with(capitalised(std::string(level.name))) ||
          player.name.starts_with(capitalised(std::string(level.title))))
        found = level.name;
    seats.push_back(found);
  }
  return seats;
}

struct Game {
  RulesPtr rules;
  Record record;
  std::vector<std::string> seats;
};

std::variant<Game, SetupError> new_game(const PlayOptions& options) {
  auto setup = setup_from(options.setup);
  if (auto* error = std::get_if<SetupError>(&setup)) return *error;
  Game game;
  game.record.setup = std::get<Setup>(std::move(setup));
  auto seats = seats_from(options.bots, static_cast<int>(game.record.setup.players.size()));
  if (auto* error = std::get_if<SetupError>(&seats)) return *error;
  game.seats = std::get<0>(std::move(seats));
  name_players(game.record.setup, game.seats);
  auto rules = compile(game.record.setup);
  if (auto* error = std::get_if<SetupError>(&rules)) return *error;
  game.rules = std::get<RulesPtr>(rules);
  return game;
}

// Fills `game` from the first record of the file; complains and gives the exit code otherwise.
int resumed_game(const PlayOptions& options, Game& game) {
  return for_each_record(options.file, [&](const RecordInFile& from) {
    if (game.rules != nullptr) return kExitOk;
    auto played = play_record(from.record);
    if (auto* error = std::get_if<PlayError>(&played)) return complain_about(from, *error);
    game.rules = std::get<PlayedRecord>(played).rules;
    game.record = from.record;
    game.record.fair.reset();  // the first dealer's promise; another one draws from here on
    game.seats = seats_by_name(game.record.setup);
    if (options.bots.empty()) return kExitOk;
    auto seats = seats_from(options.bots, game.rules->player_count());
    if (auto* error = std::get_if<SetupError>(&seats)) return refused(error->reason);
    game.seats = std::get<0>(std::move(seats));
    return kExitOk;
  });
}

SessionConfig config_from(const PlayOptions& options, const std::vector<std::string>& seats) {
  SessionConfig config;
  config.seats = seats;
  config.seed = options.seed_given ? options.seed : std::random_device{}();
  config.save = options.save.empty() ? options.file : options.save;
  config.look = look_from(options);
  config.screen_size = terminal_size;
  config.clear_screen = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
  if (config.clear_screen) config.rescue = "bastide-game.json";
  return config;
}

}  // namespace

int run_play(const PlayOptions& options) {
  Game game;
  if (options.file.empty()) {
    auto made = new_game(options);
    if (auto* error = std::get_if<SetupError>(&made)) return refused(error->reason);
    game = std::get<Game>(std::move(made));
  } else {
    if (options.file == "-") return refused("a game cannot be resumed from standard input");
    if (const int code = resumed_game(options, game); code != kExitOk) return code;
    if (game.rules == nullptr) return refused(options.file + ": there is no record in it");
  }
  catch_interrupt();
  SessionConfig config = config_from(options, game.seats);
  const std::uint64_t seed = config.seed;
  std::unique_ptr<LineReader> reader;
  if (isatty(STDIN_FILENO) != 0)
    reader = std::make_unique<ReadlineReader>();
  else
    reader = std::make_unique<StreamReader>(std::cin, std::cout);
  Session session(game.rules, std::move(game.record), std::move(config), *reader, std::cout);
  session.run();
  if (!options.seed_given) std::cout << fmt::format("(seed {})\n", seed);
  return kExitOk;
}

}  // namespace bastide::tools
