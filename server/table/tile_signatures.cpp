#include "server/table/tile_signatures.h"

#include <bit>

#include "engine/core/identity.h"

namespace bastide::server {

namespace {

std::uint64_t mixed(std::uint64_t sum, std::uint64_t word) {
  return std::rotl((sum ^ word) * 0x9E3779B97F4A7C15ull, 29);
}

// Sums up what a module writes, in its order.
class SumOfFields final : public FieldWriter {
 public:
  explicit SumOfFields(std::uint64_t sum) : sum_(sum) {}
  void open_object(std::string_view name) override { add(name, 1, 0); }
  void open_list(std::string_view name) override { add(name, 2, 0); }
  void close() override { add({}, 3, 0); }
  void number(std::string_view name, std::int64_t value) override {
    add(name, 4, static_cast<std::uint64_t>(value));
  }
  void text(std::string_view name, std::string_view value) override {
    add(name, 5, identity::spelled(value));
  }
  void flag(std::string_view name, bool value) override { add(name, 6, value ? 1 : 0); }
  void place(std::string_view name, Pos at) override { add(name, 7, identity::place(at)); }
  void nothing(std::string_view name) override { add(name, 8, 0); }

  std::uint64_t sum() const { return sum_; }

 private:
  void add(std::string_view name, std::uint64_t sort, std::uint64_t value) {
    sum_ = mixed(mixed(sum_ + sort, identity::spelled(name)), value);
  }
  std::uint64_t sum_;
};

std::uint64_t signature(const Rules& rules, const GameState& s, TileIndex i) {
  const PlacedTile& tile = s.tiles[i];
  const std::uint64_t where = std::uint64_t{static_cast<std::uint16_t>(tile.at.x)} << 16 |
                              static_cast<std::uint16_t>(tile.at.y);
  const std::uint64_t what = std::uint64_t{tile.type} << 32 |
                             std::uint64_t{tile.added_segment} << 16 |
                             std::uint64_t{tile.rotation} << 1 | tile.bridge_axis;
  const std::uint64_t sum = mixed(mixed(1, where), what);
  if (rules.write_tile.empty()) return sum;
  SumOfFields fields(sum);
  for (const WriteTile write : rules.write_tile) write(rules, s, i, fields);
  return fields.sum();
}

std::uint64_t with_piece(const Rules& rules, const GameState& s, const PlacedPiece& piece,
                         std::uint64_t sum) {
  // Where it stands within a building is not shown.
  const std::uint64_t spot = piece.standing == Standing::on_tile ? piece.detail : 0;
  sum = mixed(
      sum, spot << 48 | std::uint64_t{piece.segment} << 32 | std::uint64_t{piece.owner} << 24 |
               static_cast<std::uint64_t>(piece.kind) << 16 |
               static_cast<std::uint64_t>(is_in_building(piece) ? piece.keeper : ModuleId{}) << 8 |
               static_cast<std::uint64_t>(piece.standing));
  if (rules.write_piece.empty()) return sum;
  SumOfFields fields(sum);
  for (const WritePiece write : rules.write_piece) write(rules, s, piece, fields);
  return fields.sum();
}

}  // namespace

std::vector<std::uint64_t> tile_signatures(const Rules& rules, const GameState& s) {
  std::vector<std::uint64_t> signatures(s.core->tiles);
  for (std::size_t i = 0; i < signatures.size(); ++i)
    signatures[i] = signature(rules, s, static_cast<TileIndex>(i));
  for (std::size_t i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    if (rules.traits[piece.kind].listed_apart) continue;
    std::uint64_t& sum = signatures[s.segments[piece.segment].tile];
    sum = with_piece(rules, s, piece, sum);
  }
  return signatures;
}

}  // namespace bastide::server
