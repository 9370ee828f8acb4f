// The Wheel of Fortune: six sectors round a hub, crowns along the rim.
#include <array>
#include <cmath>

#include "art/board/big_boards.h"
#include "art/board/emblems.h"
#include "art/tile/board_cover.h"
#include "engine/tiles/catalogue.h"

namespace bastide::art {

namespace {

constexpr Point kMiddle = kWheelMiddle;
constexpr double kRim = kWheelRim, kSectorEdge = 129, kCrowns = 113, kIcons = 79, kPigs = 44,
                 kHub = 25;
constexpr int kSectors = 6;

Point polar(double angle, double radius) {
  return kMiddle + Point{std::cos(angle), std::sin(angle)} * radius;
}
// Clockwise from the north.
double sector_angle(int sector) { return kPi / 3 * sector - kPi / 2; }

// --- what the sectors do, as pictures ---

// A sack of coins; coins and a scroll; a bare ear; a cloud with lightning; a book and a flame; a
// rat.
constexpr Layer kFortune[]{
    {"xw", "M36 20L64 20L58 32C80 40 92 66 86 84C82 96 18 96 14 84C8 66 20 40 42 32Z"},
    {"xr", "R36 27 28 8"},
    {"xg", "O50 66 16 16 O10 22 9 9 O88 14 8 8"}};
constexpr Layer kTaxes[]{
    {"xu", "M20 6L80 6C88 6 90 16 84 20L84 78L26 78L26 20C14 20 12 6 20 6Z"},
    {"xg", "O30 84 16 10 O30 74 16 10 O30 64 16 10 O66 86 16 10 O66 76 16 10"}};
constexpr Layer kFamine[]{
    {"xw", "S7 50 98 50 40 46 22 36 10"},
    {"xg",
     "M48 46C34 44 26 34 28 22C40 26 48 34 48 46Z M52 58C66 56 76 46 74 34C62 38 52 46 52 58Z"
     " M48 76C34 74 24 64 26 52C40 56 48 64 48 76Z"},
    {"xk", "O82 66 5 5 O90 84 5 5 O14 86 5 5"}};
constexpr Layer kStorm[]{{"xg", "M46 50L72 50L58 68L72 68L36 100L46 74L34 74Z"},
                         {"xt", "O28 40 22 18 O50 26 24 22 O74 38 22 20 R24 40 56 18"}};
constexpr Layer kInquisition[]{
    {"xr", "M50 0C66 18 78 28 74 46C70 60 30 60 26 46C22 30 44 26 50 0Z"},
    {"xg", "M50 24C58 34 62 40 58 48C54 54 44 54 42 48C38 40 48 36 50 24Z"},
    {"xu", "M4 62C20 56 38 58 50 66C62 58 80 56 96 62L96 94C80 88 62 90 50 98C38 90 20 88 4 94Z"}};
constexpr Layer kPlague[]{
    {"xu",
     "M50 4C78 4 92 22 90 44C89 56 82 64 74 68L74 84L62 84L62 94L38 94L38 84L26 84L26 68"
     "C18 64 11 56 10 44C8 22 22 4 50 4Z"},
    {"xk", "O34 44 11 12 O66 44 11 12 M50 56L57 70L43 70Z"}};

struct SectorLook {
  std::string_view css_class;
  std::span<const Layer> picture;
  std::string_view lines;
};
constexpr std::array<SectorLook, kSectors> kSectorLooks{{
    {"z0", kFortune, "M50 56L50 76M42 66L58 66"},
    {"z1", kTaxes, "M38 22L74 22M38 34L74 34M50 46L74 46M50 56L66 56"},
    {"z2", kFamine, ""},
    {"z3", kStorm, ""},
    {"z4", kInquisition, "M50 68L50 96M14 70C24 67 34 68 42 73M58 73C66 68 76 67 86 70"},
    {"z5", kPlague, "M44 84L44 94M56 84L56 94"},
}};

constexpr Layer kCrown[]{{"xg", "M14 78L8 30L32 50L50 18L68 50L92 30L86 78Z"}};

// --- parts ---

Path sector_path(int sector) {
  const double half = kPi / 6, middle = sector_angle(sector);
  Path path;
  path.move(kMiddle).line(polar(middle - half, kSectorEdge));
  path.arc(kSectorEdge, kSectorEdge, false, true, polar(middle + half, kSectorEdge)).close();
  return path;
}

void draw_sector(int sector, Svg& out) {
  const SectorLook& look = kSectorLooks[static_cast<std::size_t>(sector)];
  out.path(std::string(look.css_class) + " zl", sector_path(sector));
}

void draw_crowns(int sector, Svg& out) {
  for (int i = 0; i < crowns_of(sector); ++i) {
    const Point at = crown_place(sector, i);
    out.circle("xu zl", at, 13.5);
    draw_emblem(kCrown, "", at, 19, out);
  }
}

void draw_hub(Svg& out) {
  out.circle("sh", kMiddle + Point{3, 4}, kHub);
  out.circle("tt zl", kMiddle, kHub);
  out.circle("xw zl", kMiddle, kHub - 5);
  Path grain;
  for (int i = 0; i < kSectors; ++i)
    grain.move(polar(sector_angle(i) + kPi / 6, 6))
        .line(polar(sector_angle(i) + kPi / 6, kHub - 6));
  out.path("il", grain);
  out.circle("go zl", kMiddle, 6);
}

void draw_rim(Svg& out) {
  out.circle("sh", kMiddle + Point{5, 7}, kRim + 1);
  out.circle("tt zl", kMiddle, kRim);
  out.circle("xw zl", kMiddle, kRim - 3);
  Path studs;
  for (int i = 0; i < 36; ++i)
    studs.disc(polar(kPi / 18 * (i + 0.5), (kRim + kSectorEdge) / 2 - 1), 1.6);
  out.path("go", studs);
}

}  // namespace

Point wheel_middle() { return kMiddle; }
std::string sector_outline(int sector) { return sector_path(sector).text(); }

int crowns_of(int sector) {
  const SetDef* set = catalogue().find_set("wheel");
  return set->sectors[static_cast<std::size_t>(sector)].crowns;
}

Point sector_place(int sector) { return polar(sector_angle(sector), kPigs); }

Point crown_place(int sector, int number) {
  const double spread = crowns_of(sector) > 1 ? 0.26 : 0;
  return polar(sector_angle(sector) + (number == 0 ? -spread : spread), kCrowns);
}

std::string draw_wheel() {
  Svg out;
  draw_rim(out);
  for (int i = 0; i < kSectors; ++i) draw_sector(i, out);
  for (int i = 0; i < kSectors; ++i) {
    const SectorLook& look = kSectorLooks[static_cast<std::size_t>(i)];
    draw_emblem(look.picture, look.lines, polar(sector_angle(i), kIcons), 35, out);
    draw_crowns(i, out);
  }
  draw_hub(out);
  return out.str();
}

}  // namespace bastide::art
