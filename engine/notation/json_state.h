// A state as JSON: everything that lies open on the table. The order of the stock is no part of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game/game.h"
#include "engine/notation/form.h"
#include "engine/notation/json_writer.h"
#include "engine/notation/names.h"

namespace bastide {

// A bit per seat that cannot win: it resigned, say. Where nobody can, all can.
using SeatBits = std::uint32_t;

// What may be left out: a client that has the tiles needs the new ones only, and a table may keep
// what its players are to count for themselves.
struct StateParts {
  bool tiles = true;
  bool features = true;
  bool by_tile = true;  // in `left`
  SeatBits cannot_win = 0;
  std::optional<std::uint64_t> hash{};     // where it is known already
  std::span<const PlayerSetup> players{};  // names, where the rules have none
};
Json state_to_json(const Rules& rules, const GameState& s, const StateParts& parts = {});

// Parts of it
Json tile_to_json(const Rules& rules, const GameState& s, TileIndex tile);
Json scores_to_json(const Rules& rules, const GameState& s);    // [12, 7]
Json supplies_to_json(const Rules& rules, const GameState& s);  // [{"meeple":5}, …]
Json features_to_json(const Rules& rules, const GameState& s, bool with_segments = false);
// The seats with the highest score of those who can win.
SeatBits winners_of(const Rules& rules, const GameState& s, SeatBits cannot_win = 0);
Json winners_to_json(const Rules& rules, const GameState& s, SeatBits cannot_win = 0);

// The same as text. A name is that of the member; in a list there is none.
void write_state(const Rules& rules, const GameState& s, const StateParts& parts,
                 std::string_view name, JsonWriter& out);
void write_tile(const Rules& rules, const GameState& s, TileIndex tile, JsonWriter& out);
void write_scores(const Rules& rules, const GameState& s, std::string_view name, JsonWriter& out);
void write_winners(const Rules& rules, const GameState& s, SeatBits cannot_win,
                   std::string_view name, JsonWriter& out);
// Members `kind`, `at` and `seg`, which name a feature.
void write_feature_name(const Rules& rules, const GameState& s, FeatureId feature, JsonWriter& out);
void write_segment_place(const SegmentPlace& place, JsonWriter& out);  // members `at` and `seg`

// Features one by one, in one position.
class FeatureWriter {
 public:
  FeatureWriter(const Rules& rules, const GameState& s, bool with_segments);
  // Nothing, where it is not shown: rivers, and what became part of another.
  void write(FeatureId feature, JsonWriter& out) const;

 private:
  void count_tiles();
  void write_members(FeatureId feature, JsonWriter& out) const;
  void write_segments(FeatureId feature, JsonWriter& out) const;

  const Rules& rules_;
  const GameState& s_;
  bool with_segments_;
  std::vector<std::uint16_t> tiles_;  // of each feature
  // The segments of each feature in the order of their numbers, as lists linked through all of
  // them.
  std::vector<SegmentId> first_, next_;
};

std::string hash_text(std::uint64_t hash);  // 16 hexadecimal digits

}  // namespace bastide
