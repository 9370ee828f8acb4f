#include "art/tile/gallery.h"

#include <array>

#include "art/svg.h"
#include "art/theme.h"
#include "art/tile/tile_art.h"
#include "engine/notation/markup.h"
#include "engine/tiles/face.h"

namespace bastide::art {

namespace {

constexpr std::string_view kPageStyle =
    "body{margin:0;font:15px/1.4 Georgia,serif;padding:1.2em 1.6em 4em}"
    "h1{font-weight:normal;margin:.2em 0}h2{font-weight:normal;font-size:1.1em;margin:.2em 0}"
    "nav{position:sticky;top:0;padding:.5em 0;z-index:1}nav a,nav button{margin-right:.7em}"
    "a{color:inherit}button{font:inherit;padding:.15em .8em;cursor:pointer}"
    "section{display:inline-block;vertical-align:top;margin:1.2em 1.6em 0 0}"
    ".row{display:flex;flex-wrap:wrap;gap:6px;align-items:flex-end;max-width:680px}"
    "svg.t{display:block;overflow:hidden}.big{width:300px;height:300px}"
    ".mid{width:100px;height:100px}.small{width:48px;height:48px}"
    "figure{margin:0}figcaption{font-size:11px;opacity:.7}";

// Paper under the tiles and ink for words, in every theme.
std::string page_colours() {
  constexpr std::string_view kWords[]{"#3b2c1c", "#d8d3c4", "#000000"};
  std::array<std::string, 3> sheets;
  for (const Theme theme : kThemes) {
    const auto i = static_cast<std::size_t>(theme);
    sheets[i] = stylesheet(theme);
    sheets[i].append("body,nav{background:").append(paper_colour(theme)).append(";color:");
    sheets[i].append(kWords[i]).append("}");
  }
  return page_stylesheet(sheets);
}

std::string head(std::string_view title) {
  return "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
         "content=\"width=device-width\"><title>" +
         markup_text(title) + "</title><style>" + std::string(kPageStyle) + page_colours() +
         "</style><body>";
}

std::string theme_buttons() {
  std::string html;
  for (const Theme theme : kThemes) {
    const std::string name(name_of(theme));
    html += "<button onclick=\"document.body.dataset.theme='" + name + "'\">" + name + "</button>";
  }
  return html;
}

std::string id_of(const TileDef& tile, int rotation, int copy) {
  return tile.id + "-" + std::to_string(rotation) + "-" + std::to_string(copy);
}

std::string shown(const TileDef& tile, int rotation, int copy, std::string_view size) {
  return "<svg class=\"t " + std::string(size) + "\" viewBox=\"0 0 100 100\"><use href=\"#" +
         id_of(tile, rotation, copy) + "\"/></svg>";
}

std::string captioned(const std::string& picture, const std::string& words) {
  return "<figure>" + picture + "<figcaption>" + words + "</figcaption></figure>";
}

std::string copies_word(int count) {
  return std::to_string(count) + (count == 1 ? " copy" : " copies");
}

std::string tile_section(const TileDef& tile) {
  std::string html = "<section id=\"" + tile.id + "\"><h2>" + markup_text(tile.id) + " — " +
                     copies_word(tile.count) + "</h2><div class=\"row\">" +
                     shown(tile, 0, 0, "big") + shown(tile, 0, 0, "mid") +
                     shown(tile, 0, 0, "small") + "</div><div class=\"row\">";
  for (int copy = 1; copy < tile.count; ++copy)
    html += captioned(shown(tile, 0, copy, "mid"), "copy " + std::to_string(copy + 1));
  for (const Rotation rotation : distinct_rotations(tile))
    if (rotation != 0)
      html += captioned(shown(tile, rotation, 0, "mid"), std::to_string(90 * rotation) + "°");
  return html + "</div></section>";
}

std::string definitions_of(const TileDef& tile) {
  std::string defs;
  const auto add = [&](Rotation rotation, int copy) {
    defs += "<g id=\"" + id_of(tile, rotation, copy) + "\">" +
            draw_tile(tile, rotation, {static_cast<std::int16_t>(copy), 0}) + "</g>";
  };
  for (int copy = 0; copy < tile.count; ++copy) add(0, copy);
  for (const Rotation rotation : distinct_rotations(tile))
    if (rotation != 0) add(rotation, 0);
  return defs;
}

}  // namespace

std::string gallery_file(std::string_view set) { return std::string(set) + ".html"; }

std::string gallery_page(const SetDef& set) {
  std::string html = head("Bastide: " + set.title) + "<nav><a href=\"index.html\">all sets</a>" +
                     theme_buttons() + "</nav><h1>" + markup_text(set.title) +
                     "</h1><svg width=\"0\" height=\"0\" style=\"position:absolute\"><defs>" +
                     tile_definitions();
  for (const TileDef& tile : set.tiles) html += definitions_of(tile);
  html += "</defs></svg>";
  for (const TileDef& tile : set.tiles) html += tile_section(tile);
  return html + "</body></html>\n";
}

std::string gallery_index(std::span<const SetDef* const> sets) {
  std::string html = head("Bastide: the tiles") + "<nav>" + theme_buttons() +
                     "</nav><h1>The tiles</h1><svg width=\"0\" height=\"0\" "
                     "style=\"position:absolute\"><defs>" +
                     tile_definitions();
  std::string sections;
  for (const SetDef* shown_set : sets) {
    const SetDef& set = *shown_set;
    if (set.tiles.empty()) continue;  // a board alone
    sections += "<section><h2><a href=\"" + gallery_file(set.name) + "\">" +
                markup_text(set.title) + "</a> — " + std::to_string(set.tiles.size()) +
                " different tiles</h2><div class=\"row\">";
    for (std::size_t i = 0; i < set.tiles.size() && i < 6; ++i) {
      const std::string id = set.name + "-" + set.tiles[i].id;
      html += "<g id=\"" + id + "\">" + draw_tile(set.tiles[i], 0, {}) + "</g>";
      sections += "<svg class=\"t mid\" viewBox=\"0 0 100 100\"><use href=\"#" + id + "\"/></svg>";
    }
    sections += "</div></section>";
  }
  return html + "</defs></svg>" + sections + "</body></html>\n";
}

}  // namespace bastide::art
