#include "engine/notation/state_members.h"

#include <string>
#include <utility>
#include <vector>
#include <nlohmann/json.hpp>

#include "engine/notation/json_action.h"

namespace bastide {

namespace {

// Builds the innermost object or list on top of a stack and hands it to the one below on close.
class JsonFields final : public FieldWriter {
 public:
  explicit JsonFields(Json& state) : state_(state) {}

  void open_object(std::string_view name) override {
    open_.push_back({std::string(name), Json::object()});
  }
  void open_list(std::string_view name) override {
    open_.push_back({std::string(name), Json::array()});
  }
  void close() override {
    auto [name, value] = std::move(open_.back());
    open_.pop_back();
    add(name, std::move(value));
  }
  void number(std::string_view name, std::int64_t value) override { add(name, value); }
  void text(std::string_view name, std::string_view value) override { add(name, value); }
  void flag(std::string_view name, bool value) override { add(name, value); }
  void place(std::string_view name, Pos at) override { add(name, cell_to_json(at.x, at.y)); }
  void nothing(std::string_view name) override { add(name, nullptr); }

 private:
  void add(std::string_view name, Json value) {
    Json& to = open_.empty() ? state_ : open_.back().second;
    if (to.is_array()) {
      to.push_back(std::move(value));
    } else {
      to[std::string(name)] = std::move(value);
    }
  }

  Json& state_;
  std::vector<std::pair<std::string, Json>> open_;
};

}  // namespace

void add_module_members(const Rules& rules, const GameState& s, Json& state) {
  JsonFields fields(state);
  for (const WriteState write : rules.write_state) write(rules, s, fields);
}

void add_module_members(const Rules& rules, const GameState& s, Seat seat, Json& player) {
  JsonFields fields(player);
  for (const WritePlayer write : rules.write_player) write(rules, s, seat, fields);
}

void add_piece_members(const Rules& rules, const GameState& s, const PlacedPiece& piece,
                       Json& json) {
  JsonFields fields(json);
  for (const WritePiece write : rules.write_piece) write(rules, s, piece, fields);
}

void add_tile_members(const Rules& rules, const GameState& s, TileIndex tile, Json& json) {
  JsonFields fields(json);
  for (const WriteTile write : rules.write_tile) write(rules, s, tile, fields);
}

void add_feature_members(const Rules& rules, const GameState& s, FeatureId feature, Json& json) {
  JsonFields fields(json);
  for (const WriteFeature write : rules.write_feature) write(rules, s, feature, fields);
}

}  // namespace bastide
