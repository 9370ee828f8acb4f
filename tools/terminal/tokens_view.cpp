#include "tools/terminal/tokens_view.h"

#include <fmt/format.h>

#include <numeric>

#include "engine/expansions/hills_sheep/state.h"
#include "engine/expansions/traders_builders/state.h"

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

std::string token_text(Token token) {
  if (token == Token::wolf) return "a wolf";
  return fmt::format("{} sheep", hills_sheep::sheep_on(static_cast<int>(token)));
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
