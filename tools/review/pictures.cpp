// The boards of a review: what was played, and what would have been better.
#include "tools/review/pictures.h"

#include <fmt/format.h>

#include "art/board/board_art.h"

namespace bastide::tools {

namespace {

// The board before a move, with one action more.
std::string board_after(const Record& record, std::size_t index, const NamedAction& action) {
  Record part{record.setup, {}};
  part.actions.assign(record.actions.begin(),
                      record.actions.begin() + static_cast<std::ptrdiff_t>(index));
  part.actions.push_back(action);
  const auto played = play_record(part);
  const auto* game = std::get_if<PlayedRecord>(&played);
  if (game == nullptr) return "";
  art::BoardLook look;
  look.last = true;
  look.features = true;
  look.pixels_a_tile = 56;
  return art::draw_board(art::scene_of(*game->rules, game->state), look).svg;
}

// Each picture is a document of its own: the ids in it mean nothing to the page.
std::string as_address(const std::string& svg) {
  std::string out = "data:image/svg+xml,";
  for (const char c : svg) {
    const bool plain =
        c > ' ' && c < 127 && std::string_view("%#\"<>&'").find(c) == std::string::npos;
    if (plain)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string figure(const std::string& svg, const std::string& caption) {
  if (svg.empty()) return "";
  return fmt::format("<figure><img alt=\"{0}\" src=\"{1}\"><figcaption>{0}</figcaption></figure>",
                     caption, as_address(svg));
}

}  // namespace

std::string moment_pictures(const Record& record, const ReviewedMove& move) {
  return "<div class=\"boards\">" + figure(board_after(record, move.index, move.played), "played") +
         figure(board_after(record, move.index, move.best), "better") + "</div>\n";
}

}  // namespace bastide::tools
