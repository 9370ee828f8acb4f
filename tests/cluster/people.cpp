#include "tests/cluster/people.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/json_slice.h"

namespace bastide::test_help {

namespace {

// As web/src/net has them.
constexpr milliseconds kFirstDelay{500}, kLongestDelay{15'000}, kPingEvery{15'000},
    kPongWithin{10'000};
constexpr milliseconds kConnectWithin{5'000};
constexpr milliseconds kTryAgain{700};         // what could not be kept, or read
constexpr milliseconds kAnswerWithin{20'000};  // then the line is thought dead
constexpr milliseconds kToldWithin{12'000};    // what somebody else at the table was told
constexpr std::size_t kMostFaults = 50;

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::string session_request() {
  const std::string body = R"({"name":"Somebody"})";
  return "POST /api/session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

// The cookie that an answer sets, or an empty text.
std::string cookie_in(std::string_view head) {
  for (const std::string_view name : {"set-cookie: ", "Set-Cookie: "}) {
    const auto at = head.find(name);
    if (at == std::string_view::npos) continue;
    const auto value = head.substr(at + name.size());
    return std::string(value.substr(0, value.find_first_of(";\r")));
  }
  return {};
}

std::int64_t steady_ms() {
  return std::chrono::duration_cast<milliseconds>(SoftLine::Clock::now().time_since_epoch())
      .count();
}

}  // namespace

People::People(PeopleOptions options)
    : options_(std::move(options)), epoll_(::epoll_create1(EPOLL_CLOEXEC)), random_(options_.seed) {
  tables_.resize(options_.tables);
  const auto every = [](std::size_t i, std::size_t nth) { return nth > 0 && i % nth == nth - 1; };
  for (std::size_t i = 0; i < options_.tables; ++i) {
    tables_[i].with_bot = every(i, options_.every_nth_with_bot);
    tables_[i].with_clock = !tables_[i].with_bot && every(i, options_.every_nth_with_clock);
    for (int seat = 0; seat < (tables_[i].with_bot ? 1 : 2); ++seat) {
      auto person = std::make_unique<Person>();
      person->index = people_.size();
      person->table = i;
      person->host = seat == 0;
      people_.push_back(std::move(person));
    }
  }
}

People::~People() { ::close(epoll_); }

double People::uniform() { return (static_cast<double>(random_.next() >> 11) + 1) * 0x1p-53; }

bool People::all_over() const { return tables_over() == tables_.size(); }

std::size_t People::tables_over() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(tables_, [](const ToldTable& table) { return table.over; }));
}

void People::fault(std::string text) {
  if (faults_.size() < kMostFaults) faults_.push_back(std::move(text));
}

// --- Time ---------------------------------------------------------------------

void People::play(std::chrono::seconds most, const std::function<void()>& each_second) {
  // Spread over a second, as they would come.
  for (auto& person : people_)
    later(*person, milliseconds(random_.below(1000)), [this, p = person.get()] { come(*p); });
  const auto until = Clock::now() + most;
  auto second = Clock::now();
  std::array<epoll_event, 256> events{};
  while (Clock::now() < until && !all_over()) {
    const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), 5);
    for (int i = 0; i < count; ++i) {
      const epoll_event& one = events[static_cast<std::size_t>(i)];
      event(static_cast<std::size_t>(one.data.u64), one.events);
    }
    do_due();
    const auto now = Clock::now();
    if (now < second) continue;
    second += std::chrono::seconds(1);
    for (auto& person : people_) look_after(*person, now);
    each_second();
  }
}

void People::later(Person& person, milliseconds after, std::function<void()> what) {
  person.next = std::move(what);
  due_.push({Clock::now() + after, person.index, ++person.next_number});
}

void People::do_due() {
  const auto now = Clock::now();
  while (!due_.empty() && due_.top().at <= now) {
    const Due due = due_.top();
    due_.pop();
    Person& person = *people_[due.person];
    if (person.next_number != due.number || !person.next) continue;
    const auto what = std::exchange(person.next, nullptr);
    what();
  }
}

void People::look_after(Person& person, Clock::time_point now) {
  if (person.stage == Stage::away || tables_[person.table].over) return;
  if (now > person.deadline) {
    if (person.stage == Stage::here && person.sent_here) ++counts_.waited_long;
    return go_away(person);
  }
  if (is_untold(person, now)) {
    ++counts_.untold;
    person.told_at = now;
    return join(person);
  }
  if (person.stage != Stage::here || now < person.ping_at) return;
  if (now > person.heard_at + kPingEvery + kPongWithin) return go_away(person);
  person.ping_at = now + kPingEvery;
  say(person, R"({"type":"ping"})");
}

bool People::is_untold(const Person& person, Clock::time_point now) const {
  const ToldTable& table = tables_[person.table];
  const auto next = static_cast<std::size_t>(person.seq);
  if (person.stage != Stage::here || person.seq < 0 || next >= table.actions.size()) return false;
  const milliseconds told{table.told_at_ms[next]};
  return now - person.told_at > kToldWithin && now.time_since_epoch() - told > kToldWithin;
}

// --- Lines --------------------------------------------------------------------

void People::come(Person& person) {
  const std::uint16_t port = options_.ports[next_port_++ % options_.ports.size()];
  person.stage = person.cookie.empty() ? Stage::asking_session : Stage::upgrading;
  person.deadline = Clock::now() + kConnectWithin;
  const std::string request =
      person.cookie.empty() ? session_request() : upgrade_request(port, person.cookie);
  if (!person.line.connect(port, request)) return go_away(person);
  epoll_event event{};
  event.events = EPOLLIN | EPOLLOUT;
  event.data.u64 = person.index;
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, person.line.fd(), &event);
}

void People::go_away(Person& person) {
  if (person.stage == Stage::here)
    ++counts_.lines_lost;
  else if (person.stage != Stage::away)
    ++counts_.refused_lines;
  person.line.close();
  person.stage = Stage::away;
  person.seq = -1;
  person.sent_here = false;
  person.deadline = Clock::time_point::max();
  if (tables_[person.table].over) return;
  const auto delay = std::min(kLongestDelay, kFirstDelay * (1 << std::min(person.attempts++, 5)));
  const auto spread =
      static_cast<std::int64_t>(static_cast<double>(delay.count()) * (0.75 + uniform() / 2));
  later(person, milliseconds(spread), [this, &person] { come(person); });
}

void People::watch(Person& person) {
  epoll_event event{};
  event.events = EPOLLIN | (person.line.wants_to_write() ? EPOLLOUT : 0u);
  event.data.u64 = person.index;
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, person.line.fd(), &event);
}

