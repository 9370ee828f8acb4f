// Goods: tokens for whoever completes a city with symbols, and ten points a kind at the end.
#include <algorithm>
#include <array>

#include "engine/board/board.h"
#include "engine/expansions/traders_builders/parts.h"
#include "engine/rules/loaded_words.h"
#include "engine/rules/module.h"
#include "engine/scoring/score.h"

namespace bastide::traders_builders {
namespace {

constexpr std::uint32_t kGoodsMarks =
    mark_bit(Mark::wine) | mark_bit(Mark::grain) | mark_bit(Mark::cloth);

// GOODS-5: the symbols drawn in the city itself.
std::array<int, kGoods> symbols_in(const Rules& rules, const GameState& s, FeatureId city) {
  std::array<int, kGoods> counts{};
  for (SegmentId id : segments_of(s, city)) {
    const PlacedTile& tile = tile_of(s, id);
    if ((rules.tiles[tile.type].marks & kGoodsMarks) == 0) continue;
    const Face& face = rules.face(tile.type, tile.rotation);
    const SegmentDef& segment =
        rules.tiles[tile.type].def->segments[face.segments[tile.local(id)].printed];
    if (segment.goods) ++counts[static_cast<std::size_t>(*segment.goods)];
  }
  return counts;
}

// GOODS-1, GOODS-2, GOODS-4, Q-TB-6: to the player of the tile, whoever is in the city.
void take_goods(const Rules& rules, GameState& s, FeatureId f, bool finished, EventSink* events) {
  if (!finished || s.features[f].kind != SegmentKind::city) return;
  const std::array<int, kGoods> counts = symbols_in(rules, s, f);
  const Seat seat = s.core->active;
  for (int kind = 0; kind < kGoods; ++kind) {
    const int count = counts[static_cast<std::size_t>(kind)];
    if (count == 0) continue;
    std::uint16_t& tokens = rules.ext<TradersBuildersState>(s).goods[seat][kind];
    tokens = static_cast<std::uint16_t>(tokens + count);
    if (events != nullptr)
      tell(events, s, EventKind::goods, seat,
           {.segment = naming_segment(rules, s, f), .points = count, .value = kind});
  }
}

// GOODS-8..10: ten points to whoever has most of a kind, each of several.
Flow pay_goods(const Rules& rules, GameState& s, EventSink* events) {
  constexpr Term kTerms[kGoods] = {Term::wine, Term::grain, Term::cloth};
  const auto& goods = rules.ext<TradersBuildersState>(s).goods;
  for (int kind = 0; kind < kGoods; ++kind) {
    int most = 1;
    for (int seat = 0; seat < rules.player_count(); ++seat)
      most = std::max<int>(most, goods[seat][kind]);
    for (int seat = 0; seat < rules.player_count(); ++seat) {
      if (goods[seat][kind] != most) continue;
      Sheet sheet;
      sheet.add(kTerms[kind], most, 10);
      give_points(s, static_cast<Seat>(seat), ScoreFor::goods, sheet, kNone, events);
    }
  }
  return Flow::proceed;
}

// --- Words -----------------------------------------------------------------------

void write_goods(const Rules& rules, const GameState& s, Seat seat, FieldWriter& out) {
  out.open_object("goods");
  for (int kind = 0; kind < kGoods; ++kind)
    out.number(kGoodsNames[static_cast<std::size_t>(kind)],
               rules.ext<TradersBuildersState>(s).goods[seat][kind]);
  out.close();
}

// goods R wine 3 cloth 1
bool load_goods(const Rules& rules, GameState& s, std::string_view word, std::string_view value) {
  if (word != "goods") return false;
  const auto seat = read_seat(rules, take_word(value));
  if (!seat) return false;
  auto& tokens = rules.ext<TradersBuildersState>(s).goods[*seat];
  for (std::string_view kind = take_word(value); !kind.empty(); kind = take_word(value)) {
    const auto goods = parse_name<Goods>(kGoodsNames, kind);
    if (!goods || !read_number(take_word(value), tokens[index_of(*goods)])) return false;
  }
  return true;
}

}  // namespace

void install_goods(Rules& rules) {
  rules.marks_in_play |= kGoodsMarks;
  rules.after_scoring_rules[AfterScoring::goods] = take_goods;
  rules.step_rules[Step::goods] = pay_goods;
  rules.write_player.push_back(write_goods);
  speak(rules, {.loaded = load_goods});
}

}  // namespace bastide::traders_builders
