// What castles score: the first feature completed in their domain, or another castle there.
#include "engine/board/board.h"
#include "engine/expansions/bridges_castles_bazaars/parts.h"
#include "engine/scoring/score.h"
#include "engine/turn/turn.h"

namespace bastide::bridges_castles_bazaars {
namespace {

// CASTLE-7, Q-BCB-24: six cells, two along the castle and three across it, tiles or not.
bool in_domain(const Castle& castle, Pos at) {
  const bool vertical = castle.cells[0].x == castle.cells[1].x;
  const int dx = at.x - castle.cells[0].x, dy = at.y - castle.cells[0].y;
  const int along = vertical ? dy : dx, across = vertical ? dx : dy;
  return along >= 0 && along <= 1 && across >= -1 && across <= 1;
}

// CASTLE-8, CASTLE-9: by any of its segments; a monastery has one.
bool reaches_domain(const GameState& s, const Castle& castle, FeatureId f) {
  for (SegmentId id : segments_of(s, f))
    if (in_domain(castle, tile_of(s, id).at)) return true;
  return false;
}

// CASTLE-10, CASTLE-11, Q-BCB-16: built by an earlier tile and not completed.
bool may_score(const GameState& s, const Castle& castle) {
  return castle.completed == 0 && castle.built_with != s.core->placed;
}

// The features that the castle may score now, each once: completed ones in its domain (wave 1), or
// what castles in its domain have just scored (CASTLE-19, Q-BCB-20).
struct Sources {
  FeatureId feature[kMaxCompleted];
  int points[kMaxCompleted];
  int count = 0;
  bool alike = true;  // the same points for all

  Sources(const Rules& rules, const GameState& s, const Castle& castle) {
    const auto& bcb = rules.ext<BcbState>(s);
    if (bcb.wave == 1) {
      for (int i = 0; i < s.core->completed_count; ++i)
        if (reaches_domain(s, castle, s.core->completed[i]))
          add(s.core->completed[i], value_of(rules, s, s.core->completed[i], true).total());
      return;
    }
    for (int i = 0; i < bcb.castle_count; ++i) {
      const Castle& other = bcb.castles[i];
      if (other.wave == 0 || other.wave >= bcb.wave) continue;
      if (in_domain(castle, other.cells[0]) || in_domain(castle, other.cells[1]))
        add(other.feature, other.points);
    }
  }

