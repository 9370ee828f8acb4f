// Many people at many tables, played by one thread: each answers with any of its options. They keep
// what the server has told them, and find fault when it tells otherwise later.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "tests/net_client.h"

namespace bastide::test_help {

struct CrowdOptions {
  std::size_t tables = 20;
  std::size_t every_nth_with_bot = 2;  // has a bot in its second seat; 0: none has
  std::string setup = R"({"sets":["base"]})";
  std::string bot = "level1";
  milliseconds think{0};       // the mean of what an answer takes
  bool deflate = false;        // ask for compressed messages
  bool again = false;          // a table that is over is followed by another one
  std::size_t spectators = 0;  // who watch the first table
  std::uint64_t seed = 1;
};

class Crowd {
 public:
  explicit Crowd(const CrowdOptions& options);
  ~Crowd();

  // Makes the guests, at the first time, and connects everybody.
  bool open(std::uint16_t port) { return open({port}, false); }
  // On several servers with one store: the people of a table together on one of them, or apart.
  bool open(const std::vector<std::uint16_t>& ports, bool apart);
  void disconnect();
  // Reads and answers for so long, or until everything is over.
  void play(milliseconds time);

  bool all_over() const;
  std::size_t tables_over() const;
  std::uint64_t acknowledged() const { return acknowledged_; }  // actions seen by anybody
  std::uint64_t lost() const { return lost_; }                  // connections that the server ended
  // What was told otherwise than before, or refused without reason.
  const std::vector<std::string>& faults() const { return faults_; }
  // Compares the records of all tables with what was told.
  void check_records();

  // From sending an answer to every person at the table having seen it; at the first table, to
  // every spectator having seen it.
  std::vector<double> take_latencies_ms();
  std::vector<double> take_spectator_latencies_ms();

 private:
  using Clock = std::chrono::steady_clock;
  struct Table {
    std::string id;
    std::vector<std::string> actions;  // by index, as told first
    bool over = false;
    int people = 1;
    // Of the answer under way
    std::int64_t sent_seq = -1;
    Clock::time_point sent_at;
    int seen_by = 0;
    // Of the last one, for spectators
    std::int64_t shown_seq = -1;
    std::size_t shown_to = 0;
  };
  struct Person {
    std::size_t table = 0;
    std::uint16_t port = 0;
    bool host = false;
    bool plays = true;  // else it watches
    std::string cookie;
    std::unique_ptr<WsClient> client;
    std::string in;
    std::unique_ptr<Inflater> inflate;
    std::int64_t seq = -1;  // -1: has not seen the game
    // Actions that anybody had been told when this one asked for the table: it must have them. What
    // others are told later may come here later.
    std::size_t owed = 0;
    double tokens = 0;  // messages that the server's limit still allows
    Clock::time_point tokens_at;
    std::string answer;   // to be sent at `answer_at`
    std::string sits_at;  // the table where it has asked for its seat, by this line
    Clock::time_point answer_at;
  };

  bool connect(Person& person);
  void read_from(std::size_t index);
  void handle(Person& person, std::string_view message);
  void on_table(Person& person, std::string_view message);
  void on_update(Person& person, std::string_view message);
  void on_refused(Person& person, std::string_view message);
  void learn(Table& table, std::string_view entries);
  void saw(Person& person, std::int64_t seq);
  void spectator_saw(Person& person, std::int64_t seq);
  void choose(Person& person, std::string_view options);
  milliseconds send_due();  // gives how long until the next one
  void say(Person& person, std::string_view text);
  void lose(Person& person);
  void join(Person& person);
  void create(Person& person);
  void fault(std::string text);

  CrowdOptions options_;
  std::vector<std::uint16_t> ports_;
  int epoll_ = -1;
  std::vector<Table> tables_;
  std::vector<Person> people_;
  Rng random_;
  using Due = std::pair<Clock::time_point, std::size_t>;  // when, whose answer
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::uint64_t acknowledged_ = 0, lost_ = 0;
  std::vector<std::string> faults_;
  std::vector<double> latencies_, spectator_latencies_;
};

}  // namespace bastide::test_help