void People::event(std::size_t index, std::uint32_t events) {
  Person& person = *people_[index];
  if (person.stage == Stage::away) return;
  if ((events & EPOLLOUT) != 0) {
    if (!person.line.flush()) return go_away(person);
    watch(person);
  }
  if ((events & ~static_cast<std::uint32_t>(EPOLLOUT)) == 0) return;
  const bool open = person.line.read();
  if (person.stage == Stage::asking_session)
    on_session(person);
  else if (person.stage == Stage::upgrading)
    on_upgrade(person);
  if (person.stage == Stage::here) heard(person);
  if (!open && person.stage != Stage::away) go_away(person);
}

void People::on_session(Person& person) {
  const std::string head = person.line.take_head();
  if (head.empty()) return;
  person.cookie = cookie_in(head);
  if (person.cookie.empty()) return go_away(person);  // 503, or 429: after a while again
  person.line.close();
  come(person);
}

void People::on_upgrade(Person& person) {
  const std::string head = person.line.take_head();
  if (head.empty()) return;
  if (!head.starts_with("HTTP/1.1 101")) return go_away(person);
  person.stage = Stage::here;
  person.heard_at = Clock::now();
  person.ping_at = person.heard_at + kPingEvery;
  say(person, R"({"type":"hello","protocol":1})");
}

void People::heard(Person& person) {
  while (auto frame = take_frame(person.line.in)) {
    person.heard_at = Clock::now();
    if (frame->op == Op::text) handle(person, frame->payload);
    if (frame->op == Op::ping) person.line.send(client_frame(Op::pong, frame->payload));
    if (frame->op == Op::close) return go_away(person);
    if (person.stage != Stage::here) return;
  }
}

