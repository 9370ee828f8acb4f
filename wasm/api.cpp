// What the module exports (packages/engine/src/module.ts is the other side). Text goes in and out
// as UTF-8: the host asks `input` for room, writes there, and calls; what a call has to say is
// found at `output`. A call gives 0 where it failed, with a fault at `output`, and else 1 or the
// number of something new.
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "engine/game/signature.h"
#include "engine/notation/json_state.h"
#include "engine/notation/json_writer.h"
#include "wasm/jobs.h"
#include "wasm/played_game.h"

#define BASTIDE_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace bastide::wasm {
namespace {

std::string input_text, output_text;
std::map<int, std::unique_ptr<PlayedGame>> games;
int last_game = 0;
std::map<int, std::unique_ptr<Job>> jobs;
int last_job = 0;

int tell(std::string text) {
  output_text = std::move(text);
  return 1;
}

int fail(const Fault& fault) {
  output_text = text_of([&](JsonWriter& out) {
    out.open_object("");
    out.word("code", fault.code);
    out.text("reason", fault.reason);
    if (fault.index) out.number("index", static_cast<std::int64_t>(*fault.index));
    out.close();
  });
  return 0;
}

int fail(const FormError& wrong) { return fail(Fault{"bad_input", wrong.text()}); }

PlayedGame* game_of(int number) {
  const auto found = games.find(number);
  if (found != games.end()) return found->second.get();
  fail(Fault{"no_game", "there is no such game"});
  return nullptr;
}

// Its number, with its description at the output.
int keep(PlayedGame::Begun begun) {
  if (const auto* fault = std::get_if<Fault>(&begun)) return fail(*fault);
  auto& game = games[++last_game] = std::get<0>(std::move(begun));
  tell(game->description());
  return last_game;
}

// Its number.
int keep(Begun begun) {
  if (const auto* fault = std::get_if<Fault>(&begun)) return fail(*fault);
  jobs[++last_job] = std::get<0>(std::move(begun));
  return last_job;
}

Job* job_of(int number) {
  const auto found = jobs.find(number);
  if (found != jobs.end()) return found->second.get();
  fail(Fault{"failed", "there is no such job"});
  return nullptr;
}

// A list of actions.
Formed<std::vector<NamedAction>> read_line(std::string_view text) {
  auto json = parse_json(text);
  if (auto* wrong = std::get_if<FormError>(&json)) return std::move(*wrong);
  const Json& list = std::get<Json>(json);
  if (!list.is_array()) return FormError{"line", "must be a list"};
  std::vector<NamedAction> line;
  const Path path{nullptr, "line"};
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto named = action_from_json(list[i], Path{&path, {}, i});
    if (auto* wrong = std::get_if<FormError>(&named)) return std::move(*wrong);
    line.push_back(std::get<NamedAction>(std::move(named)));
  }
  return line;
}

}  // namespace

BASTIDE_EXPORT(input) char* input(std::uint32_t size) {
  input_text.resize(size);
  return input_text.data();
}

BASTIDE_EXPORT(output) const char* output() { return output_text.data(); }
BASTIDE_EXPORT(output_size) std::uint32_t output_size() {
  return static_cast<std::uint32_t>(output_text.size());
}

// A setup with players; version 0: the newest.
BASTIDE_EXPORT(create) int create(int version) {
  auto json = parse_json(input_text);
  if (const auto* wrong = std::get_if<FormError>(&json)) return fail(*wrong);
  auto setup = setup_from_json(std::get<Json>(json));
  if (const auto* wrong = std::get_if<FormError>(&setup)) return fail(*wrong);
  if (version < 0 || version > kRulesVersion)
    return fail(Fault{"bad_setup", "there are no rules of version " + std::to_string(version)});
  if (version != 0) std::get<Setup>(setup).rules = version;
  return keep(PlayedGame::begin(std::get<Setup>(std::move(setup))));
}

BASTIDE_EXPORT(open) int open() {
  const auto record = read_record(input_text);
  if (const auto* wrong = std::get_if<FormError>(&record)) return fail(*wrong);
  return keep(PlayedGame::open(std::get<Record>(record)));
}

BASTIDE_EXPORT(close_game) void close_game(int number) { games.erase(number); }

BASTIDE_EXPORT(go) int go(int number, std::uint32_t kept) {
  PlayedGame* game = game_of(number);
  if (game == nullptr) return 0;
  const auto line = read_line(input_text);
  if (const auto* wrong = std::get_if<FormError>(&line)) return fail(*wrong);
  const auto fault = game->go(kept, std::get<0>(line));
  return fault ? fail(*fault) : tell(game->moment());
}

BASTIDE_EXPORT(entries) int entries(int number, std::uint32_t from) {
  const PlayedGame* game = game_of(number);
  return game == nullptr ? 0 : tell(game->entries(from));
}

BASTIDE_EXPORT(outcomes) int outcomes_of(int number) {
  const PlayedGame* game = game_of(number);
  return game == nullptr ? 0 : tell(game->outcomes());
}

BASTIDE_EXPORT(record) int record_of(int number) {
  const PlayedGame* game = game_of(number);
  return game == nullptr ? 0 : tell(write_record(game->record()));
}

BASTIDE_EXPORT(evaluate) int evaluate(int number) {
  const PlayedGame* game = game_of(number);
  return game == nullptr ? 0 : tell(game->evaluation());
}

BASTIDE_EXPORT(playouts) int playouts(int number, std::uint32_t count, double seed) {
  const PlayedGame* game = game_of(number);
  return game == nullptr ? 0 : tell(game->playouts(count, static_cast<std::uint64_t>(seed)));
}

// Jobs. The bot's name, or the options, are the input.
BASTIDE_EXPORT(begin_choice) int begin_choice_of(int number, double seed) {
  const PlayedGame* game = game_of(number);
  return game == nullptr ? 0
                         : keep(begin_choice(*game, input_text, static_cast<std::uint64_t>(seed)));
}

BASTIDE_EXPORT(begin_search) int begin_search_of(int number) {
  const PlayedGame* game = game_of(number);
  return game == nullptr ? 0 : keep(begin_analysis(*game, input_text));
}

BASTIDE_EXPORT(begin_review) int begin_review_of(int number) {
  const PlayedGame* game = game_of(number);
  return game == nullptr ? 0 : keep(begin_review(*game, input_text));
}

// 1: there is more to do; 2: it is done.
BASTIDE_EXPORT(go_on) int go_on(int number, int ms) {
  Job* job = job_of(number);
  return job == nullptr ? 0 : job->go_on(std::chrono::milliseconds(ms)) ? 1 : 2;
}

BASTIDE_EXPORT(report) int report(int number) {
  Job* job = job_of(number);
  return job == nullptr ? 0 : tell(job->report());
}

BASTIDE_EXPORT(close_job) void close_job(int number) { jobs.erase(number); }

BASTIDE_EXPORT(signature) int signature_text() { return tell(hash_text(signature())); }

}  // namespace bastide::wasm
