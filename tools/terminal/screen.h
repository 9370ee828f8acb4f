// One screen of the game: the map, the panel beside it, the news, the answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/terminal/answers.h"
#include "tools/terminal/board_view.h"
#include "tools/terminal/chronicle.h"

namespace bastide::tools {

struct ScreenSize {
  int width = 100;
  int height = 35;
};

struct View {
  std::optional<Pos> focus;         // where the player looks; empty: at the last move
  std::optional<PictureSize> size;  // of the tiles; empty: as large as shows enough of the map
};

class Screen {
 public:
  Screen(const Rules& rules, const Look& look);

  // The lines to print, at most size.height - 1 of them; the prompt follows.
  std::string compose(const GameState& s, const Answers& answers, std::optional<std::size_t> cell,
                      const std::vector<Message>& news, const View& view, ScreenSize size) const;
  std::string whole_map(const GameState& s, const BoardMarks& marks, int width) const;
  std::string tiles_left(const GameState& s, int width) const;  // by type, with pictures
  std::string news_text(const std::vector<Message>& news, int width) const;
  std::string score_line(const GameState& s, Seat seat) const;
  std::string name(Seat seat) const;  // in the player's colour
  const Look& look() const { return look_; }

 private:
  std::vector<std::string> news_lines(const std::vector<Message>& news, int width,
                                      std::size_t most) const;
  std::vector<std::string> answer_lines(const Answers& answers, std::optional<std::size_t> cell,
                                        int width, std::size_t most) const;
  Canvas panel(const GameState& s, const Answers& answers, std::optional<std::size_t> cell,
               int height) const;
  int draw_scores(Canvas& canvas, const GameState& s) const;
  int draw_turn(Canvas& canvas, int y, const GameState& s) const;
  void draw_ways(Canvas& canvas, int y, const GameState& s, const Answers& answers,
                 std::optional<std::size_t> cell) const;
  // The tile just laid, with the numbers of the answers on its segments.
  int draw_laid(Canvas& canvas, int y, const GameState& s, const Answers& answers) const;
  void draw_legend(Canvas& canvas, int y, const GameState& s) const;
  void draw_signs(Canvas& canvas, int y, const GameState& s) const;
  std::string supply_text(const PlayerState& player) const;

  const Rules& rules_;
  Look look_;
  std::vector<char> letters_;
  BoardView board_;
};

// A letter for each player: the first of the name where all differ, else the seat's number.
std::vector<char> player_letters(const Rules& rules);
// Large tiles if a window of that size shows at least half of the map, else medium ones.
PictureSize fitting_size(const Extent& extent, int width, int height);
std::optional<Pos> last_laid(const GameState& s);

}  // namespace bastide::tools