void People::say(Person& person, std::string_view text) {
  if (person.stage != Stage::here) return;
  if (!person.line.send(client_frame(Op::text, text))) return go_away(person);
  if (person.line.wants_to_write()) watch(person);
}

// --- The game -----------------------------------------------------------------

void People::handle(Person& person, std::string_view message) {
  const std::string type = text_of(member(message, "type"));
  if (type == "welcome") {
    on_welcome(person);
  } else if (type == "created") {
    ToldTable& table = tables_[person.table];
    if (!table.id.empty()) return;  // of a line before: nobody plays there
    table.id = text_of(member(message, "table"));
    for (auto& one : people_)
      if (one->table == person.table && one->stage == Stage::here) join(*one);
  } else if (type == "table") {
    on_table(person, message);
  } else if (type == "update") {
    on_update(person, message);
  } else if (type == "refused") {
    on_refused(person, message);
  } else if (type == "undone" || type == "undo_asked") {
    fault("nobody asked for " + type);
  }
}

void People::on_welcome(Person& person) {
  person.attempts = 0;
  person.deadline = Clock::time_point::max();
  if (!tables_[person.table].id.empty()) return join(person);
  if (person.host) create(person);
}

void People::create(Person& person) {
  if (person.stage != Stage::here || !tables_[person.table].id.empty()) return;
  const ToldTable& table = tables_[person.table];
  const std::string other =
      table.with_bot ? R"({"kind":"bot","bot":"level1"})" : R"({"kind":"open"})";
  // Long enough for every pause, but not for a server whose clock is a minute off.
  const std::string clock = table.with_clock ? R"(,"clock":{"kind":"sudden","seconds":300})" : "";
  person.deadline = Clock::now() + kAnswerWithin;
  say(person, R"({"type":"create","setup":{"sets":["base"]},"seats":[{"kind":"me"},)" + other +
                  R"(],"listed":false,"assist":"standard")" + clock + "}");
}

void People::join(Person& person) {
  if (person.stage != Stage::here) return;
  person.deadline = Clock::now() + kAnswerWithin;
  say(person, R"({"type":"join","table":)" + in_quotes(tables_[person.table].id) + "}");
}

void People::on_table(Person& person, std::string_view message) {
  ToldTable& table = tables_[person.table];
  const std::string_view view = member(message, "table");
  if (text_of(member(view, "id")) != table.id) return;
  person.deadline = Clock::time_point::max();
  const std::string status = text_of(member(view, "status"));
  if (status == "waiting") {
    if (!table.actions.empty()) ++counts_.behind;
    const bool seated = member(member(message, "you"), "seats") != "[]";
    if (!seated && !person.host)
      say(person, R"({"type":"sit","table":)" + in_quotes(table.id) + R"(,"seat":1})");
    return;
  }
  const std::int64_t seq = number_of(member(message, "seq"));
  learn(table, member(message, "history"));
  if (view.find(R"("timeout":true)") != std::string_view::npos)
    fault("at table " + table.id + " somebody's time was up");
  if (view.find(R"("resigned":true)") != std::string_view::npos)
    fault("at table " + table.id + " somebody has resigned");
  if (status == "over") {
    table.over = true;
    return;
  }
  game_stands(person, seq, member(message, "options"));
}

void People::on_update(Person& person, std::string_view message) {
  ToldTable& table = tables_[person.table];
  if (text_of(member(message, "table")) != table.id) return;
  const auto entries = elements(member(message, "entries"));
  if (entries.empty() || number_of(member(entries.front(), "seq")) != person.seq)
    return join(person);
  learn(table, member(message, "entries"));
  const std::string_view decision = member(member(message, "state"), "decision");
  if (text_of(member(decision, "kind")) == "over") table.over = true;
  if (!table.over)
    game_stands(person, number_of(member(message, "seq")), member(message, "options"));
}

