#include "engine/game/like_tiles.h"

#include <algorithm>

namespace bastide {

namespace {

// What modules look up in the printed segment, marks left out that are not in play.
bool prints_alike(const SegmentDef& a, const SegmentDef& b, std::uint32_t marks) {
  const auto same = [&](bool x, bool y, Mark mark) {
    return x == y || (marks & mark_bit(mark)) == 0;
  };
  const bool goods =
      (marks & (mark_bit(Mark::wine) | mark_bit(Mark::grain) | mark_bit(Mark::cloth))) != 0;
  return a.cap == b.cap && a.sides == b.sides && a.halves == b.halves && a.end == b.end &&
         same(a.princess, b.princess, Mark::princess) && same(a.tunnel, b.tunnel, Mark::tunnel) &&
         std::ranges::all_of(
             kPrintedMarks,
             [&](const PrintedMark& p) { return same(a.has(p.mark), b.has(p.mark), p.symbol); }) &&
         (a.goods == b.goods || !goods);
}

bool segments_alike(const FaceSegment& a, const FaceSegment& b) {
  return a.kind == b.kind && a.marks == b.marks && a.open_ends == b.open_ends &&
         a.pennants == b.pennants && a.has_sibling == b.has_sibling && a.touches == b.touches &&
         a.ports == b.ports;
}

bool faces_alike(const Face& a, const Face& b) {
  return a.edges == b.edges && a.segment_count == b.segment_count &&
         a.closed_sides == b.closed_sides && a.bridge == b.bridge && a.claimable == b.claimable &&
         a.completable == b.completable && a.cloisters == b.cloisters && a.slots == b.slots &&
         std::equal(a.segments.begin(), a.segments.begin() + a.segment_count, b.segments.begin(),
                    segments_alike);
}

bool tiles_alike(const Rules& rules, TileType a, TileType b) {
  const TileInPlay &one = rules.tiles[a], &other = rules.tiles[b];
  const std::uint32_t marks = rules.marks_in_play | mark_bit(Mark::inside);
  if (one.stack != other.stack || one.def->set != other.def->set || one.filters != other.filters ||
      (one.marks & marks) != (other.marks & marks) || one.def->wheel != other.def->wheel ||
      one.rotation_count != other.rotation_count || one.rotations != other.rotations ||
      one.def->links.size() != other.def->links.size())
    return false;
  for (Rotation r = 0; r < kRotations; ++r)
    if (!faces_alike(rules.face(a, r), rules.face(b, r))) return false;
  const Face &face = rules.face(a, 0), &beside = rules.face(b, 0);
  for (std::size_t i = 0; i < face.segment_count; ++i)
    if (!prints_alike(one.def->segments[face.segments[i].printed],
                      other.def->segments[beside.segments[i].printed], marks))
      return false;
  return true;
}

}  // namespace

void find_like_tiles(Rules& rules) {
  for (std::size_t t = 0; t < rules.tiles.size(); ++t) {
    const auto type = static_cast<TileType>(t);
    rules.tiles[t].like = type;
    for (TileType before = 0; before < type; ++before)
      if (rules.tiles[before].like == before && tiles_alike(rules, before, type)) {
        rules.tiles[t].like = before;
        break;
      }
  }
}

}  // namespace bastide
