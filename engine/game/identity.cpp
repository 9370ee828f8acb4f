#include "engine/game/identity.h"

#include <array>
#include <cstdlib>
#include <string>

#include "engine/game/game.h"
#include "engine/scoring/score.h"

namespace bastide {

namespace {

namespace id = identity;
using id::Word;

// Sums up fields as they are written; needs no memory but its own.
class FieldHasher final : public FieldWriter {
 public:
  void open_object(std::string_view name) override { open(name, false); }
  void open_list(std::string_view name) override { open(name, true); }
  void close() override {
    const Level done = levels_[depth_--];
    put(done.name, done.is_list ? id::list(done.sum) : id::object(done.sum));
  }
  void number(std::string_view name, std::int64_t n) override { add(name, id::number(n)); }
  void text(std::string_view name, std::string_view t) override { add(name, id::text(t)); }
  void flag(std::string_view name, bool b) override { add(name, id::flag(b)); }
  void place(std::string_view name, Pos at) override { add(name, id::place(at)); }
  void nothing(std::string_view) override {}

  Word sum() const { return levels_[0].sum; }

 private:
  struct Level {
    Word name = 0;
    Word sum = 0;
    bool is_list = false;
  };
  static constexpr int kDeepest = 8;

  void open(std::string_view name, bool is_list) {
    if (depth_ == kDeepest) std::abort();  // no module nests its fields so deep
    const Word spelling = levels_[depth_].is_list ? 0 : id::spelled(name);
    levels_[++depth_] = {spelling, 0, is_list};
  }
  void add(std::string_view name, Word value) {
    put(levels_[depth_].is_list ? 0 : id::spelled(name), value);
  }
  void put(Word name, Word value) {
    Level& to = levels_[depth_];
    to.sum += to.is_list ? id::element(value) : id::member(name, value);
  }

  Level levels_[kDeepest + 1];
  int depth_ = 0;
};

constexpr Word kAt = id::spelled("at");
constexpr Word kOwner = id::spelled("owner");

Word of_tiles(const Rules& rules, const GameState& s) {
  constexpr std::array<Word, kRotations> kTurned{
      id::member("rot", id::number(0)), id::member("rot", id::number(90)),
      id::member("rot", id::number(180)), id::member("rot", id::number(270))};
  constexpr std::array<Word, 2> kBridge{id::member("bridge", id::text("NS")),
                                        id::member("bridge", id::text("EW"))};
  Word sum = 0;
  for (int i = 0; i < s.core->tiles; ++i) {
    const PlacedTile& tile = s.tiles[i];
    Word members = id::member(kAt, id::place(tile.at)) + rules.words.tiles[tile.type].laid +
                   kTurned[tile.rotation];
    if (tile.added_segment != kNone) {
      members += kBridge[tile.bridge_axis];
      if (tile.bridge_owner < kMaxPlayers)
        members += id::member("bridge_owner", id::number(tile.bridge_owner));
    }
    if (!rules.write_tile.empty()) {
      FieldHasher more;
      for (const WriteTile write : rules.write_tile)
        write(rules, s, static_cast<TileIndex>(i), more);
      members += more.sum();
    }
    sum += id::element(id::object(members));
  }
  return id::list(sum);
}

Word of_pieces(const Rules& rules, const GameState& s) {
  Word sum = 0;
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (rules.traits[piece.kind].listed_apart) continue;
    const PlacedTile& tile = s.tiles[s.segments[piece.segment].tile];
    const int local = tile.local(piece.segment);
    const NameWords::Segments& names = rules.words.segments[4u * tile.type + tile.rotation];
    Word members = rules.words.pieces[static_cast<std::size_t>(piece.kind)] +
                   id::member(kOwner, id::number(piece.owner)) +
                   id::member(kAt, id::place(tile.at)) +
                   (piece.standing == Standing::on_tile
                        ? id::member("seg", id::text(name_of(static_cast<Spot>(piece.detail))))
                    : local < tile.segment_count ? names[static_cast<std::size_t>(local)]
                                                 : names.back());
    if (is_in_building(piece)) members += id::member("in", id::text(lodging_name(rules, piece)));
    if (!rules.write_piece.empty()) {
      FieldHasher more;
      for (const WritePiece write : rules.write_piece) write(rules, s, piece, more);
      members += more.sum();
    }
    sum += id::element(id::object(members));
  }
  return id::list(sum);
}

Word of_players(const Rules& rules, const GameState& s) {
  Word sum = 0;
  for (int seat = 0; seat < rules.player_count(); ++seat) {
    const PlayerState& player = s.core->players[seat];
    Word supply = 0;
    for (std::size_t kind = 0; kind < kPieceKinds; ++kind)
      if (rules.piece_in_play[kind])
        supply += id::member(rules.words.piece_names[kind], id::number(player.supply[kind]));
    FieldHasher modules;
    for (const WritePlayer write : rules.write_player)
      write(rules, s, static_cast<Seat>(seat), modules);
    sum += id::element(id::object(id::member("seat", id::number(seat)) +
                                  id::member("score", id::number(player.score)) +
                                  id::member("supply", id::object(supply)) + modules.sum()));
  }
  return id::list(sum);
}

Word of_counts(const Rules& rules, const std::uint16_t* counts) {
  Word sum = 0;
  for (std::size_t t = 0; t < rules.tiles.size(); ++t)
    if (counts[t] != 0) sum += id::member(rules.words.tiles[t].name, id::number(counts[t]));
  return id::object(sum);
}

bool any(const Rules& rules, const std::uint16_t* counts) {
  for (std::size_t t = 0; t < rules.tiles.size(); ++t)
    if (counts[t] != 0) return true;
  return false;
}

Word of_decision(const Rules& rules, const CoreState& g) {
  Word members = rules.words.decisions[static_cast<std::size_t>(g.decision)];
  if (g.actor == kDealer)
    members += id::member("by", id::text("dealer"));
  else if (g.actor != kNobody)
    members += id::member("by", id::number(g.actor));
  return id::object(members);
}

}  // namespace