void People::on_refused(Person& person, std::string_view message) {
  const std::string code = text_of(member(message, "code"));
  const bool damaged = text_of(member(message, "detail")) == "damaged";
  const ToldTable& table = tables_[person.table];
  const auto go_on = [this, &person] {
    if (tables_[person.table].id.empty() && person.host) return create(person);
    if (!tables_[person.table].id.empty()) join(person);
  };
  person.deadline = Clock::time_point::max();
  if (code == "storage" && !damaged) {
    ++counts_.storage;
    later(person, kTryAgain, [this, &person, go_on] {
      if (person.stage != Stage::here) return;
      if (person.answer.empty() || person.seq != person.answer_seq) return go_on();
      ++counts_.resent;
      send_answer(person);
    });
  } else if (code == "stale" || code == "not_your_turn" || code == "seat_taken" ||
             code == "started") {
    ++counts_.stale;
    person.sent_here = false;
    go_on();
  } else if (code == "too_fast") {
    later(person, milliseconds(1000), go_on);
  } else if (code == "stopping") {
    go_away(person);
  } else if (!table.over) {
    fault("table " + table.id + ", refused: " + std::string(message.substr(0, 200)));
  }
}

// What was told once is told so for ever.
void People::learn(ToldTable& table, std::string_view entries) {
  for (const std::string_view entry : elements(entries)) {
    const auto seq = static_cast<std::size_t>(number_of(member(entry, "seq")));
    const std::string action(member(entry, "action"));
    if (seq == table.actions.size()) {
      table.actions.push_back(action);
      table.told_at_ms.push_back(steady_ms());
      ++counts_.acknowledged;
    } else if (seq > table.actions.size()) {
      fault("table " + table.id + " leaves out actions before " + std::to_string(seq));
    } else if (table.actions[seq] != action) {
      fault("table " + table.id + " now has another action " + std::to_string(seq) + ": " + action +
            " instead of " + table.actions[seq]);
    }
  }
}

// Where the game stands now, and what becomes of an answer that nobody has acknowledged.
void People::game_stands(Person& person, std::int64_t seq, std::string_view options) {
  const ToldTable& table = tables_[person.table];
  person.seq = seq;
  person.told_at = Clock::now();
  if (seq < static_cast<std::int64_t>(table.actions.size())) {
    ++counts_.behind;  // a node that has not heard of everything yet; it will tell the rest
    return;
  }
  if (!person.answer.empty() && seq > person.answer_seq) answer_was_overtaken(person);
  const auto answers = elements(options);
  if (person.answer.empty()) return choose(person, answers);
  if (person.sent_here) return;  // it is under way
  if (std::ranges::find(answers, person.answer) == answers.end())
    return fault("table " + table.id + " no longer takes our answer at " + std::to_string(seq));
  if (person.sent_times > 0) ++counts_.resent;
  send_answer(person);
}

// The game has gone on: by our answer, or it had never been sent.
void People::answer_was_overtaken(Person& person) {
  const ToldTable& table = tables_[person.table];
  const bool ours = table.actions[static_cast<std::size_t>(person.answer_seq)] == person.answer;
  if (!ours)
    fault("table " + table.id + " has another answer than ours at " +
          std::to_string(person.answer_seq));
  ++counts_.answers;
  if (!person.sent_here) ++counts_.kept;
  person.answer.clear();
  person.deadline = Clock::time_point::max();
}

void People::choose(Person& person, const std::vector<std::string_view>& options) {
  if (options.empty()) return;
  person.answer = options[random_.below(static_cast<std::uint32_t>(options.size()))];
  person.answer_seq = person.seq;
  person.sent_times = 0;
  person.sent_here = false;
  // Exponential, as if a great many people played; but within the server's limit of speed.
  const double ms = 50 - std::log(uniform()) * static_cast<double>(options_.think.count());
  later(person, milliseconds(static_cast<std::int64_t>(ms)), [this, &person] {
    if (person.stage == Stage::here && person.seq == person.answer_seq && !person.sent_here)
      send_answer(person);
  });
}

void People::send_answer(Person& person) {
  ++person.sent_times;
  person.sent_here = true;
  person.deadline = Clock::now() + kAnswerWithin;
  say(person, R"({"type":"act","table":)" + in_quotes(tables_[person.table].id) + R"(,"seq":)" +
                  std::to_string(person.answer_seq) + R"(,"action":)" + person.answer + "}");
}

}  // namespace bastide::test_help