  void add(FeatureId f, int worth) {
    for (int i = 0; i < count; ++i)
      if (feature[i] == f) return;
    if (count != 0 && worth != points[0]) alike = false;
    feature[count] = f;
    points[count++] = worth;
  }
};

// CASTLE-12..14, CASTLE-17: the same points; then the lord goes home and the token stays.
void score_castle(const Rules& rules, GameState& s, int index, FeatureId f, EventSink* events) {
  auto& bcb = rules.ext<BcbState>(s);
  Castle& castle = bcb.castles[index];
  const Sheet sheet = value_of(rules, s, f, true);
  castle.completed = 1;
  castle.wave = bcb.wave;
  castle.feature = f;
  castle.points = static_cast<std::int16_t>(sheet.total());
  give_points(s, castle.owner, ScoreFor::castle, sheet, castle.segment, events);
  const int lord = lord_of(s, index);
  if (lord < 0) return;
  const PlacedPiece piece = s.pieces[lord];
  for (PieceScored hook : rules.piece_scored) hook(rules, s, piece, true, events);
  send_home(rules, s, lord, EventKind::returned, events);
}

// Q-BCB-18: the next castle that has something to score: the active player's first, then clockwise.
int next_castle(const Rules& rules, const GameState& s) {
  const auto& bcb = rules.ext<BcbState>(s);
  int best = -1;
  for (int i = 0; i < bcb.castle_count; ++i) {
    const Castle& castle = bcb.castles[i];
    if (!may_score(s, castle)) continue;
    if (best >= 0 && seats_after(rules, s.core->active, castle.owner) >=
                         seats_after(rules, s.core->active, bcb.castles[best].owner))
      continue;
    if (Sources(rules, s, castle).count != 0) best = i;
  }
  return best;
}

bool any_may_score(const Rules& rules, const GameState& s) {
  const auto& bcb = rules.ext<BcbState>(s);
  for (int i = 0; i < bcb.castle_count; ++i)
    if (may_score(s, bcb.castles[i])) return true;
  return false;
}

// Q-BCB-19: first all that score directly, then, wave after wave, those that others bring along.
bool next_wave(BcbState& bcb) {
  for (int i = 0; i < bcb.castle_count; ++i)
    if (bcb.castles[i].wave == bcb.wave) {
      ++bcb.wave;
      return true;
    }
  bcb.wave = 0;
  for (Castle& castle : bcb.castles) castle.wave = 0;
  return false;
}

Flow castles_step(const Rules& rules, GameState& s, EventSink* events) {
  auto& bcb = rules.ext<BcbState>(s);
  if (bcb.wave == 0) {
    if (s.core->completed_count == 0 || !any_may_score(rules, s)) return Flow::proceed;
    bcb.wave = 1;
  }
  do {
    for (int index = next_castle(rules, s); index >= 0; index = next_castle(rules, s)) {
      const Sources sources(rules, s, bcb.castles[index]);
      bcb.asking = static_cast<std::uint8_t>(index);
      // CASTLE-18; for chains only where it makes a difference (Q-BCB-19).
      if (sources.count > 1 && (bcb.wave == 1 || !sources.alike))
        return ask(rules, s, DecisionKind::castle_feature, bcb.castles[index].owner, events);
      score_castle(rules, s, index, sources.feature[0], events);
    }
  } while (next_wave(bcb));
  return Flow::proceed;
}

void list_features(const Rules& rules, const GameState& s, Options& out) {
  const auto& bcb = rules.ext<BcbState>(s);
  const Castle& castle = bcb.castles[bcb.asking];
  const Sources sources(rules, s, castle);
  for (int i = 0; i < sources.count; ++i) {
    const SegmentId name = naming_segment(rules, s, sources.feature[i]);
    const PlacedTile& tile = s.tiles[s.segments[name].tile];
    out.add({.kind = ActionKind::castle_feature,
             .seg = tile.local(name),
             .at = tile.at,
             .at2 = castle.cells[0]});
  }
}

Flow answer_feature(const Rules& rules, GameState& s, const Action& action, EventSink* events) {
  const PlacedTile& tile = s.tiles[find_tile(s, action.at)];
  score_castle(rules, s, rules.ext<BcbState>(s).asking, feature_of(s, tile.segment(action.seg)),
               events);
  return Flow::repeat;
}

// CASTLE-20: whether a field borders the city that the castle was.
bool borders(const Rules& rules, const GameState& s, FeatureId field, FeatureId city) {
  for (SegmentId id : segments_of(s, city)) {
    const PlacedTile& tile = tile_of(s, id);
    const Face& face = rules.face(tile.type, tile.rotation);
    for (int i = 0; i < tile.segment_count; ++i)
      if (((face.segments[i].touches >> tile.local(id)) & 1) != 0 &&
          feature_of(s, tile.segment(i)) == field)
        return true;
  }
  for (const BoardTouch& touch : rules.board_touches)
    if (feature_of(s, touch.field) == field && feature_of(s, touch.city) == city) return true;
  return false;
}

// CASTLE-22: a castle is worth one point more to a field than a city.
void field_value(const Rules& rules, const GameState& s, FeatureId f, bool, Sheet& sheet) {
  if (s.features[f].kind != SegmentKind::field) return;
  const auto& bcb = rules.ext<BcbState>(s);
  int count = 0;
  for (int i = 0; i < bcb.castle_count; ++i)
    count += borders(rules, s, f, feature_of(s, bcb.castles[i].segment)) ? 1 : 0;
  sheet.add(Term::castles, count, count);
}

}  // namespace

void install_domains(Rules& rules) {
  rules.step_rules[Step::castles] = castles_step;
  rules.decisions[DecisionKind::castle_feature] = {list_features, answer_feature};
  rules.worth.addition.push_back(field_value);
}

}  // namespace bastide::bridges_castles_bazaars
