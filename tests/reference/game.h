// A second, slow implementation of the rules, written from the rule ledger alone and sharing no
// code with the engine. Nothing is kept that can be worked out: features are found by flood fill
// whenever they are asked for. The lock-step tests compare the engine with it, answer by answer.
//
// Answers are canonical strings: `draw base/A`, `place base/A 1,0 90`, `meeple meeple 1,0 city:N`,
// `recall abbot 1,0 garden`, `send_away meeple 0 1,0 city:N`, `fairy meeple 1,0 city:N`,
// `dragon 1,0`, `plague meeple 1,0 city:N`, `crown storm`, `score_next 1,0 city:N`,
// `redeploy meeple forge 1,0 road:N`, `deploy meeple forge`, `move_count forge`,
// `build_castle 1,0 city:N`, `build_granary 0,0 1,0 field:NL` (corner, farmer), `lady 1,0`,
// `recall lady 1,0 city:N`, `crown storm big`, `double_turn`, `token sheep3`, `grow 1,0 field:NL`,
// `herd 1,0 field:NL`, `tower 1,0`, `capture meeple 0 1,0 city:N`, `exchange abbot`,
// `ransom meeple 1` (holder), `pyramid 1,0`, `meeple barn 1,0 corner:NE`, `wagon 1,0 road:E`,
// `pass`.
//
// To add a set: lay its start in game.cpp's constructor, and hook its rule into the step it belongs
// to; the steps follow one another as begin_turn, draw, wheel, place, build, princess, meeple,
// flocks, dragon, score, barns, wagons, circus, ransom, deploy, end_turn. What is long has a file
// of its own: dragon.cpp, wheel.cpp, count.cpp, ladies.cpp, traders.cpp, hills.cpp, tower.cpp,
// circus.cpp, abbey.cpp; features.cpp finds features.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/reference/cells.h"
#include "tests/reference/tiles.h"

namespace reference {

struct Setup {
  std::vector<std::pair<std::string, int>> sets;  // name, copies
  std::string start;                              // empty: follows from the sets
  std::map<std::string, std::string> options;
  int players = 2;
};

struct Decision {
  std::string kind;
  std::string actor;  // "dealer", a seat's number, or "nobody" when the game is over
};

// Places of a tile that are no segments: the top of its tower, its acrobat spaces. Each is a
// feature of its own that nothing joins and nothing completes (TOWER-38, ACROBAT-14).
inline constexpr int kOnTower = -1, kAcrobat = -2;

// One segment of one placed tile.
struct Spot {
  Cell cell;
  int segment = 0;
  friend auto operator<=>(const Spot&, const Spot&) = default;
};
using Feature = std::set<Spot>;

struct Piece {
  std::string kind;
  int owner = 0;
  Spot spot;
  std::string house = {};     // castle, granary; empty on the land
  int turn = 0;               // in which it was placed; 0 in a sub-turn, or from a quarter
  bool from_quarter = false;  // it has joined a completed feature
  std::map<std::string, int> flock = {};  // of a shepherd: tokens by kind
};

// Builder, pig and shepherd are figures, but no meeples (TB-5, SHEPHERD-8).
inline bool is_meeple(const std::string& kind) {
  return kind == "meeple" || kind == "big" || kind == "abbot" || kind == "mayor" ||
         kind == "wagon" || kind == "ringmaster";
}

// Who lies before whom (TOWER-26).
struct Prisoner {
  int holder = 0, owner = 0;
  std::string kind;
  friend auto operator<=>(const Prisoner&, const Prisoner&) = default;
};

// Abbey & Mayor: a barn, and one of the fields that meet at its corner.
struct Barn {
  Cell corner;  // the tile whose north-east corner it is
  int owner = 0;
  Spot field;
};

// Bridges, Castles and Bazaars: a castle and what it has scored in the present step.
struct Castle {
  Cell cells[2];
  int owner = 0;
  bool completed = false;
  int built_after = 0;  // tiles on the table when it was built
  Spot lord;
  int wave = 0;         // 1: it has just scored a feature; more: through another castle
  std::string feature;  // the name of that feature
  int points = 0;
};

inline bool is_cloister(const std::string& kind) {
  return kind == "monastery" || kind == "garden" || kind == "shrine" ||  // CULT-9
         kind == "abbey";                                                // ABBEY-11
}

// What a feature looks like now.
struct Report {
  int tiles = 0;  // distinct tiles
  bool complete = false;
  int worth = 0;          // as it stands: finished or unfinished points
  std::set<int> leaders;  // owners with most pieces
};

class Game {
 public:
  explicit Game(const Setup& setup);

