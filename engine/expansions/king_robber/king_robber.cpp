// King and robber baron: titles for the largest city and the longest road, and five ordinary tiles.
#include <algorithm>

#include "engine/board/board.h"
#include "engine/expansions/king_robber/state.h"
#include "engine/scoring/score.h"
#include "engine/rules/module.h"

namespace bastide::king_robber {
namespace {

// The title that features of a kind compete for, or none.
Title* title_of(KingRobberState& state, SegmentKind kind) {
  if (kind == SegmentKind::city) return &state.king;
  if (kind == SegmentKind::road) return &state.robber;
  return nullptr;
}

void put_token(const Rules& rules, const GameState& s, Title& title, FeatureId f) {
  const SegmentId where = naming_segment(rules, s, f);
  const PlacedTile& tile = s.tiles[s.segments[where].tile];
  title.size = static_cast<std::uint16_t>(distinct_tiles(s, f));  // Q-CKC-30, Q-CKC-31
  title.at = tile.at;
  title.seg = tile.local(where);
}

// KING-2, KING-5, ROBBER-2, ROBBER-3: whoever completes the first, and then a larger one than all
// before; an equal one changes nothing (KING-6). Who owns it does not matter (KING-3). Of two at
// once the larger one comes to lie under the token (Q-CKC-28), and a holder's own larger one moves
// it as well (Q-CKC-29). Carcassonne is never completed (KING-4, KING-7).
void compare(const Rules& rules, GameState& s, FeatureId f, bool finished, EventSink* events) {
  const SegmentKind kind = s.features[f].kind;
  Title* title = title_of(rules.ext<KingRobberState>(s), kind);
  if (!finished || title == nullptr) return;
  if (s.features[f].has(FeatureMark::built_over)) return;
  ++title->finished;
  if (distinct_tiles(s, f) <= title->size) return;
  put_token(rules, s, *title, f);
  title->holder = static_cast<std::uint8_t>(s.core->active + 1);
  tell(events, s, kind == SegmentKind::city ? EventKind::king : EventKind::robber, s.core->active,
       {.segment = s.tiles[find_tile(s, title->at)].segment(title->seg), .value = title->size});
}

// What lies completed when the game begins counts at its end.
void count_finished(const Rules& rules, GameState& s) {
  KingRobberState& state = rules.ext<KingRobberState>(s);
  for (FeatureId f = 0; f < s.core->features; ++f) {
    Title* title = title_of(state, s.features[f].kind);
    if (s.features[f].has(FeatureMark::built_over)) continue;
    if (title != nullptr && s.features[f].segments != 0 && is_finished(s, f)) ++title->finished;
  }
}

bool has_carcassonne(const GameState& s) {
  for (FeatureId f = 0; f < s.core->features; ++f)
    if (s.features[f].kind == SegmentKind::carcassonne && s.features[f].segments != 0) return true;
  return false;
}

void pay(GameState& s, const Title& title, ScoreFor reason, Term term, int count,
         EventSink* events) {
  if (title.holder == 0 || count == 0) return;
  Sheet sheet;
  sheet.add(term, count, count);
  give_points(s, static_cast<Seat>(title.holder - 1), reason, sheet, kNone, events);
}

// KING-8, ROBBER-5: a point for each that is complete, whoever owned it. KING-9: Carcassonne is
// one.
Flow pay_titles(const Rules& rules, GameState& s, EventSink* events) {
  const KingRobberState& state = rules.ext<KingRobberState>(s);
  const int cities = state.king.finished + (has_carcassonne(s) ? 1 : 0);
  pay(s, state.king, ScoreFor::king, Term::cities, cities, events);
  pay(s, state.robber, ScoreFor::robber, Term::roads, state.robber.finished, events);
  return Flow::proceed;
}

// --- State ---------------------------------------------------------------------

void write_title(const Rules& rules, const GameState& s, std::string_view name, const Title& title,
                 FieldWriter& out) {
  if (title.holder == 0) return out.nothing(name);
  const PlacedTile& tile = s.tiles[find_tile(s, title.at)];
  out.open_object(name);
  out.number("owner", title.holder - 1);
  out.number("size", title.size);
  out.place("at", title.at);
  out.text("seg", segment_name(*rules.tiles[tile.type].def, rules.face(tile.type, tile.rotation),
                               title.seg));
  out.close();
}

void write_state(const Rules& rules, const GameState& s, FieldWriter& out) {
  const KingRobberState& state = rules.ext<KingRobberState>(s);
  write_title(rules, s, "king", state.king, out);
  write_title(rules, s, "robber", state.robber, out);
}

void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out) {
  const KingRobberState& state = rules.ext<KingRobberState>(s);
  out.number("cities_finished", state.king.finished);
  out.number("roads_finished", state.robber.finished);
}

// "king R 1,0 city:N": the holder, and where the token lies.
bool load_word(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  KingRobberState& state = rules.ext<KingRobberState>(s);
  if (word != "king" && word != "robber") return false;
  Title& title = word == "king" ? state.king : state.robber;
  const auto space = value.find(' ');
  for (std::size_t i = 0; i < rules.players.size(); ++i)
    if (rules.players[i].name == value.substr(0, space))
      title.holder = static_cast<std::uint8_t>(i + 1);
  if (title.holder == 0 || space == std::string_view::npos) return false;
  for (int i = 0; i < s.core->tiles; ++i) {
    const PlacedTile& tile = s.tiles[i];
    const Face& face = rules.face(tile.type, tile.rotation);
    for (int seg = 0; seg < tile.segment_count; ++seg) {
      const std::string place = std::to_string(tile.at.x) + "," + std::to_string(tile.at.y) + " " +
                                segment_name(*rules.tiles[tile.type].def, face, seg);
      if (place != value.substr(space + 1)) continue;
      put_token(rules, s, title, feature_of(s, tile.segment(seg)));
      return true;
    }
  }
  return false;
}

std::optional<SetupError> install(Rules& rules, const Setup&) {
  rules.game_begins.push_back(count_finished);
  rules.after_scoring_rules[AfterScoring::titles] = compare;
  rules.step_rules[Step::titles] = pay_titles;
  speak(rules, {.state = write_state, .hidden = write_hidden, .loaded = load_word});
  return std::nullopt;
}

}  // namespace
}  // namespace bastide::king_robber

bastide::ModuleRules bastide::module_king_robber() {
  return {.install = king_robber::install, .state_bytes = bytes_of<king_robber::KingRobberState>};
}
