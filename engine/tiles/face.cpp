#include "engine/tiles/face.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <tuple>

#include "engine/tiles/port_names.h"

namespace bastide {
namespace {

std::uint8_t rotated_sides(std::uint8_t sides, Rotation turns) {
  return static_cast<std::uint8_t>(((sides << turns) | (sides >> (4 - turns))) & 0xF);
}

std::uint8_t rotated_halves(std::uint8_t halves, Rotation turns) {
  return std::rotl(halves, 2 * turns);
}

bool has_half_ports(SegmentKind kind) {
  return kind == SegmentKind::field || kind == SegmentKind::carcassonne;
}

bool is_cloister(SegmentKind kind) {
  return kind == SegmentKind::monastery || kind == SegmentKind::garden ||
         kind == SegmentKind::shrine || kind == SegmentKind::abbey;
}

// Fills the face's segments and returns the printed index -> face index map.
std::vector<std::uint8_t> fill_segments(const TileDef& tile, Rotation rotation,
                                        const FaceOptions& options, Face& face) {
  std::vector<std::uint8_t> index(tile.segments.size(), kNoSegment);
  for (std::size_t i = 0; i < tile.segments.size(); ++i) {
    const SegmentDef& def = tile.segments[i];
    if (def.kind == SegmentKind::garden && !options.gardens) continue;  // SETUP-13
    FaceSegment& seg = face.segments[face.segment_count];
    const auto bit = static_cast<std::uint16_t>(1u << face.segment_count);
    seg.kind = def.kind;
    seg.pennants = def.pennants;
    seg.marks = def.marks & options.marks;
    seg.printed = static_cast<std::uint8_t>(i);
    seg.ports = has_half_ports(def.kind) ? rotated_halves(def.halves, rotation)
                                         : rotated_sides(def.sides, rotation);
    if (!has_half_ports(def.kind))
      seg.open_ends = static_cast<std::uint16_t>(std::popcount(def.sides));
    if (((options.claimable_kinds >> static_cast<int>(def.kind)) & 1) != 0) face.claimable |= bit;
    if (def.kind == SegmentKind::road || def.kind == SegmentKind::city) face.completable |= bit;
    if (is_cloister(def.kind)) face.cloisters |= bit;
    index[i] = face.segment_count++;
  }
  for (int i = 0; i < face.segment_count; ++i) {
    FaceSegment& seg = face.segments[i];
    for (int j = 0; j < face.segment_count; ++j)
      if (i != j && seg.kind == face.segments[j].kind && ((face.completable >> i) & 1) != 0)
        seg.has_sibling = 1;
    const std::uint16_t printed_touches = tile.segments[seg.printed].touches;
    for (std::size_t p = 0; p < index.size(); ++p)
      if (((printed_touches >> p) & 1) != 0)
        seg.touches = static_cast<std::uint16_t>(seg.touches | (1u << index[p]));
  }
  return index;
}

// D-R4: the one field round a spring or lake becomes two banks; they part at the middle of the side
// opposite the river.
void divide_banks(Face& face) {
  int side = 0, field = kNoSegment;
  for (int i = 0; i < face.segment_count; ++i) {
    if (face.segments[i].kind == SegmentKind::river)
      side = std::countr_zero(face.segments[i].ports);
    if (face.segments[i].ports == 0xFF) field = i;
  }
  if (field == kNoSegment) return;
  const auto bank = std::rotl(static_cast<std::uint8_t>(0x1E), 2 * side);  // clockwise of the river
  FaceSegment& other = face.segments[face.segment_count];
  other = face.segments[field];
  other.ports = bank;
  face.segments[field].ports = static_cast<std::uint8_t>(~bank);
  if (((face.claimable >> field) & 1) != 0)
    face.claimable = static_cast<std::uint16_t>(face.claimable | (1u << face.segment_count));
  ++face.segment_count;
}

void fill_slots(Face& face, int side) {
  auto& slots = face.slots[side];
  slots.fill(kNoSegment);
  for (int i = 0; i < face.segment_count; ++i) {
    const FaceSegment& seg = face.segments[i];
    const auto id = static_cast<std::uint8_t>(i);
    if (has_half_ports(seg.kind)) {
      if (((seg.ports >> (2 * side)) & 1) != 0) slots[0] = id;
      if (((seg.ports >> (2 * side + 1)) & 1) != 0) slots[2] = id;
    } else if (((seg.ports >> side) & 1) != 0) {
      if (slots[1] == kNoSegment) {
        slots[1] = id;
      } else {  // a side that two cities share
        slots[0] = slots[1];
        slots[2] = id;
      }
    }
  }
}

// The slots of a side that meet those of the neighbour.
std::span<const std::uint8_t> joined_slots(EdgeKind kind, const FaceOptions& options) {
  static constexpr std::uint8_t kAll[] = {0, 1, 2}, kHalvesOnly[] = {0, 2}, kMiddle[] = {1};
  switch (kind) {
    case EdgeKind::city:
      return kMiddle;  // what else meets at a shared side is joined apart
    case EdgeKind::field:
      // Both halves of a field side are one field, so one join does, unless some tile splits them.
      return std::span(kHalvesOnly).first(options.split_fields ? 2 : 1);
    case EdgeKind::road:
    case EdgeKind::river:
      return kAll;
    case EdgeKind::closed:
      return kHalvesOnly;
    case EdgeKind::any:
      return {};
  }
  return {};
}

}  // namespace

void fill_joins(Face& face, Side side, std::span<const std::uint8_t> joined) {
  const auto at = static_cast<std::size_t>(side);
  auto& joins = face.joins[at];
  std::uint8_t count = 0;
  face.closes[at] = 0;
  for (const std::uint8_t slot : joined) {
    const std::uint8_t segment = face.slots[at][slot];
    if (segment == kNoSegment) continue;
    joins[count++] = {segment, slot};
    if (face.segments[segment].open_ends != 0) face.closes[at] += 2 * one_end_of(segment);
  }
  face.join_count[at] = count;
  if (count != 0) face.joining |= static_cast<std::uint8_t>(1u << at);
}

void fill_outward(Face& face, Side side) {
  Outward& out = face.outward[static_cast<std::size_t>(side)];
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    // My first half meets the neighbour's second half.
    const std::uint8_t segment = face.slots[static_cast<std::size_t>(side)][kSlots - 1 - slot];
    out.segments[slot] = segment == kNoSegment ? std::uint16_t{0xFFFF} : segment;
  }
  const Side facing = opposite(side);
  const EdgeWord edge = edge_at(face.edges, side);
  const EdgeWord others = static_cast<EdgeWord>(~edge_shifted(0xF, facing));
  out.admits = edge == 0 ? EdgeWord{0xFFFF}  // admits anything
                         : static_cast<EdgeWord>(others | edge_shifted(edge, facing));
}

