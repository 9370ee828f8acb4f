// What must hold: the words after `then`.
#include <algorithm>
#include <numeric>

#include "engine/expansions/count/state.h"
#include "engine/expansions/hills_sheep/state.h"
#include "engine/expansions/traders_builders/state.h"
#include "engine/expansions/wheel/sectors.h"
#include "tests/scenario_runner.h"

namespace bastide::scenario {
namespace {

struct ExpectedTerm {
  Term term;
  int count;
  int points;
};

std::string text_of(const Sheet& sheet) {
  std::string text;
  for (const ScoreTerm& term : sheet)
    text += (text.empty() ? "" : ", ") + std::string(name_of(term.term)) + " " +
            std::to_string(term.count) + " = " + std::to_string(term.points);
  return text.empty() ? "nothing" : text;
}

// tiles 3 = 6, pennants 1 = 2
std::vector<ExpectedTerm> take_terms(Run& run) {
  std::vector<ExpectedTerm> terms;
  while (run.more() && !run.stopped()) {
    const Term term = run.take_name<Term>(kTermNames, "term");
    const int count = run.take_int("a count");
    if (!run.accept("=")) run.stop("a term is written 'tiles 3 = 6'");
    terms.push_back({term, count, run.take_int("points")});
    if (!run.accept(",")) break;
  }
  return terms;
}

bool same_terms(const Sheet& sheet, const std::vector<ExpectedTerm>& terms) {
  return std::equal(sheet.begin(), sheet.end(), terms.begin(), terms.end(),
                    [](const ScoreTerm& a, const ExpectedTerm& b) {
                      return a.term == b.term && a.count == b.count && a.points == b.points;
                    });
}

// score R 8 city   tiles 3 = 6, pennants 1 = 2
void score(Run& run) {
  run.scores_listed = true;
  const Seat seat = run.take_seat();
  const int points = run.take_int("points");
  const ScoreFor reason = run.take_name<ScoreFor>(kScoreNames, "kind of score");
  const std::vector<ExpectedTerm> terms = take_terms(run);
  if (run.stopped()) return;
  std::string nearest;
  for (LoggedEvent& logged : run.log.events) {
    const Event& e = logged.event;
    if (logged.matched || e.kind != EventKind::score || e.player != seat || e.reason != reason)
      continue;
    if (e.points == points && (terms.empty() || same_terms(e.sheet, terms))) {
      logged.matched = true;
      if (e.sheet.total() != e.points) run.fail("the terms do not sum to the points");
      return;
    }
    nearest = "; there is " + std::to_string(e.points) + " for " + text_of(e.sheet);
  }
  run.fail("no such score" + nearest);
}

bool happened(Run& run) {
  const EventKind kind = run.take_name<EventKind>(kEventNames, "event");
  const bool with_player = run.more();
  const Seat seat = with_player ? run.take_seat() : kNobody;
  return std::any_of(run.log.events.begin(), run.log.events.end(), [&](const LoggedEvent& logged) {
    return logged.event.kind == kind && (!with_player || logged.event.player == seat);
  });
}

// event returned R
void event(Run& run) {
  if (!happened(run)) run.fail("it did not happen");
}

// no score; no event discarded
void no(Run& run) {
  if (run.accept("score")) {
    run.scores_listed = true;  // what is scored all the same is reported when the block closes
    return;
  }
  if (!run.accept("event")) return run.stop("say 'no score' or 'no event <name>'");
  if (happened(run)) run.fail("it happened");
}

void expect_int(Run& run, std::string_view what, int expected, int found) {
  if (!run.stopped() && expected != found)
    run.fail(std::string(what) + " is " + std::to_string(found) + ", not " +
             std::to_string(expected));
}

// total R 3
void total(Run& run) {
  const Seat seat = run.take_seat();
  expect_int(run, "the total", run.take_int("points"), run.state().core->players[seat].score);
}

// track R 2 lap 1: where the marker stands on the track of fifty spaces
void track(Run& run) {
  const int points = run.state().core->players[run.take_seat()].score;
  expect_int(run, "the space", run.take_int("a space"), points % 50);
  if (run.accept("lap")) expect_int(run, "the lap", run.take_int("a lap"), points / 50);
}

// supply R meeple 7
void supply(Run& run) {
  const Seat seat = run.take_seat();
  const PieceKind piece = run.take_piece();
  expect_int(run, "the supply", run.take_int("a number"),
             run.state().core->players[seat].supply[piece]);
}

std::vector<std::string> pieces_on(Run& run, Pos at) {
  std::vector<std::string> found;
  const GameState& s = run.state();
  for (int i = 0; i < s.core->pieces; ++i) {
    const PlacedPiece& piece = s.pieces[i];
    const PlacedTile& tile = s.tiles[s.segments[piece.segment].tile];
    if (tile.at != at) continue;
    found.push_back(run.seat_name(piece.owner) + " " + std::string(name_of(piece.kind)) + " " +
                    run.name_on(tile, seg_of(s, piece)));
  }
  std::sort(found.begin(), found.end());
  return found;
}

// on 2,0   R meeple road:E, B meeple field:NL: these and no others
void on(Run& run) {
  const Pos at = run.take_pos();
  const PlacedTile* tile = tile_at(run.state(), at);
  if (tile == nullptr) return run.stop("no tile lies there");
  std::vector<std::string> expected;
  while (run.more() && !run.stopped()) {
    const std::string who = run.seat_name(run.take_seat());
    const std::string piece(name_of(run.take_piece()));
    const int segment = run.segment_on(*tile, run.take("a segment"));
    expected.push_back(who + " " + piece + " " +
                       run.name_on(*tile, static_cast<std::uint8_t>(segment)));
    if (!run.accept(",")) break;
  }
  std::sort(expected.begin(), expected.end());
  const std::vector<std::string> found = pieces_on(run, at);
  if (run.stopped() || found == expected) return;
  std::string text = "on the tile:";
  for (const std::string& piece : found) text += " [" + piece + "]";
  run.fail(text);
}

// empty 2,0 3,0: tiles without pieces
void empty(Run& run) {
  while (run.more() && !run.stopped()) {
    const Pos at = run.take_pos();
    if (tile_at(run.state(), at) == nullptr) return run.stop("no tile lies there");
    for (const std::string& piece : pieces_on(run, at)) run.fail("there is " + piece);
  }
}

// no_tile 1,1
void no_tile(Run& run) {
  if (tile_at(run.state(), run.take_pos()) != nullptr) run.fail("a tile lies there");
}

// asked B meeple
void asked(Run& run) {
  const bool dealer = run.accept("dealer");
  const Seat seat = dealer ? kDealer : run.take_seat();
  const DecisionKind kind = run.take_name<DecisionKind>(kDecisionNames, "decision");
  if (run.stopped()) return;
  if (actor(run.state()) != seat || decision(run.state()) != kind)
    run.fail("asked is " + run.seat_name(actor(run.state())) + " " +
             std::string(name_of(decision(run.state()))));
}

// Every answer that is legal has to be accepted and to leave a sound state.
void expect_can(Run& run, const Action& action, const std::vector<Action>& options) {
  const bool listed = std::find(options.begin(), options.end(), action) != options.end();
  if (!listed || !is_legal(run.rules(), run.state(), action))
    return run.fail("not offered: " + run.describe(action) + ": " +
                    explain_illegal(run.rules(), run.state(), action));
  GameState copy(run.state());
  if (apply(run.rules(), copy, action)) run.fail("apply refuses " + run.describe(action));
  if (const std::string wrong = check(run.rules(), copy); !wrong.empty()) run.fail(wrong);
}

// can meeple city:N | pass; can only ... : these and no others
void can(Run& run) {
  const bool only = run.accept("only");
  std::vector<Action> options;
  legal(run.rules(), run.state(), options);
  std::vector<Action> named;
  do {
    named.push_back(run.take_action());
    if (run.stopped()) return;
    expect_can(run, named.back(), options);
  } while (run.accept("|"));
  if (!only) return;
  for (const Action& option : options)
    if (std::find(named.begin(), named.end(), option) == named.end())
      run.fail("also offered: " + run.describe(option));
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [&](char a, char b) { return lower(a) == lower(b); }) != text.end();
}

// What is refused changes nothing and is explained.
void expect_cannot(Run& run, const Action& action, const std::vector<Action>& options) {
  if (std::find(options.begin(), options.end(), action) != options.end() ||
      is_legal(run.rules(), run.state(), action))
    return run.fail("offered: " + run.describe(action));
  GameState copy(run.state());
  if (!apply(run.rules(), copy, action)) run.fail("accepted: " + run.describe(action));
  if (!(copy == run.state())) run.fail("a refused action changed the state");
  if (explain_illegal(run.rules(), run.state(), action).empty())
    run.fail("refused without a reason: " + run.describe(action));
}

// cannot place base/E 1,0 rot 270 | pass because road
void cannot(Run& run) {
  std::vector<Action> options;
  legal(run.rules(), run.state(), options);
  std::vector<Action> named;
  do {
    named.push_back(run.take_action());
    if (run.stopped()) return;
    expect_cannot(run, named.back(), options);
  } while (run.accept("|"));
  if (!run.accept("because")) return;
  const std::string reason = run.rest();
  for (const Action& action : named) {
    const std::string given = explain_illegal(run.rules(), run.state(), action);
    if (!contains_ignoring_case(given, reason)) run.fail("the reason is: " + given);
  }
}

// choices 6
void choices(Run& run) {
  expect_int(run, "the number of choices", run.take_int("a number"),
             static_cast<int>(count_legal(run.rules(), run.state())));
}

FeatureId take_feature(Run& run) { return run.state().segments[run.take_place()].feature; }

// tiles 2,0 road:E 3: the feature covers three tiles
void tiles(Run& run) {
  const FeatureId feature = take_feature(run);
  expect_int(run, "the number of tiles", run.take_int("a number"),
             tile_count(run.state(), feature));
}

// complete 2,0 road:E
void complete(Run& run) {
  if (!is_complete(run.state(), take_feature(run))) run.fail("it is not complete");
}

// open 2,0 road:E
void open(Run& run) {
  if (is_complete(run.state(), take_feature(run))) run.fail("it is complete");
}

// worth 2,0 city:N finished   tiles 3 = 6; without terms: nothing
void worth_of(Run& run) {
  const FeatureId feature = take_feature(run);
  const bool finished = run.accept("finished");
  if (!finished && !run.accept("unfinished")) return run.stop("say 'finished' or 'unfinished'");
  const std::vector<ExpectedTerm> terms = take_terms(run);
  if (run.stopped()) return;
  const Sheet sheet = worth(run.rules(), run.state(), feature, finished);
  if (!same_terms(sheet, terms)) run.fail("it is worth " + text_of(sheet));
}

// joined 0,0 field:EL 1,0 field:NL: one feature
void joined(Run& run) {
  const FeatureId feature = take_feature(run);
  while (run.more() && !run.stopped())
    if (take_feature(run) != feature) run.fail("they are different features");
}

// apart 0,0 field:EL 0,0 field:ER: each a feature of its own
void apart(Run& run) {
  std::vector<FeatureId> seen;
  while (run.more() && !run.stopped()) {
    const FeatureId feature = take_feature(run);
    if (std::find(seen.begin(), seen.end(), feature) != seen.end()) run.fail("one feature");
    seen.push_back(feature);
  }
}

// left 12: tiles still to be drawn
void left(Run& run) {
  const auto& stacks = run.state().core->left;
  expect_int(run, "the stock", run.take_int("a number"),
             std::accumulate(std::begin(stacks), std::end(stacks), 0));
}

// over
void over(Run& run) {
  if (!is_over(run.state())) run.fail("the game goes on");
}

// winners R B
void winners(Run& run) {
  over(run);
  const CoreState& core = *run.state().core;
  int best = core.players[0].score;
  for (int i = 1; i < run.rules().player_count(); ++i) best = std::max(best, core.players[i].score);
  std::vector<bool> named(static_cast<std::size_t>(run.rules().player_count()));
  while (run.more() && !run.stopped()) named[run.take_seat()] = true;
  for (std::size_t i = 0; i < named.size(); ++i)
    if (named[i] != (core.players[i].score == best))
      run.fail(run.seat_name(static_cast<Seat>(i)) + (named[i] ? " has not won" : " has won"));
}

// The members that modules write into the public state, as words: a place is x,y, nothing is
// `none`, an object or list its members one after another, an owner a player.
class MemberText final : public FieldWriter {
 public:
  MemberText(const Run& run, std::string_view wanted) : run_(run), wanted_(wanted) {}
  void open_object(std::string_view name) override { open(name); }
  void open_list(std::string_view name) override { open(name); }
  void close() override { --depth_; }
  void number(std::string_view name, std::int64_t value) override {
    add(name, name == "owner" ? run_.seat_name(static_cast<Seat>(value)) : std::to_string(value));
  }
  void text(std::string_view name, std::string_view value) override {
    add(name, std::string(value));
  }
  void flag(std::string_view name, bool value) override { add(name, value ? "true" : "false"); }
  void place(std::string_view name, Pos at) override {
    add(name, std::to_string(at.x) + "," + std::to_string(at.y));
  }
  void nothing(std::string_view name) override { add(name, "none"); }