  const Decision& decision() const { return decision_; }
  const std::vector<std::string>& legal() const { return legal_; }  // sorted
  // The dealer's answers and of how many things each is one.
  std::map<std::string, int> weights() const;
  void apply(const std::string& answer);  // throws std::logic_error if it is not legal

  bool over() const { return decision_.kind == "over"; }
  int turn() const { return turn_; }
  int left() const;  // tiles that can still be drawn
  int hidden() const { return hidden_; }
  const std::map<std::string, int>& discarded() const { return discarded_; }
  const std::vector<int>& scores() const { return scores_; }
  const std::vector<std::map<std::string, int>>& supplies() const { return supplies_; }
  const std::vector<Piece>& pieces() const { return pieces_; }
  int tiles_laid() const { return static_cast<int>(board_.size()); }
  bool occupied(Cell cell) const { return board_.count(cell) > 0; }
  // Whether a tile in this cell would extend the road or city of the active player's builder.
  bool builder_leads_to(Cell cell) const;

  std::string name_of(const Spot& spot) const;  // `1,0 city:N`

  // What the sets add to the state, sorted: `dragon 1,0`, `fairy 1,0 city:N 0`, `fairy 1,0`,
  // `aside princess_dragon/PD-dragon-curve 2`, `pig storm`, `crown storm 0`, `king 0 3`,
  // `on crown storm 0 big`, `robber 1 4`, `count forge`, `quarter market meeple 0`,
  // `goods 0 wine 2`, `part 2`, `double_turn`, `hidden 3`, `bag wolf 2`,
  // `flock 1,0 field:NL sheep2 1`, `floors 1,0 2`, `prisoners 0 1 meeple 2` (holder, owner),
  // `ransom_paid`, `big top 1,0`, `unseen seal 5`, `stands meeple 0 1,0 tower`, `barn 0,0 1`.
  std::vector<std::string> additions() const;

  // The owners of the barns of each field that has some, `[0,1]`, sorted.
  std::vector<std::string> barn_fields() const;

  // The feature of a segment, named as it lies.
  Report report(Cell cell, const std::string& segment_name) const;

 private:
  struct Laid {
    std::string id;
    int turns = 0;
    const Tile* tile = nullptr;           // as it lies
    std::shared_ptr<const Tile> bridged;  // its own, if a bridge stands on it
  };
  // A tile type in its four rotations.
  struct Type {
    std::array<Tile, 4> faces;
    std::vector<int> turns;  // that differ
  };

  // The start
  std::map<std::string, int> add_tiles(const std::string& set, int copies,
                                       std::map<std::string, Type>& types);
  void lay_board(const std::string& set, std::map<std::string, Type>& types);

  // The table
  bool has_set(const std::string& name) const;
  std::string option(const std::string& name, const std::string& default_value) const;
  void lay(Cell cell, const std::string& id, int turns);
  const Segment& segment(const Spot& spot) const;
  bool marked(Cell cell, const std::string& mark) const;
  bool volcano_lake(Cell cell) const;

  // Features
  std::vector<Spot> joined(const Spot& spot) const;
  std::vector<Spot> spots_of_group(const std::string& group) const;
  Feature feature_of(const Spot& spot) const;
  bool complete(const Feature& feature) const;
  int tiles_of(const Feature& feature) const;
  int neighbours(Cell cell) const;
  int cities_of(const Feature& field) const;
  int worth(const Feature& feature) const;
  std::vector<Piece> pieces_on(const Feature& feature) const;
  std::vector<Piece> meeples_on(const Feature& feature) const;
  bool has_on(int seat, const std::string& kind, const Feature& feature) const;
  bool has_meeple_on(int seat, const Feature& feature) const;
  bool flagged(const Feature& feature, const std::string& flag) const;
  int port_of(const Spot& spot) const;
  Spot naming(const Feature& feature) const;
  std::set<int> leaders(const std::vector<Piece>& pieces) const;