NameWords name_words(const Rules& rules) {
  NameWords words;
  for (const TileInPlay& tile : rules.tiles) {
    const std::string name = tile.def->full_id();
    words.tiles.push_back({id::spelled(name), id::member("tile", id::text(name)),
                           id::member("current", id::text(name))});
    for (Rotation r = 0; r < kRotations; ++r) {
      const Face& face = rules.faces[words.segments.size()];
      NameWords::Segments& names = words.segments.emplace_back();
      for (int i = 0; i < face.segment_count; ++i)
        names[static_cast<std::size_t>(i)] =
            id::member("seg", id::text(segment_name(*tile.def, face, i)));
      names.back() = id::member("seg", id::text(segment_name(*tile.def, face, face.segment_count)));
    }
  }
  for (std::size_t i = 0; i < kPieceKinds; ++i) {
    words.piece_names[i] = id::spelled(kPieceNames[i]);
    words.pieces[i] = id::member("piece", id::text(kPieceNames[i]));
  }
  for (std::size_t i = 0; i < kDecisionKinds; ++i)
    words.decisions[i] = id::member("kind", id::text(kDecisionNames[i]));
  return words;
}

void write_hidden(const Rules& rules, const GameState& s, FieldWriter& out) {
  const CoreState& g = *s.core;
  if (is_over(s)) return;
  out.number("active", g.active);
  if (g.placed != kNone) out.place("placed", s.tiles[g.placed].at);
  if (g.scored_count != 0 && g.scored_count < g.completed_count) {
    out.open_list("to_score");
    for (int i = g.scored_count; i < g.completed_count; ++i)
      write_feature(rules, s, g.completed[i], out);
    out.close();
  }
  // Y-34: who may not be taken back yet.
  if (g.settled != kNone && rules.recall_answers[static_cast<int>(Standing::on_feature)] != nullptr)
    write_segment(rules, s, g.settled, "settled", out);
  for (const WriteState write : rules.write_hidden) write(rules, s, out);
}

// Over what people can see and what matters for play, whatever way the game took to it.
std::uint64_t state_hash(const Rules& rules, const GameState& s) {
  const CoreState& g = *s.core;
  FieldHasher modules, hidden;
  for (const WriteState write : rules.write_state) write(rules, s, modules);
  write_hidden(rules, s, hidden);
  Word sum = id::member("decision", of_decision(rules, g)) +
             id::member("turn", id::number(g.turn)) + id::member("players", of_players(rules, s)) +
             id::member("tiles", of_tiles(rules, s)) + id::member("pieces", of_pieces(rules, s)) +
             id::member("left", of_counts(rules, s.stock.data())) + modules.sum() +
             id::member("hidden", id::object(hidden.sum()));
  if (g.current != kNone) sum += rules.words.tiles[g.current].current;
  if (s.aside != nullptr && any(rules, s.aside.data()))
    sum += id::member("set_aside", of_counts(rules, s.aside.data()));
  return id::object(sum);
}

}  // namespace bastide
