#include "tests/reference/tiles.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/paths.h"

namespace reference {
namespace {

const std::vector<std::string> kSideNames = {"N", "E", "S", "W"};
const std::vector<std::string> kHalfNames = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};
const std::set<std::string> kKinds = {"city",   "road",   "field", "river",      "monastery",
                                      "garden", "shrine", "abbey", "carcassonne"};
const std::set<std::string> kFlags = {"cap", "princess", "cathedral", "inn", "tunnel", "pig_herd"};

const std::vector<std::string>& port_names(const std::string& kind) {
  return kind == "field" || kind == "carcassonne" ? kHalfNames : kSideNames;
}

int index_in(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line.substr(0, line.find('#')));  // the rest is a comment
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

[[noreturn]] void fail(const std::string& file, int line, const std::string& what) {
  throw std::runtime_error(file + ":" + std::to_string(line) + ": " + what);
}

// "city:N" on a tile that lies as printed, any port of the segment; -1 if there is none.
int find_printed(const Tile& tile, const std::string& name) {
  const auto colon = name.find(':');
  const std::string kind = name.substr(0, colon);
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    const Segment& segment = tile.segments[i];
    if (segment.kind != kind) continue;
    if (colon == std::string::npos) return static_cast<int>(i);
    const int port = index_in(port_names(kind), name.substr(colon + 1));
    if (std::count(segment.ports.begin(), segment.ports.end(), port) > 0)
      return static_cast<int>(i);
  }
  return -1;
}

// Everything that tells one segment from another, without its place in the list.
std::string describe(const Segment& segment) {
  std::ostringstream out;
  out << segment.kind;
  for (int port : segment.ports) out << ' ' << port;
  out << " p" << segment.pennants << " e" << segment.ends << " g" << segment.goods;
  for (const std::string& flag : segment.flags) out << ' ' << flag;
  return out.str();
}

std::vector<std::string> describe(const Tile& tile) {
  std::vector<std::string> all;
  for (const Segment& segment : tile.segments) {
    std::vector<std::string> touched;
    for (int t : segment.touches) touched.push_back(describe(tile.segments[t]));
    std::sort(touched.begin(), touched.end());
    std::string text = describe(segment);
    for (const std::string& t : touched) text += " [" + t + "]";
    all.push_back(text);
  }
  std::sort(all.begin(), all.end());
  all.push_back(tile.edges);
  return all;
}

}  // namespace