  // Placing
  std::vector<std::pair<Cell, int>> placements(const std::string& id) const;
  bool fits(Cell cell, const Tile& tile) const;
  struct RiverEnd {
    Cell cell;  // to be filled
    int heading;
    std::vector<int> turns;  // on the way from the spring: 0 straight, 1 right, 3 left
  };
  void follow_river(Cell from, int heading, const std::vector<int>& turns,
                    std::vector<RiverEnd>& ends) const;
  bool river_allows(Cell cell, const Tile& tile) const;
  bool cult_allows(Cell cell, const Tile& tile) const;

  // The steps of a turn
  void begin_turn();
  void ask_draw();
  void drawn(const std::string& id);
  void ask_place();
  void placed(Cell cell, const std::string& id, int turns);
  void ask_meeple();
  void after_meeple();
  void after_flocks();
  void score_completed();
  void score_waiting(const Feature& feature);
  void after_scoring();
  void after_circus();
  void end_turn();
  void after_ransom();
  void next_turn();
  void new_turn();
  void game_ends();
  void close_game();
  void final_scoring();
  void after_last_circus();

  void ask(const std::string& kind, const std::string& actor, std::vector<std::string> answers);
  void answer(const std::string& text);
  void put(const std::string& kind, const Spot& spot);
  bool in_supply(const std::string& piece) const;
  bool claimable(const std::string& piece, const Spot& spot) const;
  bool placed_this_turn(const Piece& piece) const;
  void leaves(std::size_t index);
  void take_home(const std::string& kind, int owner, const Spot& spot);
  void send_home(const Feature& feature);
  void score_feature(const Feature& feature, bool fairy_pays);

  // dragon.cpp
  bool is_protege(const Piece& piece) const;
  void fairy_point();
  void fairy_bonus(const Feature& feature);
  void ask_princess();
  bool portal_reaches(const Spot& spot) const;
  void add_portal_answers(std::vector<std::string>& answers) const;
  void add_fairy_answers(std::vector<std::string>& answers) const;
  void move_fairy(const Spot& spot);
  void dragon_comes(Cell cell);
  void begin_flight();
  void next_move();
  void dragon_enters(Cell cell);
  void flight_over();

  // king_cult.cpp
  std::vector<Spot> rivals(Cell cell, const std::string& kind) const;
  void settle_challenge(const Feature& feature);
  void compare_titles(const Feature& feature);
  void pay_titles();

  // count.cpp
  std::string quarter_of(const Feature& feature) const;
  bool may_join(int seat, const Feature& feature) const;
  bool order_matters() const;
  void ask_order();
  void begin_redeploy();
  void ask_redeploy();
  void redeployed(const std::string& kind, const std::string& quarter, const Spot& to);
  bool deployment_allowed() const;
  void ask_deploy();
  void deployed(const std::string& kind, const std::string& quarter);
  void ask_market();

  // bridges.cpp
  using BridgeSite = std::pair<Cell, int>;  // a cell and an axis: 0 is NS, 1 is EW
  static std::optional<Tile> with_bridge(const Tile& tile, int axis);
  bool sound(Cell cell, const std::map<Cell, const Tile*>& changed) const;
  std::vector<BridgeSite> bridges_for(Cell cell, const Tile& tile) const;
  void add_bridged_placements(std::vector<std::string>& answers) const;
  void build_bridge(const BridgeSite& site);
  void discard();

  // castles.cpp
  bool small_city(const Feature& feature) const;
  std::string feature_name(const Feature& feature) const;
  std::vector<Feature> just_completed() const;
  bool is_castle(const Feature& feature) const;
  int castle_builder(const Feature& city) const;
  void ask_castles(const std::vector<Feature>& features);
  void next_small_city();
  void score_joined();
  void score_front();
  void build_castle(const std::string& piece);
  static bool in_domain(const Castle& castle, Cell cell);
  std::map<std::string, int> castle_sources(const Castle& castle) const;
  void begin_castles();
  void next_castle();
  void castle_scores(Castle& castle, const std::string& feature, int points);
  int castles_at(const Feature& field) const;

  // bazaar.cpp
  bool bazaar_goes_on();
  void reveal(const std::string& id);
  void ask_reveal();
  void next_round();
  void ask_bids();
  void close_round(bool buy);
  void begin_sub_turn();
  std::vector<int> bids_from(int lowest) const;
  bool has_bought(int seat) const;
  void give_tile(std::string id, int seat);

  // wheel.cpp
  std::vector<int> crowns(const std::string& sector) const;
  void run_wheel(int steps);
  void act_on_all(const std::string& sector);
  void next_plague();
  void score_crowns();
  void add_crown_answers(std::vector<std::string>& answers) const;
  void take_crown(const std::string& sector, const std::string& piece);

