#include "tools/terminal/wheel_view.h"

#include <string>

#include "engine/expansions/wheel/view.h"

namespace bastide::tools {

namespace {

// "> storm       R ." in `name_width` + 5 columns: the pig, the sector, its crowns.
void draw_sector(Canvas& canvas, int x, int y, int sector, std::size_t name_width,
                 const wheel::WheelState& state, const std::vector<char>& letters,
                 const Look& look) {
  const bool pig = state.pig == sector;
  const Ink ink{pig ? rgb(0xFFD866) : dim_colour(), {}, pig};
  if (pig) canvas.text(x, y, look.ascii ? ">" : "▸", ink);
  canvas.text(x + 1, y, kSectorNames[static_cast<std::size_t>(sector)].substr(0, name_width), ink);
  const int crowns_at = x + 2 + static_cast<int>(name_width);
  for (int i = 0; i < wheel::crowns_of(sector); ++i) {
    const std::uint8_t owner = state.crowns[sector][i];
    if (owner == 0)
      canvas.text(crowns_at + i, y, look.ascii ? "." : "·", ink);
    else
      canvas.text(crowns_at + i, y, std::string(1, letters[owner - 1u]),
                  player_ink(static_cast<Seat>(owner - 1)));
  }
}

}  // namespace

int draw_wheel_panel(Canvas& canvas, int y, const Rules& rules, const GameState& s,
                     const std::vector<char>& letters, const Look& look) {
  if (!rules.on(ModuleId::wheel)) return y;
  constexpr int kRows = wheel::kSectors / 2;
  constexpr std::size_t kName = 11;
  const auto& state = rules.ext<wheel::WheelState>(s);
  for (int i = 0; i < wheel::kSectors; ++i)
    draw_sector(canvas, i < kRows ? 0 : 13, y + i % kRows, i, i < kRows ? 8 : kName, state, letters,
                look);
  return y + kRows + 1;
}

void draw_wheel_disc(Canvas& canvas, int x, int y, PictureSize size, const Rules& rules,
                     const GameState& s, const std::vector<char>& letters, const Look& look) {
  const int width = 2 * size.columns, height = 2 * size.rows;
  if (height < wheel::kSectors || width < 12) return;
  const auto name_width = static_cast<std::size_t>(width >= 18 ? 11 : width - 5);
  canvas.fill(x, y, width, height, Glyph{});
  const int left = x + (width - static_cast<int>(name_width) - 4) / 2;
  const int top = y + (height - wheel::kSectors) / 2;
  for (int i = 0; i < wheel::kSectors; ++i)
    draw_sector(canvas, left, top + i, i, name_width, rules.ext<wheel::WheelState>(s), letters,
                look);
}

}  // namespace bastide::tools
