// Boards and tiles: what was played, and what would have been better.
#include "engine/notation/markup.h"
#include "tools/review/pictures.h"

#include <fmt/format.h>

#include "art/board/board_art.h"
#include "art/tile/tile_art.h"
#include "engine/notation/names.h"
#include "tools/arena/svg.h"
#include "review/words.h"

namespace bastide::tools {

namespace {

std::string night_style(const std::string& style) {
  return "<style>@media (prefers-color-scheme:dark){" + style + "}</style>";
}

// Thick enough to be found at a glance in a picture of a hundred tiles.
std::string mark_round(Pos at) {
  const art::Point corner = art::corner_of(at);
  const auto frame = [&](std::string_view colour, int width) {
    return fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"100\" height=\"100\" rx=\"6\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"{}\"/>",
        corner.x, corner.y, colour, width);
  };
  return frame("#fff", 16) + frame("#c2185b", 9);
}

// The board after the first actions of a record and a few more, with the tile laid last marked.
std::string board_after(const Record& record, std::size_t count,
                        const std::vector<NamedAction>& more) {
  Record part{record.setup, {}};
  part.actions.assign(record.actions.begin(),
                      record.actions.begin() + static_cast<std::ptrdiff_t>(count));
  part.actions.insert(part.actions.end(), more.begin(), more.end());
  const auto played = play_record(part);
  const auto* game = std::get_if<PlayedRecord>(&played);
  if (game == nullptr) return "";
  art::BoardLook look;
  look.labels = true;
  look.features = true;
  look.pixels_a_tile = 56;
  const art::Scene scene = art::scene_of(*game->rules, game->state);
  std::string svg = art::draw_board(scene, look).svg;
  if (scene.last) svg.insert(svg.rfind("</svg>"), mark_round(*scene.last));
  const std::string night = art::stylesheet(art::Theme::night) +
                            art::piece_stylesheet(art::Theme::night) +
                            art::board_stylesheet(art::Theme::night);
  const auto style_end = svg.find("</style>");
  if (style_end != std::string::npos) svg.insert(style_end + 8, night_style(night));
  return svg;
}

// Each picture is a document of its own: the ids in it mean nothing to the page.
std::string as_address(const std::string& svg) {
  std::string out = "data:image/svg+xml,";
  for (const char c : svg) {
    const bool plain =
        c >= ' ' && c < 127 && std::string_view("%#\"<>&'").find(c) == std::string::npos;
    if (plain)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string figure(const std::string& svg, std::string_view what, double chance,
                   const std::string& words) {
  if (svg.empty()) return "";
  return fmt::format(
      "<figure><img alt=\"The board, {0}: {1}\" src=\"{2}\"><figcaption>{0}: {3} to "
      "win</figcaption></figure>",
      what, markup_text(words), as_address(svg), percent(chance));
}

}  // namespace

std::string moment_pictures(const Review& review, const Record& record, std::size_t index) {
  const ReviewedMove& move = review.moves[index];
  const std::size_t last = review.moves[stretch_of(review, index).end - 1].index;
  std::vector<NamedAction> better{move.best};
  for (const FurtherAnswer& next : move.then) better.push_back(next.action);
  return "<div class=\"boards\">" +
         figure(board_after(record, last + 1, {}), "played", move.chance_played,
                turn_words(review, index)) +
         figure(board_after(record, move.index, better), "better", move.chance_best,
                better_turn_words(review, index)) +
         "</div>\n";
}

TilePictures::TilePictures(const Setup& setup) {
  auto rules = compile(setup);
  if (auto* good = std::get_if<RulesPtr>(&rules)) rules_ = *good;
}

std::string TilePictures::picture(const NamedAction& action) {
  if (action.kind != ActionKind::place || rules_ == nullptr) return "";
  const auto type = find_tile_type(*rules_, action.tile);
  if (!type) return "";
  const auto turns = static_cast<Rotation>(action.value);
  const std::string id = fmt::format("tile-{}-{}", *type, action.value);
  std::string& symbol = symbols_[{*type, action.value}];
  if (symbol.empty())
    symbol = fmt::format("<symbol id=\"{}\" viewBox=\"0 0 100 100\">{}</symbol>\n", id,
                         art::draw_tile(*rules_->tiles[*type].def, turns, {}));
  return fmt::format("<svg class=\"tile\" aria-hidden=\"true\"><use href=\"#{}\"/></svg>", id);
}

std::string TilePictures::definitions() const {
  if (symbols_.empty()) return "";
  std::string out = "<style>" + art::stylesheet(art::Theme::day) + "</style>" +
                    night_style(art::stylesheet(art::Theme::night)) +
                    "<svg width=\"0\" height=\"0\" class=\"hidden\" aria-hidden=\"true\"><defs>" +
                    art::tile_definitions();
  for (const auto& [key, symbol] : symbols_) out += symbol;
  return out + "</defs></svg>\n";
}

}  // namespace bastide::tools