  // traders.cpp
  void add_builder_and_pig_answers(std::vector<std::string>& answers) const;
  void note_double_turn(const std::vector<BridgeSite>& bridges);
  void second_part();
  void lone_figures_go_home();
  void take_goods(const Feature& city);
  void pay_goods();
  int pig_points(int seat, const Feature& field) const;

  // hills.cpp
  void lay_hill();
  std::set<int> on_hills(const std::vector<Piece>& pieces, const std::set<int>& tied) const;
  int vineyards_around(Cell cell) const;
  void add_shepherd_answers(std::vector<std::string>& answers) const;
  std::map<std::string, int> bag() const;
  std::size_t own_shepherd() const;
  void ask_flock();
  void ask_token(bool growing);
  void token_drawn(const std::string& token);
  bool closed(const Feature& field) const;
  void shepherds_go_home(const Feature& field);
  void herd(const Feature& field);
  void herd_closed_fields();

  // tower.cpp
  int floors_at_start() const;
  bool guarded(Cell cell) const;
  void add_tower_answers(std::vector<std::string>& answers) const;
  bool in_reach(Cell tower, Cell cell) const;
  void build_floor(Cell tower);
  void capture(const std::string& kind, int owner, const Spot& spot);
  void exchange(const std::string& kind);
  void set_free(const Prisoner& prisoner);
  bool ransom_paid() const;
  void add_ransom_answers(std::vector<std::string>& answers) const;
  void pay_ransom(const std::string& kind, int holder);
  void ask_ransom();
  void towers_are_left();
  void add_tower_state(std::vector<std::string>& all) const;

  // circus.cpp
  static bool is_animal(const std::string& token);
  std::map<std::string, int> unseen() const;
  void turn_token_up();
  void begin_circus();
  bool at_big_top(const Piece& piece) const;
  void animal_turned_up(const std::string& token);
  int acrobats_at(Cell cell) const;
  void add_acrobat_answers(std::vector<std::string>& answers) const;
  void score_pyramid(Cell cell, bool fairy_pays);
  void score_last_pyramids();
  void ringmaster_bonus(const Feature& feature);
  void add_circus_state(std::vector<std::string>& all) const;
  // abbey.cpp
  struct Wagon {
    int owner;
    Spot from;
    Feature feature;    // that was scored
    bool held = false;  // in no supply
  };
  bool is_abbey(Cell cell) const;
  std::set<Cell> holes() const;
  bool may_lay_abbey(int seat) const;
  void ask_for_abbey();
  void begin_part();
  void begin_abbey_round();
  void next_abbey();
  bool ends_at_new_abbey(const Spot& spot) const;
  int mayor_strength(const Spot& spot) const;
  void note_wagons(const Feature& feature);
  std::set<Spot> nearby(Cell cell) const;
  std::set<Spot> linked(const Feature& feature) const;
  std::set<Spot> wagon_targets(const Wagon& wagon) const;
  void ask_wagons();
  void next_wagon();
  void hold_wagons();
  void wagon_goes_home();
  void wagon_moves(const Spot& to);
  std::vector<Barn> barns_on(const Feature& field) const;
  Cell corner_of_new_tile(const std::string& name) const;
  void add_barn_answers(std::vector<std::string>& answers) const;
  void put_barn(const std::string& corner);
  void begin_barns();
  bool only_new_barn_on(const Feature& field) const;
  void next_barn_field();
  void ask_market_for_barn();
  void score_barn_field(const Feature& field);
  int field_worth(const Feature& field, int each) const;
  void pay_barns();

  // ladies.cpp
  std::vector<Spot> fields_at_corner(Cell point) const;
  std::vector<BridgeSite> needed_bridge(Cell cell, const Tile& tile) const;
  int road_worth(const Feature& road) const;
  void add_granary_answers(std::vector<std::string>& answers) const;
  void add_castle_answers(std::vector<std::string>& answers) const;
  void ask_build();
  void castle_over(const Spot& spot);
  void build_granary(const Spot& farmer);
  void add_lady_answers(std::vector<std::string>& answers) const;
  void take_lady_home(const Spot& spot);
  void score_buildings();
  void leave_castles();

