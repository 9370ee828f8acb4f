#include "tests/crowd.h"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/json_slice.h"

namespace bastide::test_help {

namespace {

// A little below what docs/wire.md, section 10.2, allows.
constexpr double kMessagesPerSecond = 18;
constexpr double kMessagesAtOnce = 50;
constexpr std::size_t kMostFaults = 20;

std::string in_quotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

}  // namespace

Crowd::Crowd(const CrowdOptions& options)
    : options_(options), epoll_(::epoll_create1(EPOLL_CLOEXEC)), random_(options.seed) {
  tables_.resize(options.tables);
  for (std::size_t i = 0; i < options.tables; ++i) {
    const bool with_bot = options.every_nth_with_bot > 0 && i % options.every_nth_with_bot == 0;
    tables_[i].people = with_bot ? 1 : 2;
    for (int seat = 0; seat < tables_[i].people; ++seat) {
      Person person;
      person.table = i;
      person.host = seat == 0;
      people_.push_back(std::move(person));
    }
  }
  for (std::size_t i = 0; i < options.spectators; ++i) {
    Person person;
    person.plays = false;
    people_.push_back(std::move(person));
  }
}

Crowd::~Crowd() {
  disconnect();
  ::close(epoll_);
}

bool Crowd::open(const std::vector<std::uint16_t>& ports, bool apart) {
  ports_ = ports;
  for (std::size_t i = 0; i < people_.size(); ++i) {
    Person& person = people_[i];
    person.port = ports[(apart ? i : person.table) % ports.size()];
    if (person.cookie.empty()) person.cookie = new_session(person.port, "Somebody");
    if (person.cookie.empty() || !connect(person)) return false;
  }
  return true;
}

bool Crowd::connect(Person& person) {
  person.client = std::make_unique<WsClient>(person.port, person.cookie, 0,
                                             options_.deflate ? kOfferDeflate : "");
  if (!person.client->open()) return false;
  if (options_.deflate) person.inflate = std::make_unique<Inflater>();
  person.in.clear();
  person.answer.clear();
  person.sits_at.clear();
  person.seq = -1;
  person.tokens = kMessagesAtOnce;
  person.tokens_at = Clock::now();
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = static_cast<std::uint64_t>(&person - people_.data());
  ::epoll_ctl(epoll_, EPOLL_CTL_ADD, person.client->wire.fd(), &event);
  say(person, R"({"type":"hello","protocol":1})");
  return true;
}

void Crowd::disconnect() {
  for (Person& person : people_) person.client.reset();
  due_ = {};
}

void Crowd::lose(Person& person) {
  if (!person.client) return;
  ++lost_;
  person.client.reset();
}

void Crowd::play(milliseconds time) {
  const auto until = Clock::now() + time;
  std::array<epoll_event, 256> events{};
  while (Clock::now() < until && !all_over()) {
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    const auto wait = std::clamp(std::min(left, send_due()), milliseconds(0), milliseconds(50));
    const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                                   static_cast<int>(wait.count()));
    for (int i = 0; i < count; ++i)
      read_from(static_cast<std::size_t>(events[static_cast<std::size_t>(i)].data.u64));
  }
}

void Crowd::read_from(std::size_t index) {
  Person& person = people_[index];
  if (!person.client) return;
  std::array<char, 65536> bytes;
  const auto got = ::recv(person.client->wire.fd(), bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) return lose(person);
  person.in.append(bytes.data(), static_cast<std::size_t>(got));
  while (auto frame = take_frame(person.in)) {
    if (frame->compressed) frame->payload = (*person.inflate)(frame->payload);
    if (frame->op == Op::text) handle(person, frame->payload);
    if (frame->op == Op::ping) person.client->wire.send(client_frame(Op::pong, frame->payload));
    if (frame->op == Op::close) return lose(person);
    if (!person.client) return;
  }
}