  bool found = false;
  std::vector<std::string> words;

 private:
  void open(std::string_view name) {
    if (depth_ == 0) inside_ = name == wanted_;
    found = found || inside_;
    ++depth_;
  }
  void add(std::string_view name, const std::string& word) {
    if (depth_ == 0) inside_ = name == wanted_;
    if (!inside_) return;
    found = true;
    words.push_back(word);
  }
  const Run& run_;
  std::string_view wanted_;
  int depth_ = 0;
  bool inside_ = false;
};

// dragon 0,1; fairy 1,0 meeple R city:N; fairy none: a member of the public state
void member(Run& run) {
  const std::string name = run.take("a word");
  MemberText shown(run, name);
  for (const WriteState write : run.rules().write_state) write(run.rules(), run.state(), shown);
  if (!shown.found) return run.stop("unknown word '" + name + "'");
  std::string text;
  for (const std::string& word : shown.words) text += (text.empty() ? "" : " ") + word;
  const std::string expected = run.rest();
  if (text != expected) run.fail("the " + name + " is: " + text);
}

// aside 2: tiles that wait outside the stock
void aside(Run& run) {
  const GameState& s = run.state();
  const std::uint16_t* first = s.aside.data();
  expect_int(run, "the number of tiles set aside", run.take_int("a number"),
             first == nullptr ? 0 : std::accumulate(first, first + run.rules().tiles.size(), 0));
}

// goods R wine 1 grain 2: these tokens and no others; goods R none
void goods(Run& run) {
  const Seat seat = run.take_seat();
  int expected[traders_builders::kGoods] = {};
  while (!run.accept("none") && run.more() && !run.stopped()) {
    const auto kind = index_of(run.take_name<Goods>(kGoodsNames, "kind of goods"));
    expected[kind] = run.take_int("a number of tokens");
  }
  const auto& state = run.rules().ext<traders_builders::TradersBuildersState>(run.state());
  for (std::size_t kind = 0; kind < kGoodsNames.size(); ++kind)
    expect_int(run, kGoodsNames[kind], expected[kind], state.goods[seat][kind]);
}

// part 1; part 1 due: a further part of the turn is due; part 2
void part(Run& run) {
  const CoreState& g = *run.state().core;
  expect_int(run, "the part of the turn", run.take_int("a number"), g.part);
  if (run.accept("due") != (g.part_due != 0))
    run.fail(g.part_due != 0 ? "a further part is due" : "no further part is due");
}

// pig storm
void pig(Run& run) {
  const auto& state = run.rules().ext<wheel::WheelState>(run.state());
  const std::string_view found = wheel::sectors()[state.pig].name;
  if (run.take("a sector") != found) run.fail("the pig stands on " + std::string(found));
}

// crown storm R B big: these are on the crowns of the sector and no others
void crown(Run& run) {
  const auto sector = index_of(run.take_name<Sector>(kSectorNames, "sector"));
  const auto& state = run.rules().ext<wheel::WheelState>(run.state());
  std::string found;
  for (int i = 0; i < wheel::kMaxCrowns && state.crowns[sector][i] != 0; ++i) {
    const PieceKind piece = state.on_crown[sector][i];
    found +=
        (found.empty() ? "" : " ") + run.seat_name(static_cast<Seat>(state.crowns[sector][i] - 1));
    if (piece != PieceKind::meeple) found += " " + std::string(name_of(piece));
  }
  if (run.rest() != (found.empty() ? "none" : found)) run.fail("on the crowns: " + found);
}

// count forge: where the count stands
void count_is(Run& run) {
  const auto& state = run.rules().ext<count::CountState>(run.state());
  const std::string_view found = kQuarterNames[static_cast<std::size_t>(state.count)];
  if (run.take("a quarter") != found) run.fail("the count stands in the " + std::string(found));
}

// quarter forge R R B: who waits there, seat by seat; other pieces than meeples by their names
void quarter_holds(Run& run) {
  const auto quarter = run.take_name<Quarter>(kQuarterNames, "quarter");
  const auto& state = run.rules().ext<count::CountState>(run.state());
  std::string found;
  for (int seat = 0; seat < run.rules().player_count(); ++seat)
    for (int kind = 0; kind < kPieceKinds; ++kind)
      for (int i = 0; i < state.pieces[static_cast<int>(quarter)][seat][kind]; ++i) {
        found += (found.empty() ? "" : " ") + run.seat_name(static_cast<Seat>(seat));
        if (kind != 0) found += " " + std::string(kPieceNames[static_cast<std::size_t>(kind)]);
      }
  if (run.rest() != (found.empty() ? "none" : found)) run.fail("there wait: " + found);
}

// flock R sheep2 sheep3: the tokens beside R's shepherd, by kind; none
void flock_is(Run& run) {
  const Seat seat = run.take_seat();
  const auto& state = run.rules().ext<hills_sheep::HillsSheepState>(run.state());
  std::string found;
  for (std::size_t token = 0; token < hills_sheep::kSheepTokens; ++token)
    for (int i = 0; i < state.flock[seat][token]; ++i)
      found += (found.empty() ? "" : " ") + std::string(kTokenNames[token]);
  if (run.rest() != (found.empty() ? "none" : found)) run.fail("the flock: " + found);
}

// bag 17: tokens that lie beside nobody
void bag_holds(Run& run) {
  const auto& bag = run.rules().ext<hills_sheep::HillsSheepState>(run.state()).bag;
  expect_int(run, "the bag", run.take_int("a number"),
             std::accumulate(std::begin(bag), std::end(bag), 0));
}

// hidden 1: tiles under hills; they are among the unseen ones
void hidden_is(Run& run) {
  const GameState& s = run.state();
  const int hidden = run.take_int("a number");
  expect_int(run, "the number of hidden tiles", hidden, s.core->hidden);
  const std::uint16_t* stock = s.stock.data();
  expect_int(run, "the number of unseen tiles", tiles_left(s) + hidden,
             std::accumulate(stock, stock + run.rules().tiles.size(), 0));
}

constexpr Word kChecks[] = {{"score", score},
                            {"no", no},
                            {"event", event},
                            {"total", total},
                            {"track", track},
                            {"supply", supply},
                            {"on", on},
                            {"empty", empty},
                            {"no_tile", no_tile},
                            {"asked", asked},
                            {"can", can},
                            {"cannot", cannot},
                            {"choices", choices},
                            {"tiles", tiles},
                            {"complete", complete},
                            {"open", open},
                            {"worth", worth_of},
                            {"joined", joined},
                            {"apart", apart},
                            {"left", left},
                            {"over", over},
                            {"winners", winners},
                            {"aside", aside},
                            {"pig", pig},
                            {"crown", crown},
                            {"count", count_is},
                            {"quarter", quarter_holds},
                            {"goods", goods},
                            {"part", part},
                            {"flock", flock_is},
                            {"bag", bag_holds},
                            {"hidden", hidden_is},
                            {"", member}};

}  // namespace

std::span<const Word> check_words() { return kChecks; }

}  // namespace bastide::scenario