  Setup setup_;
  std::shared_ptr<const std::map<std::string, Type>> types_;
  std::vector<std::map<std::string, int>> stacks_;  // drawn from one after another
  std::map<Cell, Laid> board_;
  std::vector<Piece> pieces_;
  std::map<std::string, int> discarded_;
  std::vector<int> scores_;
  std::vector<std::map<std::string, int>> supplies_;
  int turn_ = 1;
  int active_ = 0;
  std::string current_;  // drawn and not yet laid
  Cell just_laid_{0, 0};
  std::set<Cell> squares_;                               // of the start board
  std::vector<std::vector<std::string>> board_touches_;  // of the start board, by groups

  std::optional<Cell> dragon_, fairy_;  // none: beside the board
  std::optional<Spot> protege_;         // where the piece stands that the fairy stands beside
  int protege_owner_ = 0;
  std::map<std::string, int> aside_;  // dragon tiles that wait for the dragon
  std::set<Cell> visited_;            // in this flight
  int moves_ = 0;                     // of this flight

  std::vector<Feature> waiting_;  // completed by the tile just laid and not yet scored
  std::size_t joined_ = 0;        // of these: to be scored before anybody is asked again
  std::map<std::string, std::pair<int, int>> titles_;  // king, robber: holder, tiles
  bool flags_ = false;                                 // Carcassonne with its quarters
  std::string count_ = "palace";
  std::map<std::string, std::vector<std::pair<std::string, int>>> quarters_;  // piece, owner
  std::vector<int> to_ask_;   // who may still move pieces out of a quarter
  std::vector<int> before_;   // the scores when the tile was laid
  bool knight_sent_ = false;  // by the princess, in this turn

  std::vector<std::pair<std::string, int>> sectors_;  // name, crown spaces
  int pig_ = 0;
  struct Crown {
    int sector, owner;
    std::string piece;
  };
  std::vector<Crown> crowns_;
  std::vector<int> plagued_;  // who still has to take back a piece
  int plague_seat_ = 0;       // who is asked

  std::vector<Castle> castles_;
  std::vector<Feature> small_cities_;                // whose owners are still to be asked
  std::vector<std::pair<std::string, int>> scored_;  // features completed now, and their worth
  std::map<std::string, Feature> scored_features_;
  std::vector<std::size_t> castle_queue_;  // castles that score in this wave
  int castle_wave_ = 0;

  std::string bazaar_;                 // "", "reveal", "auction", "play"
  std::vector<std::string> revealed_;  // not yet bought
  std::map<int, std::string> bought_;  // by seat
  int bazaar_of_ = 0, auctioneer_ = 0, bid_ = 0, bidder_ = 0, sub_turns_ = 0;
  std::string offered_;
  std::vector<int> still_to_bid_;

  int common_bridges_ = 0, common_castles_ = 0, common_granaries_ = 0;  // left in the common supply
  std::map<Spot, int> castled_;                   // city segments under castles; turn of building
  int lady_turn_ = 0;                             // in which a lady was taken back last
  std::optional<Spot> new_castle_;                // built in this turn
  bool new_granary_ = false, lady_home_ = false;  // in this turn

  std::vector<std::map<std::string, int>> goods_;  // of each seat, by kind
  int part_ = 1;                                   // of the turn
  bool double_due_ = false;                        // a second part follows

  int hidden_ = 0;        // tiles under hills
  bool growing_ = false;  // the token is for a flock that grows

  std::map<Cell, int> floors_;            // of towers
  std::map<Prisoner, int> prisoners_;     // how many of each
  std::pair<int, std::string> captured_;  // just now: owner, piece
  std::set<int> ransom_payers_;           // in this turn, or in this sub-turn of another

  std::optional<Cell> big_top_;
  std::vector<std::string> turned_up_;  // tokens that have left the game
  bool ending_ = false;                 // the final scoring has begun
  std::vector<Wagon> wagons_;           // whose features were scored in this step
  std::vector<Barn> barns_;             // as they were placed
  bool barn_is_new_ = false;            // the last one was placed in this part of the turn
  std::vector<Feature> barn_fields_;    // to be scored because of barns
  std::set<Cell> granaries_;            // corners
  bool rounding_ = false;               // the stock is empty; the players lay their abbeys
  std::vector<int> abbey_round_;        // who may still
  int last_player_ = 0;

  Decision decision_;
  std::string asked_;  // the kind of the question that is being answered
  std::vector<std::string> legal_;
};

}  // namespace reference
