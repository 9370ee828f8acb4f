#include "tools/terminal/count_view.h"

#include <string>

#include "engine/expansions/count/state.h"

namespace bastide::tools {

namespace {

// A letter for each piece; pieces other than meeples are marked by a prime.
void draw_waiting(Canvas& canvas, int x, int y, const count::CountState& state, int quarter,
                  const std::vector<char>& letters) {
  for (std::size_t seat = 0; seat < letters.size(); ++seat)
    for (int kind = 0; kind < kPieceKinds; ++kind)
      for (int i = 0; i < state.pieces[quarter][seat][kind]; ++i) {
        const std::string sign = std::string(1, letters[seat]) + (kind == 0 ? "" : "'");
        canvas.text(x, y, sign, player_ink(static_cast<Seat>(seat)));
        x += static_cast<int>(sign.size()) + 1;
      }
}

}  // namespace

int draw_count_panel(Canvas& canvas, int y, const Rules& rules, const GameState& s,
                     const std::vector<char>& letters, const Look& look) {
  if (!rules.on(ModuleId::count) || rules.index_of(Step::deploy) < 0) return y;
  const auto& state = rules.ext<count::CountState>(s);
  for (int quarter = 0; quarter < kQuarters; ++quarter, ++y) {
    const bool here = static_cast<int>(state.count) == quarter;
    if (here) canvas.text(0, y, look.ascii ? "C" : "♛", {rgb(0xFFD866), {}, true});
    canvas.text(2, y, kQuarterNames[static_cast<std::size_t>(quarter)], {{}, {}, here});
    draw_waiting(canvas, 13, y, state, quarter, letters);
  }
  return y + 1;
}

}  // namespace bastide::tools
