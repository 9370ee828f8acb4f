#include "tools/terminal/draw.h"

#include <array>
#include <string_view>

namespace bastide::tools {

namespace {

Colour material_colour(Material material) {
  switch (material) {
    case Material::field:
      return rgb(0x86B84C);
    case Material::road:
      return rgb(0xF7F0D7);
    case Material::city:
      return rgb(0xD9A25A);
    case Material::wall:
      return rgb(0x6B4423);
    case Material::house:
      return rgb(0xC2814A);
    case Material::river:
      return rgb(0x4E9BDE);
    case Material::building_wall:
      return rgb(0xF7F1E3);
    case Material::roof:
      return rgb(0xA93226);
    case Material::garden:
      return rgb(0xD96BA8);
    case Material::village:
      return rgb(0x8D6E4F);
    case Material::closed:
      return rgb(0x9A9A9A);
  }
  return {};
}

// In 256 colours a shade would come out as another colour; only fields have a second green.
Colour pixel_colour(const TilePicture& picture, int x, int y, const Look& look, bool shaded) {
  const Material material = picture.at(x, y);
  const bool few = look.colours == ColourMode::palette256;
  if (few && material == Material::field) return shaded ? rgb(0x5FAF5F) : rgb(0x87AF5F);
  Colour colour = material_colour(material);
  const bool tuft = material == Material::field && (x * 7 + y * 11 + x * y) % 13 == 0;
  if (tuft) colour = rgb(0x78AA42);
  if (material == Material::garden && (x + y) % 2 == 0) colour = rgb(0x3F8F3F);
  return shaded && !few ? mixed(colour, rgb(0x203010), 9) : colour;
}

void draw_colours(Canvas& canvas, int x, int y, const TilePicture& picture, const Look& look,
                  bool shaded) {
  for (int row = 0; row < picture.size.rows; ++row)
    for (int column = 0; column < picture.size.columns; ++column) {
      const Colour top = pixel_colour(picture, column, 2 * row, look, shaded);
      const Colour bottom = pixel_colour(picture, column, 2 * row + 1, look, shaded);
      const bool split = !(top == bottom) && !look.ascii;
      canvas.put(x + column, y + row, split ? U'▀' : U' ',
                 {split ? top : kNoColour, bottom, false});
    }
}

// --- plain characters ---

char32_t plain_sign(Material material, bool ascii) {
  switch (material) {
    case Material::field:
      return U' ';
    case Material::road:
      return U' ';
    case Material::city:
    case Material::wall:
    case Material::house:
      return ascii ? U'#' : U'▒';
    case Material::river:
      return ascii ? U'~' : U'≈';
    case Material::building_wall:
      return ascii ? U'M' : U'█';
    case Material::roof:
      return ascii ? U'^' : U'▲';
    case Material::garden:
      return ascii ? U'%' : U'✿';
    case Material::village:
      return U'o';
    case Material::closed:
      return ascii ? U'=' : U'▓';
  }
  return U' ';
}

// Of a character's two pixels the one that says more.
Material plain_material(const TilePicture& picture, int column, int row) {
  const Material top = picture.at(column, 2 * row), bottom = picture.at(column, 2 * row + 1);
  return top == Material::field ? bottom : top;
}

// Lines by the sides they run to: bit 0 north, 1 east, 2 south, 3 west.
char32_t line_sign(int sides, bool ascii) {
  static constexpr std::u32string_view unicode = U" ║═╚║║╔╠═╝═╩╗╣╦╬";
  static constexpr std::u32string_view plain = U" |-+||++-+-++++o";
  return (ascii ? plain : unicode)[static_cast<std::size_t>(sides)];
}

// Roads run straight from their sides to the middle; junctions are marked by the village.
void draw_plain_roads(Canvas& canvas, int x, int y, const TilePicture& picture, const Face& face,
                      const Look& look) {
  const int middle_x = (picture.size.columns - 1) / 2, middle_y = picture.size.rows / 2;
  int village = 0;
  for (int i = 0; i < face.segment_count; ++i) {
    const FaceSegment& segment = face.segments[static_cast<std::size_t>(i)];
    if (segment.kind != SegmentKind::road) continue;
    village += segment.ports != 0 && (segment.ports & (segment.ports - 1)) == 0 ? 1 : 0;
    for (int column = 0; column < picture.size.columns; ++column)
      for (int row = 0; row < picture.size.rows; ++row) {
        const bool centre = column == middle_x && row == middle_y;
        const bool north = column == middle_x && row < middle_y && (segment.ports & 1) != 0;
        const bool east = row == middle_y && column > middle_x && (segment.ports & 2) != 0;
        const bool south = column == middle_x && row > middle_y && (segment.ports & 4) != 0;
        const bool west = row == middle_y && column < middle_x && (segment.ports & 8) != 0;
        if (!centre && !north && !east && !south && !west) continue;
        const Material under = plain_material(picture, column, row);
        if (under != Material::field && under != Material::road && under != Material::village &&
            under != Material::river)
          continue;
        const int sides = centre ? segment.ports : north || south ? 5 : 10;
        canvas.put(x + column, y + row, line_sign(sides, look.ascii), {});
      }
  }
  if (village > 1) canvas.put(x + middle_x, y + middle_y, look.ascii ? U'o' : U'◯', {});
}

void draw_plain(Canvas& canvas, int x, int y, const TilePicture& picture, const Face& face,
                const Look& look) {
  for (int row = 0; row < picture.size.rows; ++row)
    for (int column = 0; column < picture.size.columns; ++column)
      canvas.put(x + column, y + row, plain_sign(plain_material(picture, column, row), look.ascii),
                 {});
  draw_plain_roads(canvas, x, y, picture, face, look);
  for (const int column : {0, picture.size.columns - 1})
    for (const int row : {0, picture.size.rows - 1}) {
      Glyph* corner = canvas.at(x + column, y + row);
      if (corner != nullptr && corner->ch == U' ') corner->ch = look.ascii ? U'.' : U'·';
    }
}

struct PlayerColour {
  int back, front;
};
constexpr std::array<PlayerColour, kMaxPlayers> kPlayers{{{0xD01C2A, 0xFFFFFF},
                                                          {0x1F5FBF, 0xFFFFFF},
                                                          {0xF7D417, 0x000000},
                                                          {0x222222, 0xFFFFFF},
                                                          {0x8E2FB0, 0xFFFFFF},
                                                          {0xF5F5F5, 0x000000}}};

}  // namespace

void draw_picture(Canvas& canvas, int x, int y, const TilePicture& picture, const Face& face,
                  const Look& look, bool shaded) {
  if (look.coloured())
    draw_colours(canvas, x, y, picture, look, shaded);
  else
    draw_plain(canvas, x, y, picture, face, look);
  if (picture.size.columns < kMedium.columns) return;
  if (const char32_t sign = tile_sign(picture.marks & look.marks, look.ascii).sign; sign != 0)
    canvas.put(x + picture.size.columns - 2, y, sign, {rgb(0xFFFFFF), rgb(0xA02020), true});
  for (const Anchor& at : picture.pennants) {
    const Ink ink{rgb(0xFFFFFF), rgb(0x2E63B8), true};
    canvas.put(x + at.column, y + at.row, look.ascii ? U'*' : U'♦', ink);
  }
}

void draw_label(Canvas& canvas, int x, int y, std::string_view label, const Ink& ink,
                const Look& look) {
  canvas.text(x, y, label, look.coloured() ? ink : Ink{});
}

Ink player_ink(Seat seat) {
  const PlayerColour& c = kPlayers[seat % kMaxPlayers];
  return {rgb(c.front), rgb(c.back), true};
}

Ink figure_ink() { return {rgb(0xFFFFFF), rgb(0x7A1FA2), true}; }
Ink tower_ink() { return {rgb(0x202020), rgb(0xCFC4AE), true}; }
Ink number_ink() { return {rgb(0x101010), rgb(0xFFFFFF), true}; }
Colour dim_colour() { return rgb(0x8A8A8A); }

TileSign tile_sign(std::uint32_t marks, bool ascii) {
  const auto has = [&](Mark mark) { return (marks & mark_bit(mark)) != 0; };
  if (has(Mark::volcano)) return {ascii ? U'V' : U'Λ', "volcano"};
  if (has(Mark::dragon)) return {ascii ? U'D' : U'§', "dragon"};
  if (has(Mark::princess)) return {ascii ? U'Q' : U'♕', "princess"};
  if (has(Mark::portal)) return {ascii ? U'O' : U'◎', "portal"};
  if (has(Mark::inn)) return {ascii ? U'I' : U'⌂', "inn"};
  if (has(Mark::cathedral)) return {ascii ? U'C' : U'‡', "cathedral"};
  if (has(Mark::wine)) return {U'w', "wine"};
  if (has(Mark::grain)) return {U'g', "grain"};
  if (has(Mark::cloth)) return {U'c', "cloth"};
  if (has(Mark::hill)) return {ascii ? U'n' : U'∩', "hill"};
  if (has(Mark::vineyard)) return {U'Y', "vineyard"};
  if (has(Mark::tower)) return {ascii ? U'T' : U'♖', "place for a tower"};
  if (has(Mark::circus)) return {ascii ? U'@' : U'◉', "circus"};
  if (has(Mark::acrobats)) return {ascii ? U'A' : U'∴', "place for acrobats"};
  return {};
}

Look with_marks_of(const Rules& rules, Look look) {
  const auto only_with = [&](ModuleId set, std::uint32_t marks) {
    if (!rules.on(set)) look.marks &= ~marks;
  };
  only_with(ModuleId::inns_cathedrals, mark_bit(Mark::inn) | mark_bit(Mark::cathedral));
  only_with(ModuleId::traders_builders,
            mark_bit(Mark::wine) | mark_bit(Mark::grain) | mark_bit(Mark::cloth));
  only_with(ModuleId::hills_sheep, mark_bit(Mark::hill) | mark_bit(Mark::vineyard));
  only_with(ModuleId::tower, mark_bit(Mark::tower));
  only_with(ModuleId::circus, mark_bit(Mark::circus) | mark_bit(Mark::acrobats));
  return look;
}

bool is_more_than_its_role(PieceKind piece) {
  return piece == PieceKind::abbot || piece == PieceKind::builder || piece == PieceKind::pig ||
         piece == PieceKind::shepherd || piece == PieceKind::mayor || piece == PieceKind::wagon ||
         piece == PieceKind::barn || piece == PieceKind::ringmaster;
}

char32_t role_sign(SegmentKind kind, bool ascii) {
  switch (kind) {
    case SegmentKind::city:
      return ascii ? U'k' : U'♞';
    case SegmentKind::road:
      return ascii ? U'h' : U'♟';
    case SegmentKind::field:
      return ascii ? U'f' : U'ψ';
    case SegmentKind::monastery:
    case SegmentKind::shrine:
    case SegmentKind::abbey:
      return ascii ? U'm' : U'♝';
    case SegmentKind::garden:
      return ascii ? U'a' : U'♝';
    default:
      return U'?';
  }
}

namespace {

// A sign in its other case: hollow, or a capital letter.
char32_t large_sign(char32_t sign) {
  constexpr std::u32string_view kSmall = U"♞♟♝ψkhmf", kLarge = U"♘♙♗ΨKHMF";
  const auto at = kSmall.find(sign);
  return at == kSmall.npos ? sign : kLarge[at];
}

}  // namespace

char32_t piece_sign(PieceKind piece, SegmentKind kind, bool ascii) {
  if (piece == PieceKind::abbot) return ascii ? U'a' : U'†';
  if (piece == PieceKind::builder) return U'b';
  if (piece == PieceKind::pig) return U'p';
  if (piece == PieceKind::shepherd) return U's';
  if (piece == PieceKind::mayor) return ascii ? U'y' : U'♚';
  if (piece == PieceKind::wagon) return U'w';
  if (piece == PieceKind::barn) return ascii ? U'n' : U'⌂';
  if (piece == PieceKind::ringmaster) return U'r';
  const char32_t sign = role_sign(kind, ascii);
  return piece == PieceKind::big ? large_sign(sign) : sign;
}

char32_t spot_sign(PieceKind piece, Spot spot, bool ascii) {
  if (is_more_than_its_role(piece)) return piece_sign(piece, SegmentKind::garden, ascii);
  if (spot == Spot::tower) return ascii ? U'g' : U'♜';
  return ascii ? U't' : U'▲';
}

std::string_view spot_role(Spot spot) {
  return spot == Spot::tower ? "guard" : spot == Spot::acrobats ? "acrobat" : "barn";
}

std::string piece_role(PieceKind piece, SegmentKind kind) {
  if (is_more_than_its_role(piece)) return std::string(name_of(piece));
  return (piece == PieceKind::big ? "large " : "") + std::string(role_name(kind));
}

std::string_view role_name(SegmentKind kind) {
  switch (kind) {
    case SegmentKind::city:
      return "knight";
    case SegmentKind::road:
      return "highwayman";
    case SegmentKind::field:
      return "farmer";
    case SegmentKind::monastery:
    case SegmentKind::abbey:
      return "monk";
    case SegmentKind::shrine:
      return "heretic";
    case SegmentKind::garden:
      return "gardener";
    default:
      return "piece";
  }
}

std::string_view turn_sign(Rotation rotation, bool ascii) {
  static constexpr std::array<std::string_view, 4> unicode{"↑", "→", "↓", "←"};
  static constexpr std::array<std::string_view, 4> plain{"^", ">", "v", "<"};
  return (ascii ? plain : unicode)[rotation & 3u];
}

}  // namespace bastide::tools