void Crowd::say(Person& person, std::string_view text) {
  const auto now = Clock::now();
  const double passed = std::chrono::duration<double>(now - person.tokens_at).count();
  person.tokens = std::min(kMessagesAtOnce, person.tokens + passed * kMessagesPerSecond) - 1;
  person.tokens_at = now;
  if (!person.client->send(text)) lose(person);
}

void Crowd::join(Person& person) {
  person.owed = tables_[person.table].actions.size();
  person.answer.clear();
  say(person, R"({"type":"join","table":)" + in_quotes(tables_[person.table].id) + "}");
}

void Crowd::create(Person& person) {
  const std::string other = tables_[person.table].people == 1
                                ? R"({"kind":"bot","bot":)" + in_quotes(options_.bot) + "}"
                                : std::string(R"({"kind":"open"})");
  say(person, R"({"type":"create","setup":)" + options_.setup + R"(,"seats":[{"kind":"me"},)" +
                  other + R"(],"listed":false,"assist":"standard"})");
}

void Crowd::handle(Person& person, std::string_view message) {
  Table& table = tables_[person.table];
  const std::string type = text_of(member(message, "type"));
  if (type == "welcome") {
    if (!table.id.empty()) return join(person);
    if (person.host) create(person);
  } else if (type == "created") {
    table.id = text_of(member(message, "table"));
    for (Person& one : people_)
      if (&tables_[one.table] == &table && one.client) join(one);
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

void Crowd::on_table(Person& person, std::string_view message) {
  Table& table = tables_[person.table];
  const std::string_view view = member(message, "table");
  const std::string status = text_of(member(view, "status"));
  if (status == "waiting") {
    const bool seated = member(member(message, "you"), "seats") != "[]";
    // Once: who was greeted after the table was made has asked for it twice, and is told twice.
    if (seated || person.host || !person.plays || person.sits_at == table.id) return;
    person.sits_at = table.id;
    say(person, R"({"type":"sit","table":)" + in_quotes(table.id) + R"(,"seat":1})");
    return;
  }
  const std::int64_t seq = number_of(member(message, "seq"));
  // Another server may not have heard yet of what the first one told.
  if (seq < static_cast<std::int64_t>(person.owed) && ports_.size() == 1)
    fault("table " + table.id + " has lost actions: " + std::to_string(person.owed) +
          " were told, " + std::to_string(seq) + " are left");
  learn(table, member(message, "history"));
  saw(person, seq);
  if (status == "over") {
    table.over = true;
    return;
  }
  if (!person.plays) return;
  choose(person, member(message, "options"));
}

void Crowd::on_update(Person& person, std::string_view message) {
  Table& table = tables_[person.table];
  if (text_of(member(message, "table")) != table.id) return;  // of the one before
  const auto entries = elements(member(message, "entries"));
  if (entries.empty() || number_of(member(entries.front(), "seq")) != person.seq)
    return join(person);
  learn(table, member(message, "entries"));
  saw(person, number_of(member(message, "seq")));
  const std::string_view decision = member(member(message, "state"), "decision");
  if (text_of(member(decision, "kind")) == "over") {
    table.over = true;
    if (!options_.again || !person.host) return;  // a spectator is told by the next one's host
    const int people = table.people;
    table = Table{};
    table.people = people;
    return create(person);
  }
  choose(person, member(message, "options"));
}

void Crowd::on_refused(Person& person, std::string_view message) {
  const std::string code = text_of(member(message, "code"));
  if (code == "stale" || code == "not_your_turn") return join(person);
  if (code != "stopping") fault("refused: " + std::string(message.substr(0, 200)));
}

// What was told once is told so for ever.
void Crowd::learn(Table& table, std::string_view entries) {
  for (const std::string_view entry : elements(entries)) {
    const auto seq = static_cast<std::size_t>(number_of(member(entry, "seq")));
    const std::string action(member(entry, "action"));
    if (seq == table.actions.size()) {
      table.actions.push_back(action);
      ++acknowledged_;
    } else if (seq > table.actions.size()) {
      fault("table " + table.id + " leaves out actions before " + std::to_string(seq));
    } else if (table.actions[seq] != action) {
      fault("table " + table.id + " now has another action " + std::to_string(seq) + ": " + action +
            " instead of " + table.actions[seq]);
    }
  }
}

void Crowd::spectator_saw(Person& person, std::int64_t seq) {
  Table& table = tables_[person.table];
  const bool news = table.shown_seq >= 0 && person.seq <= table.shown_seq && seq > table.shown_seq;
  person.seq = seq;
  if (!news || ++table.shown_to < options_.spectators) return;
  spectator_latencies_.push_back(
      std::chrono::duration<double, std::milli>(Clock::now() - table.sent_at).count());
  table.shown_seq = -1;
}

void Crowd::saw(Person& person, std::int64_t seq) {
  if (!person.plays) return spectator_saw(person, seq);
  Table& table = tables_[person.table];
  const bool answered = table.sent_seq >= 0 && person.seq <= table.sent_seq && seq > table.sent_seq;
  person.seq = seq;
  if (!answered || ++table.seen_by < table.people) return;
  latencies_.push_back(
      std::chrono::duration<double, std::milli>(Clock::now() - table.sent_at).count());
  table.sent_seq = -1;
}

void Crowd::choose(Person& person, std::string_view options) {
  const auto answers = elements(options);
  if (answers.empty()) return;
  const auto pick = random_.below(static_cast<std::uint32_t>(answers.size()));
  person.answer = R"({"type":"act","table":)" + in_quotes(tables_[person.table].id) + R"(,"seq":)" +
                  std::to_string(person.seq) + R"(,"action":)" + std::string(answers[pick]) + "}";
  // Exponential, as if a great many people played; and not beyond the server's limit.
  const double uniform = (static_cast<double>(random_.next() >> 11) + 1) * 0x1p-53;
  double ms = -std::log(uniform) * static_cast<double>(options_.think.count());
  if (person.tokens < 1) ms = std::max(ms, 1000 / kMessagesPerSecond);
  person.answer_at = Clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(ms * 1000));
  due_.emplace(person.answer_at, static_cast<std::size_t>(&person - people_.data()));
}

milliseconds Crowd::send_due() {
  while (!due_.empty()) {
    const auto [at, index] = due_.top();
    const auto now = Clock::now();
    if (at > now) return std::chrono::ceil<milliseconds>(at - now);
    due_.pop();
    Person& person = people_[index];
    if (!person.client || person.answer.empty() || person.answer_at != at) continue;
    Table& table = tables_[person.table];
    table.sent_seq = person.seq;
    table.sent_at = now;
    table.seen_by = 0;
    table.shown_seq = person.seq;
    table.shown_to = 0;
    const std::string answer = std::exchange(person.answer, {});
    say(person, answer);
  }
  return milliseconds(50);
}

bool Crowd::all_over() const { return !options_.again && tables_over() == tables_.size(); }

std::size_t Crowd::tables_over() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(tables_, [](const Table& table) { return table.over; }));
}

void Crowd::check_records() {
  for (const Table& table : tables_) {
    const Answer record = HttpClient(ports_.front()).get("/api/tables/" + table.id + "/record");
    const auto actions = elements(member(record.body, "actions"));
    if (actions.size() < table.actions.size())
      fault("the record of " + table.id + " has " + std::to_string(actions.size()) + " of " +
            std::to_string(table.actions.size()) + " actions");
    for (std::size_t i = 0; i < std::min(actions.size(), table.actions.size()); ++i)
      if (actions[i] != table.actions[i])
        return fault("the record of " + table.id + " differs at " + std::to_string(i) + ": " +
                     std::string(actions[i]) + " instead of " + table.actions[i]);
  }
}

void Crowd::fault(std::string text) {
  if (faults_.size() < kMostFaults) faults_.push_back(std::move(text));
}

std::vector<double> Crowd::take_latencies_ms() { return std::exchange(latencies_, {}); }

std::vector<double> Crowd::take_spectator_latencies_ms() {
  return std::exchange(spectator_latencies_, {});
}

}  // namespace bastide::test_help