Face make_face(const TileDef& tile, Rotation rotation, const FaceOptions& options) {
  Face face;
  fill_segments(tile, rotation, options, face);
  if (options.spring_divides && (tile.has(Mark::spring) || tile.has(Mark::lake)))
    divide_banks(face);
  for (int side = 0; side < kSides; ++side) {
    const EdgeKind kind = tile.edges[(side + 4 - rotation) & 3];
    face.edges =
        static_cast<EdgeWord>(face.edges | edge_shifted(edge_bit(kind), static_cast<Side>(side)));
    if (kind == EdgeKind::closed) face.closed_sides |= static_cast<std::uint8_t>(1u << side);
    fill_slots(face, side);
    fill_joins(face, static_cast<Side>(side), joined_slots(kind, options));
    if (kind == EdgeKind::city && options.shared_cities)
      face.shareable |= static_cast<std::uint8_t>(1u << side);
    if (kind == EdgeKind::any) face.ends |= static_cast<std::uint8_t>(1u << side);
    fill_outward(face, static_cast<Side>(side));
  }
  return face;
}

namespace {

// Everything about a segment that a rotation could change or that tells it from another.
using SegmentKey = std::tuple<int, int, int, int, int, int, int, std::vector<int>>;

SegmentKey segment_key(const TileDef& tile, const SegmentDef& seg, Rotation turns) {
  const int flags = (seg.cap ? 1 : 0) | (seg.princess ? 2 : 0) | (seg.tunnel ? 4 : 0) |
                    (static_cast<int>(seg.marks) << 3);
  std::vector<int> touched;  // the cities it borders, by their ports
  for (std::size_t i = 0; i < tile.segments.size(); ++i)
    if (((seg.touches >> i) & 1) != 0)
      touched.push_back(rotated_sides(tile.segments[i].sides, turns) * 256 +
                        rotated_halves(tile.segments[i].halves, turns));
  std::sort(touched.begin(), touched.end());
  return {static_cast<int>(seg.kind),
          rotated_sides(seg.sides, turns),
          rotated_halves(seg.halves, turns),
          seg.pennants,
          flags,
          seg.goods ? 1 + static_cast<int>(*seg.goods) : 0,
          static_cast<int>(seg.end),
          touched};
}

std::vector<SegmentKey> tile_key(const TileDef& tile, Rotation turns) {
  std::vector<SegmentKey> keys;
  for (const SegmentDef& seg : tile.segments) keys.push_back(segment_key(tile, seg, turns));
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace

std::vector<Rotation> distinct_rotations(const TileDef& tile) {
  std::vector<Rotation> distinct;
  std::vector<std::vector<SegmentKey>> seen;
  for (Rotation turns = 0; turns < kRotations; ++turns) {
    auto key = tile_key(tile, turns);
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
    seen.push_back(std::move(key));
    distinct.push_back(turns);
  }
  return distinct;
}

std::uint8_t naming_ports(const Face& face, int segment) {
  const FaceSegment& seg = face.segments[segment];
  if (seg.kind != SegmentKind::city) return seg.ports;
  unsigned ports = seg.ports;
  for (int side = 0; side < kSides; ++side)
    if (((ports >> side) & 1) != 0 && face.slots[side][2] != kNoSegment) ports &= ~(1u << side);
  return static_cast<std::uint8_t>(ports);
}

std::string segment_name(const TileDef&, const Face& face, int segment) {
  if (segment >= face.segment_count) return "bridge";
  const FaceSegment& seg = face.segments[segment];
  std::string name(name_of(seg.kind));
  if (seg.ports != 0) {
    const int port = std::countr_zero(naming_ports(face, segment));
    name += ':';
    if (has_half_ports(seg.kind))
      name += kHalfNames[port];
    else
      name += kSideNames[port];
    return name;
  }
  int same = 0, before = 0;
  for (int i = 0; i < face.segment_count; ++i) {
    if (face.segments[i].kind != seg.kind || face.segments[i].ports != 0) continue;
    ++same;
    if (i < segment) ++before;
  }
  if (same > 1) {
    name += ':';
    name += std::to_string(before + 1);
  }
  return name;
}

int find_segment(const TileDef& tile, const Face& face, std::string_view name) {
  const auto colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  const std::string_view port = colon == name.npos ? std::string_view{} : name.substr(colon + 1);
  for (int i = 0; i < face.segment_count; ++i) {
    const FaceSegment& seg = face.segments[i];
    if (name_of(seg.kind) != kind) continue;
    if (seg.ports == 0) {
      if (segment_name(tile, face, i) == name) return i;
      continue;
    }
    for (int p = 0; p < kHalves; ++p) {
      if (((naming_ports(face, i) >> p) & 1) == 0) continue;
      if (has_half_ports(seg.kind) ? port == kHalfNames[p] : port == kSideNames[p]) return i;
    }
  }
  return -1;
}

}  // namespace bastide
