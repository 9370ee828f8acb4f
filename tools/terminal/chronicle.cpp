#include "tools/terminal/chronicle.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/notation/names.h"
#include "engine/notation/text_action.h"
#include "tools/terminal/canvas.h"
#include "tools/terminal/draw.h"
#include "tools/terminal/tokens_view.h"

namespace bastide::tools {

namespace {

std::string singular(std::string_view word) {
  if (word.ends_with("ies")) return std::string(word.substr(0, word.size() - 3)) + "y";
  if (word.ends_with("s") && word != "bonus") return std::string(word.substr(0, word.size() - 1));
  return std::string(word);
}

}  // namespace

std::string sheet_text(const Sheet& sheet, bool ascii) {
  std::string out;
  for (const ScoreTerm& term : sheet) {
    if (!out.empty()) out += ", ";
    const std::string_view name = name_of(term.term);
    out += fmt::format("{} {}", term.count, term.count == 1 ? singular(name) : std::string(name));
    const bool even = term.count > 0 && term.points % term.count == 0;
    const int each = even ? term.points / term.count : 0;
    if (even && each != 1) out += fmt::format(" {}{}", ascii ? "x" : "×", each);
    out += fmt::format(" = {}", term.points);
  }
  return out;
}

std::string points_text(const Rules& rules, const GameState& s, const Event& event, bool ascii) {
  std::string out = fmt::format("the {}", name_of(event.reason));
  if (event.segment != kNone) {
    const SegmentPlace place = place_of(rules, s, event.segment);
    out += fmt::format(" at {},{}", place.at.x, place.at.y);
  } else if (event.has_place) {
    out += fmt::format(" at {},{}", event.at.x, event.at.y);
  }
  const std::string terms = sheet_text(event.sheet, ascii);
  return terms.empty() ? out : out + ": " + terms;
}

std::string tile_text(const Rules& rules, TileType type) {
  const TileDef& def = *rules.tiles[type].def;
  return def.set == "base" ? def.id : def.full_id();
}

void Chronicle::clear() {
  points_.clear();
  news_.clear();
}

void Chronicle::add(const GameState& s, const Event& event) {
  switch (event.kind) {
    case EventKind::returned:  // from where is seen on the map; but the plague is worth a word
      if (decision(s) == DecisionKind::plague) add_return(s, event);
      return;
    case EventKind::pig_moved:
      news_.push_back(
          {event.player, fmt::format("the pig walks to {}",
                                     kSectorNames[static_cast<std::size_t>(event.value)])});
      return;
    case EventKind::count_moved:
      news_.push_back(
          {event.player, fmt::format("the count goes to the {}",
                                     kQuarterNames[static_cast<std::size_t>(event.value)])});
      return;
    case EventKind::king:
    case EventKind::robber:
      news_.push_back(
          {event.player, fmt::format("takes the {} with {} tiles at {},{}",
                                     event.kind == EventKind::king ? "king" : "robber baron",
                                     event.value, event.at.x, event.at.y)});
      return;
    case EventKind::drawn:
    case EventKind::turn:
    case EventKind::feature_completed:
    case EventKind::game_over:
      return;
    case EventKind::placed:
      news_.push_back(
          {event.player,
           fmt::format("{} at {},{}{}", tile_text(rules_, event.tile), event.at.x, event.at.y,
                       event.rotation == 0
                           ? ""
                           : fmt::format(" turned {}{}", event.rotation * 90, ascii_ ? "" : "°"))});
      return;
    case EventKind::deployed:
      add_piece(s, event);
      return;
    case EventKind::discarded:
      news_.push_back({kNobody, fmt::format("Tile {} fits nowhere and goes back into the box.",
                                            tile_text(rules_, event.tile))});
      return;
    case EventKind::set_aside:
      news_.push_back({kNobody, fmt::format("Tile {} waits until the dragon comes.",
                                            tile_text(rules_, event.tile))});
      return;
    case EventKind::reshuffled:
      news_.push_back(
          {kNobody, fmt::format("{} tiles that waited go back into the stock.", event.value)});
      return;
    case EventKind::granary_built:
      news_.push_back({event.player, fmt::format("granary in the north-east corner of {},{}",
                                                 event.at.x, event.at.y)});
      return;
    case EventKind::dragon_moved:
      news_.push_back({event.player, fmt::format("dragon to {},{}", event.at.x, event.at.y)});
      return;
    case EventKind::eaten:
      news_.push_back(
          {kNobody, fmt::format("The dragon eats the {} of {} at {},{}.", spoken(event.piece),
                                seat_text(rules_, event.player), event.at.x, event.at.y)});
      return;
    case EventKind::fairy_moved:
      news_.push_back({event.player, fmt::format("fairy to the {} at {},{}", spoken(event.piece),
                                                 event.at.x, event.at.y)});
      return;
    case EventKind::bridge_built:
      news_.push_back({event.player, fmt::format("a bridge at {},{}", event.at.x, event.at.y)});
      return;
    case EventKind::castle_built:
      news_.push_back({event.player, fmt::format("a castle at {},{}", event.at.x, event.at.y)});
      return;
    case EventKind::auction:
      news_.push_back(
          {event.player, fmt::format("{} for {}", tile_text(rules_, event.tile), event.points)});
      return;
    case EventKind::score: {
      std::string what = points_text(rules_, s, event, ascii_);
      news_.push_back({event.player, fmt::format("{:+} for {}", event.points, what), true});
      points_.push_back({s.core->turn, event.player, event.reason, event.points, std::move(what)});
      return;
    }
    default:
      if (!add_tokens(event) && !add_moves(event))
        news_.push_back({kNobody, event_text(rules_, s, event)});
  }
}

// Goods, sheep and what builders bring.
bool Chronicle::add_tokens(const Event& event) {
  const auto say = [&](std::string text) {
    news_.push_back({event.player, std::move(text)});
    return true;
  };
  const auto word = static_cast<std::size_t>(event.value);
  switch (event.kind) {
    case EventKind::goods:
      return say(fmt::format("takes {} {}", event.points, kGoodsNames[word]));
    case EventKind::double_turn:
      return say("the builder works, a second part follows");
    case EventKind::token:
      return say((static_cast<Token>(event.value) > Token::wolf ? "under the big top: "
                                                                : "out of the bag: ") +
                 token_text(static_cast<Token>(event.value)));
    case EventKind::herded:
      return say(fmt::format("{} sheep go into the stable", event.value));
    case EventKind::scattered:
      return say(fmt::format("a wolf! {} sheep run away", event.value));
    case EventKind::hidden:
      return say("a tile goes unseen under the hill");
    default:
      return false;
  }
}

// Towers and their prisoners, wagons, the big top.
bool Chronicle::add_moves(const Event& event) {
  const std::string at = fmt::format("{},{}", event.at.x, event.at.y);
  const auto say = [&](Seat who, std::string text) {
    news_.push_back({who, std::move(text)});
    return true;
  };
  switch (event.kind) {
    case EventKind::tower_built:
      return say(event.player, fmt::format("tower at {} now {} {} high", at, event.value,
                                           event.value == 1 ? "floor" : "floors"));
    case EventKind::captured:
      return say(event.holder, fmt::format("takes the {} of {} at {}", spoken(event.piece),
                                           seat_text(rules_, event.player), at));
    case EventKind::wagon_moved:
      return say(event.player, fmt::format("wagon on to {}", at));
    case EventKind::big_top_moved:
      return say(event.player, fmt::format("the big top goes to {}", at));
    default:
      return false;
  }
}

// From a holder, a spot of a tile, or a segment.
void Chronicle::add_return(const GameState& s, const Event& event) {
  const auto say = [&](const std::string& from) {
    news_.push_back({event.player, fmt::format("{} back from {}", spoken(event.piece), from)});
  };
  if (event.holder != kNobody) return say(seat_text(rules_, event.holder));
  if (event.segment == kNone) return;
  const std::string seg = is_spot(event.seg) ? std::string(name_of(spot_of(event.seg)))
                                             : place_of(rules_, s, event.segment).seg;
  say(fmt::format("{} at {},{}", seg, event.at.x, event.at.y));
}

void Chronicle::add_piece(const GameState& s, const Event& event) {
  if (event.off_map == OffMap::sector) {
    news_.push_back(
        {event.player, fmt::format("{} on a crown of {}", spoken(event.piece),
                                   kSectorNames[static_cast<std::size_t>(event.value)])});
    return;
  }
  if (event.off_map == OffMap::quarter && event.segment == kNone) {
    news_.push_back(
        {event.player, fmt::format("{} into the {}", spoken(event.piece),
                                   kQuarterNames[static_cast<std::size_t>(event.value)])});
    return;
  }
  if (is_spot(event.seg)) {
    news_.push_back({event.player, fmt::format("{} at {},{}", spot_role(spot_of(event.seg)),
                                               event.at.x, event.at.y)});
    return;
  }
  if (event.segment == kNone) {
    news_.push_back({kNobody, event_text(rules_, s, event)});
    return;
  }
  const SegmentPlace place = place_of(rules_, s, event.segment);
  const Segment& segment = s.segments[event.segment];
  const std::string text =
      fmt::format("{} on {}", piece_role(event.piece, s.features[segment.feature].kind), place.seg);
  const bool just_laid = segment.tile == s.core->placed;
  if (just_laid && !news_.empty() && news_.back().player == event.player && !news_.back().points)
    news_.back().text += ", " + text;
  else
    news_.push_back({event.player, fmt::format("{} at {},{}", text, place.at.x, place.at.y)});
}

std::string Chronicle::all_points() const {
  std::string out;
  for (int seat = 0; seat < rules_.player_count(); ++seat) {
    int total = 0;
    std::string lines;
    for (const PointsGiven& given : points_) {
      if (given.player != seat) continue;
      total += given.points;
      lines += fmt::format("  turn {:>3}  {:>+4}  {}\n", given.turn, given.points, given.what);
    }
    out +=
        fmt::format("{}: {} points\n{}", seat_text(rules_, static_cast<Seat>(seat)), total, lines);
  }
  return out;
}

std::string Chronicle::last_points() const {
  if (points_.empty()) return "No points have been given yet.\n";
  std::string out;
  for (const PointsGiven& given : points_)
    if (given.turn == points_.back().turn)
      out += fmt::format("Turn {}: {} {:+} for {}\n", given.turn, seat_text(rules_, given.player),
                         given.points, given.what);
  return out;
}

std::string Chronicle::by_source(const GameState& s) const {
  const int players = rules_.player_count();
  std::array<std::array<int, kMaxPlayers>, kScoreNames.size()> sums{};
  for (const PointsGiven& given : points_)
    sums[static_cast<std::size_t>(given.source)][given.player] += given.points;
  int width = 8;
  for (const PlayerSetup& player : rules_.players)
    width = std::max(width, columns(player.name) + 2);
  const auto right = [&](const std::string& text) {
    return std::string(static_cast<std::size_t>(std::max(0, width - columns(text))), ' ') + text;
  };
  std::string out = fmt::format("{:<12}", "");
  for (const PlayerSetup& player : rules_.players) out += right(player.name);
  out += "\n";
  for (std::size_t source = 0; source < sums.size(); ++source) {
    if (std::ranges::all_of(sums[source], [](int sum) { return sum == 0; })) continue;
    out += fmt::format("{:<12}", kScoreNames[source]);
    for (int seat = 0; seat < players; ++seat)
      out += right(std::to_string(sums[source][static_cast<std::size_t>(seat)]));
    out += "\n";
  }
  out += fmt::format("{:<12}", "together");
  for (int seat = 0; seat < players; ++seat)
    out += right(std::to_string(s.core->players[seat].score));
  return out + "\n";
}

}  // namespace bastide::tools
