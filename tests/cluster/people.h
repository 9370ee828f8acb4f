// People who play through everything that may happen to servers, as the page in a browser does: a
// lost line is opened again, an answer that nobody has acknowledged is sent again if the game still
// stands where it stood, and so is one that could not be kept. They note all that they are told,
// and find fault when it is told otherwise later.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "tests/cluster/soft_line.h"

namespace bastide::test_help {

struct PeopleOptions {
  std::vector<std::uint16_t> ports;  // whoever comes takes the next one
  std::size_t tables = 20;
  std::size_t every_nth_with_bot = 5;    // has a bot in its second seat; 0: none has
  std::size_t every_nth_with_clock = 4;  // of the others; so too
  milliseconds think{300};               // the mean of what an answer takes
  std::uint64_t seed = 1;
};

// How often what happened.
struct PeopleCounts {
  std::uint64_t acknowledged = 0;   // actions that anybody was told
  std::uint64_t answers = 0;        // of these, sent by our people
  std::uint64_t lines_lost = 0;     // connections that ended
  std::uint64_t refused_lines = 0;  // that did not come about
  std::uint64_t resent = 0;         // answers sent again
  std::uint64_t kept = 0;           // answers without an acknowledgement that had been kept
  std::uint64_t storage = 0;        // refusals because nothing could be kept
  std::uint64_t stale = 0;          // because the game had gone on
  std::uint64_t behind = 0;         // a node that had not heard of all that another one told
  std::uint64_t waited_long = 0;    // lines given up because an answer had none for long
  std::uint64_t untold = 0;         // somebody not told for long, on a line that stood
};

struct ToldTable {
  std::string id;
  bool with_bot = false, with_clock = false;
  bool over = false;
  std::vector<std::string> actions;      // by index, as told first
  std::vector<std::int64_t> told_at_ms;  // when, by the machine's steady clock
};

class People {
 public:
  explicit People(PeopleOptions options);
  ~People();

  // Until every game is over, or for so long; `each_second` is called meanwhile.
  void play(std::chrono::seconds most, const std::function<void()>& each_second);

  bool all_over() const;
  std::size_t tables_over() const;
  const PeopleCounts& counts() const { return counts_; }
  const std::vector<ToldTable>& tables() const { return tables_; }
  // What was told otherwise than before, refused without reason, or not told at all.
  const std::vector<std::string>& faults() const { return faults_; }

 private:
  using Clock = SoftLine::Clock;
  enum class Stage : std::uint8_t { away, asking_session, upgrading, here };
  struct Person {
    std::size_t index = 0, table = 0;
    bool host = false;
    std::string cookie;
    SoftLine line;
    Stage stage = Stage::away;
    int attempts = 0;       // since it was last here
    std::int64_t seq = -1;  // -1: has not seen the game
    // The answer that nobody has acknowledged yet, and where in the game.
    std::string answer;
    std::int64_t answer_seq = -1;
    int sent_times = 0;
    bool sent_here = false;  // by this line
    // What it does next, and when; only the last one counts.
    std::function<void()> next;
    std::uint64_t next_number = 0;
    // What it waits for.
    Clock::time_point deadline = Clock::time_point::max();
    Clock::time_point ping_at = Clock::time_point::max();
    Clock::time_point heard_at;
    Clock::time_point told_at;  // where the game stands, by this line
  };
  struct Due {
    Clock::time_point at;
    std::size_t person;
    std::uint64_t number;
    bool operator>(const Due& other) const { return at > other.at; }
  };

  void later(Person& person, milliseconds after, std::function<void()> what);
  void do_due();
  void look_after(Person& person, Clock::time_point now);
  bool is_untold(const Person& person, Clock::time_point now) const;

  void come(Person& person);
  void go_away(Person& person);  // and come again after a while
  void event(std::size_t index, std::uint32_t events);
  void watch(Person& person);
  void heard(Person& person);
  void on_session(Person& person);
  void on_upgrade(Person& person);

  void say(Person& person, std::string_view text);
  void handle(Person& person, std::string_view message);
  void on_welcome(Person& person);
  void on_table(Person& person, std::string_view message);
  void on_update(Person& person, std::string_view message);
  void on_refused(Person& person, std::string_view message);
  void create(Person& person);
  void join(Person& person);
  void learn(ToldTable& table, std::string_view entries);
  void game_stands(Person& person, std::int64_t seq, std::string_view options);
  void answer_was_overtaken(Person& person);
  void choose(Person& person, const std::vector<std::string_view>& options);
  void send_answer(Person& person);
  void fault(std::string text);
  double uniform();

  PeopleOptions options_;
  int epoll_ = -1;
  std::vector<ToldTable> tables_;
  std::vector<std::unique_ptr<Person>> people_;
  Rng random_;
  std::size_t next_port_ = 0;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  PeopleCounts counts_;
  std::vector<std::string> faults_;
};

}  // namespace bastide::test_help