TileSet read_set(const std::string& name) {
  const std::string file = bastide::test_help::source_path("data/tiles/" + name + ".txt");
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file);
  TileSet set;
  set.name = name;
  Tile* tile = nullptr;
  // Names of bordered segments are looked up when the whole tile has been read.
  struct Touch {
    Tile* tile;
    std::size_t segment;
    std::string name;
    int line;
  };
  std::vector<Touch> touches;
  struct Meet {
    Tile* tile;
    std::vector<std::string> names;
    int line;
  };
  std::vector<Meet> meets;
  set.tiles.reserve(1000);  // `tile` points into these
  set.cells.reserve(1000);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::vector<std::string> words = words_of(line);
    if (words.empty()) continue;
    const std::string& first = words[0];
    if (first == "set" || first == "board" || first == "edition" || first == "tokens") {
      tile = nullptr;
    } else if (first == "touch") {
      set.touches.emplace_back(words.begin() + 1, words.end());
    } else if (first == "sector") {
      set.sectors.emplace_back(words.at(1), std::stoi(words.back()));
    } else if (first == "tile") {
      tile = &set.tiles.emplace_back();
      tile->set = name;
      tile->id = words.at(1);
      tile->count = std::stoi(words.at(2).substr(1));
      tile->edges = words.at(3);
    } else if (first == "cell") {
      tile = &set.cells.emplace_back();
      tile->set = name;
      tile->id = words.at(1);
      const std::string& at = words.at(3);
      tile->x = std::stoi(at);
      tile->y = std::stoi(at.substr(at.find(',') + 1));
      tile->edges = words.at(4);
    } else if (tile == nullptr) {
      fail(file, number, "nothing is open here for '" + first + "'");
    } else if (first == "marks") {
      tile->marks.insert(words.begin() + 1, words.end());
    } else if (first == "start") {
      tile->start_copies = std::stoi(words.at(1));
    } else if (first == "wheel") {
      tile->wheel = std::stoi(words.at(1));
    } else if (first == "shared") {
      tile->shared = index_in(kSideNames, words.at(1));
    } else if (first == "meet") {
      meets.push_back({tile, {words.begin() + 1, words.end()}, number});
    } else if (first == "over" || first == "designed" || first == "supply" || first == "split") {
      // Nothing that the rules of the reference need.
    } else if (kKinds.count(first) > 0) {
      Segment& segment = tile->segments.emplace_back();
      segment.kind = first;
      std::size_t i = 1;
      for (; i < words.size() && index_in(port_names(first), words[i]) >= 0; ++i)
        segment.ports.push_back(index_in(port_names(first), words[i]));
      std::sort(segment.ports.begin(), segment.ports.end());
      for (; i < words.size(); ++i) {
        if (kFlags.count(words[i]) > 0) {
          segment.flags.insert(words[i]);
        } else if (words[i] == "pennants") {
          segment.pennants = std::stoi(words.at(++i));
        } else if (words[i] == "ends") {
          segment.ends = words.at(++i);
        } else if (words[i] == "goods") {
          segment.goods = words.at(++i);
        } else if (words[i] == "group") {
          segment.group = words.at(++i);
        } else if (words[i] == "reaches") {
          ++i;  // for drawing
        } else if (words[i] == "touches") {
          while (i + 1 < words.size() &&
                 (words[i + 1].find(':') != std::string::npos || words[i + 1] == "carcassonne"))
            touches.push_back({tile, tile->segments.size() - 1, words[++i], number});
        } else {
          fail(file, number, "unknown word '" + words[i] + "'");
        }
      }
    } else {
      fail(file, number, "unknown line '" + first + "'");
    }
  }
  for (const Touch& touch : touches) {
    const int index = find_printed(*touch.tile, touch.name);
    if (index < 0) fail(file, touch.line, "no segment " + touch.name);
    touch.tile->segments[touch.segment].touches.push_back(index);
  }
  for (const Meet& meet : meets) {
    std::vector<int>& indices = meet.tile->meets.emplace_back();
    for (const std::string& segment : meet.names) {
      indices.push_back(find_printed(*meet.tile, segment));
      if (indices.back() < 0) fail(file, meet.line, "no segment " + segment);
    }
  }
  return set;
}

Tile turned(const Tile& tile, int quarter_turns) {
  Tile result = tile;
  for (int side = 0; side < 4; ++side) result.edges[(side + quarter_turns) % 4] = tile.edges[side];
  if (tile.shared >= 0) result.shared = (tile.shared + quarter_turns) % 4;
  for (Segment& segment : result.segments) {
    const bool halves = &port_names(segment.kind) == &kHalfNames;
    for (int& port : segment.ports)
      port = halves ? (port + 2 * quarter_turns) % 8 : (port + quarter_turns) % 4;
    std::sort(segment.ports.begin(), segment.ports.end());
  }
  return result;
}

int naming_port(const Tile& tile, int segment) {
  const Segment& wanted = tile.segments.at(segment);
  for (const int port : wanted.ports)
    if (wanted.kind != "city" || port != tile.shared) return port;
  return -1;
}

std::string segment_name(const Tile& tile, int segment) {
  const Segment& wanted = tile.segments.at(segment);
  if (wanted.flags.count("bridge") > 0) return "bridge";
  if (!wanted.ports.empty())
    return wanted.kind + ":" + port_names(wanted.kind)[naming_port(tile, segment)];
  if (wanted.kind != "field") return wanted.kind;
  // An inner field: alone it needs no number.
  int number = 0, inner = 0;
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    if (tile.segments[i].kind != "field" || !tile.segments[i].ports.empty()) continue;
    ++inner;
    if (static_cast<int>(i) == segment) number = inner;
  }
  return inner == 1 ? "field" : "field:" + std::to_string(number);
}

std::vector<int> distinct_turns(const Tile& tile) {
  std::vector<int> result;
  std::vector<std::vector<std::string>> seen;
  for (int turns = 0; turns < 4; ++turns) {
    std::vector<std::string> face = describe(turned(tile, turns));
    if (std::find(seen.begin(), seen.end(), face) != seen.end()) continue;
    seen.push_back(std::move(face));
    result.push_back(turns);
  }
  return result;
}

}  // namespace reference
