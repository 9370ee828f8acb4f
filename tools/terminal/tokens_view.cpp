#include "tools/terminal/tokens_view.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/expansions/hills_sheep/state.h"
#include "engine/expansions/traders_builders/state.h"
#include "engine/notation/state_members.h"

namespace bastide::tools {

std::string goods_text(const Rules& rules, const GameState& s, Seat seat) {
  std::string text;
  if (!rules.on(ModuleId::traders_builders)) return text;
  const auto& goods = rules.ext<traders_builders::TradersBuildersState>(s).goods[seat];
  for (int kind = 0; kind < traders_builders::kGoods; ++kind)
    if (goods[kind] != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : " ",
                          kGoodsNames[static_cast<std::size_t>(kind)], goods[kind]);
  return text;
}

// Read from the public state, as programs do: nothing here knows how a module keeps it.
std::string prisoners_text(const Rules& rules, const GameState& s, Seat seat, bool ascii) {
  std::string text;
  if (!rules.on(ModuleId::tower)) return text;
  Json state = Json::object();
  add_module_members(rules, s, state);
  for (const Json& held : state["prisoners"]) {
    if (held.at("holder") != seat) continue;
    const std::string& owner = rules.players[held.at("owner").get<std::size_t>()].name;
    text +=
        fmt::format("{}{} {}", text.empty() ? "holds " : ", ",
                    owner == "You" ? "your" : owner + "'s", held.at("piece").get<std::string>());
    if (const int count = held.at("count").get<int>(); count > 1)
      text += fmt::format(" {}{}", ascii ? "x" : "×", count);
  }
  return text;
}

int floors_on(const Rules& rules, const GameState& s, TileIndex tile) {
  if (rules.write_tile.empty()) return 0;
  Json members = Json::object();
  add_tile_members(rules, s, tile, members);
  const auto floors = members.find("floors");
  return floors == members.end() ? 0 : floors->get<int>();
}

std::string token_text(Token token) {
  if (token == Token::wolf) return "a wolf";
  if (token > Token::wolf)
    return fmt::format("{} {}", token == Token::elephant ? "an" : "a", name_of(token));
  return fmt::format("{} sheep", hills_sheep::sheep_on(static_cast<int>(token)));
}

int draw_circus_panel(Canvas& canvas, int y, const Rules& rules, const GameState& s) {
  if (!rules.on(ModuleId::circus)) return y;
  Json state = Json::object();
  add_module_members(rules, s, state);
  const Json& tokens = state["circus"]["tokens"];
  const Ink dim{dim_colour(), {}, false};
  canvas.text(2, y++, "animals nobody has seen:", dim);
  std::string line;
  for (const auto& [name, count] : tokens.items()) {
    if (count.get<int>() == 0) continue;
    const std::string one = fmt::format("{} {}", count.get<int>(), name);
    if (columns(line) + columns(one) > 22) canvas.text(4, y++, line, dim), line.clear();
    line += (line.empty() ? "" : ", ") + one;
  }
  canvas.text(4, y++, line, dim);
  return y + 1;
}

int draw_flock_panel(Canvas& canvas, int y, const Rules& rules, const GameState& s,
                     const std::vector<char>& letters) {
  if (!rules.on(ModuleId::hills_sheep)) return y;
  const auto& state = rules.ext<hills_sheep::HillsSheepState>(s);
  for (std::size_t seat = 0; seat < letters.size(); ++seat)
    if (const int sheep = state.sheep_of(static_cast<int>(seat)); sheep > 0) {
      canvas.text(2, y, fmt::format(" {} ", letters[seat]), player_ink(static_cast<Seat>(seat)));
      canvas.text(6, y++, fmt::format("flock of {} sheep", sheep));
    }
  const int tokens = std::accumulate(std::begin(state.bag), std::end(state.bag), 0);
  canvas.text(2, y,
              fmt::format("bag: {} tokens, {} wolves", tokens,
                          state.bag[static_cast<std::size_t>(Token::wolf)]),
              {dim_colour(), {}, false});
  return y + 2;
}

}  // namespace bastide::tools
