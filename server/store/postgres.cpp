#include "server/store/postgres.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>

namespace bastide::server::postgres {

namespace {

// Of the types in arrays, as every PostgreSQL numbers them.
constexpr std::uint32_t kBigint = 20, kText = 25;

std::int64_t steady_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// The most significant byte first.
template <class Number>
void put(std::string& to, Number value) {
  for (int shift = static_cast<int>(sizeof(Number) * 8) - 8; shift >= 0; shift -= 8)
    to.push_back(static_cast<char>(value >> shift));
}

std::uint64_t take_number(const char* from, int size) {
  std::uint64_t value = 0;
  for (int i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(from[i]);
  return value;
}

// One dimension, its first index 1.
std::string array_start(std::size_t count, std::uint32_t type) {
  std::string to;
  put<std::uint32_t>(to, count == 0 ? 0 : 1);
  put<std::uint32_t>(to, 1);  // there may be nulls
  put<std::uint32_t>(to, type);
  if (count == 0) return to;
  put<std::uint32_t>(to, static_cast<std::uint32_t>(count));
  put<std::uint32_t>(to, 1);
  return to;
}

// One line, without the mark at its end.
std::string words_of(const char* message) {
  std::string text = message == nullptr ? "" : message;
  while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
  for (char& c : text)
    if (c == '\n' || c == '\t') c = ' ';
  return text.empty() ? "no answer" : text;
}

// Notices are of no use to anybody here, but for a warning: that is how the server says that a
// commit was told as done before the standby had it. Other warnings of this kind only cost a
// question more.
void note_warning(void* warned, const PGresult* notice) {
  const char* severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity != nullptr && std::string_view(severity) == "WARNING")
    *static_cast<bool*>(warned) = true;
}

// The server looks whether anybody still waits, so that what was given up holds no locks for long.
// And it compiles nothing: all that is asked here is short, and compiling takes half a second.
constexpr const char* kSettings =
    "SET client_connection_check_interval = 2000; SET tcp_keepalives_idle = 10; "
    "SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET jit = off;";

// Its timeline, and who serves this session there.
constexpr const char* kServer =
    "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), "
    "(SELECT pid || '@' || extract(epoch FROM backend_start) FROM pg_stat_activity "
    "WHERE pid = pg_backend_pid())";

// Settings of libpq that are lists, one entry for each host.
using Hosts = std::vector<std::pair<std::string, std::string>>;

Hosts hosts_of(const std::string& uri) {
  Hosts hosts;
  PQconninfoOption* options = PQconninfoParse(uri.c_str(), nullptr);
  for (const auto* one = options; one != nullptr && one->keyword != nullptr; ++one)
    for (const char* key : {"host", "hostaddr", "port"})
      if (std::string_view(one->keyword) == key && one->val != nullptr)
        hosts.emplace_back(key, one->val);
  PQconninfoFree(options);
  return hosts;
}

int count_hosts(const std::string& uri) {
  std::ptrdiff_t most = 1;
  for (const auto& [key, list] : hosts_of(uri))
    most = std::max(most, std::ranges::count(list, ',') + 1);
  return static_cast<int>(most);
}

// Those from this one on; a list of one port is for all of them.
Hosts hosts_from(const std::string& uri, int first) {
  Hosts hosts = hosts_of(uri);
  for (auto& [key, list] : hosts) {
    if (list.find(',') == std::string::npos) continue;
    for (int i = 0; i < first; ++i) list.erase(0, list.find(',') + 1);
  }
  return hosts;
}

}  // namespace

// --- Parameters and answers ---------------------------------------------------

Call& Call::text(std::string_view value) {
  values_.emplace_back(value);
  return *this;
}

Call& Call::bytes(const Bytes32& value) {
  values_.emplace_back(reinterpret_cast<const char*>(value.data()), value.size());
  return *this;
}

Call& Call::number(std::int64_t value) {
  put(values_.emplace_back(), static_cast<std::uint64_t>(value));
  return *this;
}

Call& Call::flag(bool value) {
  values_.emplace_back(1, value ? '\1' : '\0');
  return *this;
}

Call& Call::texts(const std::vector<std::optional<std::string_view>>& values) {
  std::string& to = values_.emplace_back(array_start(values.size(), kText));
  for (const auto& value : values) {
    put(to, value ? static_cast<std::uint32_t>(value->size()) : ~std::uint32_t{0});
    if (value) to.append(*value);
  }
  return *this;
}

Call& Call::numbers(const std::vector<std::optional<std::int64_t>>& values) {
  std::string& to = values_.emplace_back(array_start(values.size(), kBigint));
  for (const auto& value : values) {
    put(to, value ? std::uint32_t{8} : ~std::uint32_t{0});
    if (value) put(to, static_cast<std::uint64_t>(*value));
  }
  return *this;
}

bool Call::send(PGconn* connection) const {
  std::vector<const char*> values;
  std::vector<int> lengths;
  for (const std::string& value : values_) {
    values.push_back(value.data());
    lengths.push_back(static_cast<int>(value.size()));
  }
  const std::vector<int> binary(values_.size(), 1);
  return PQsendQueryPrepared(connection, statement_, static_cast<int>(values_.size()),
                             values.data(), lengths.data(), binary.data(), 1) == 1;
}

std::size_t Call::bytes() const {
  std::size_t bytes = 0;
  for (const std::string& value : values_) bytes += value.size();
  return bytes;
}

bool Answer::is_null(int row, int column) const {
  return PQgetisnull(result_.get(), row, column) != 0;
}

std::string Answer::text(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::int64_t Answer::number(int row, int column) const {
  const int size = PQgetlength(result_.get(), row, column);
  const std::uint64_t bits = take_number(PQgetvalue(result_.get(), row, column), size);
  if (size == 2) return std::bit_cast<std::int16_t>(static_cast<std::uint16_t>(bits));
  if (size == 4) return std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<std::int64_t>(bits);
}

bool Answer::flag(int row, int column) const {
  return PQgetlength(result_.get(), row, column) == 1 &&
         *PQgetvalue(result_.get(), row, column) != 0;
}

bool Answer::bytes(int row, int column, Bytes32& value) const {
  if (PQgetlength(result_.get(), row, column) != static_cast<int>(value.size())) return false;
  std::memcpy(value.data(), PQgetvalue(result_.get(), row, column), value.size());
  return true;
}

// --- Connecting ---------------------------------------------------------------

Session::Session(std::shared_ptr<Place> place, std::vector<Statement> statements, SessionKind kind)
    : place_(std::move(place)), statements_(std::move(statements)), kind_(kind) {}

// libpq takes the first host that may be written to. Where that is one that has been replaced and
// does not know it, the hosts after it are asked, too.
std::optional<std::string> Session::connect() {
  std::optional<std::string> wrong;
  const int hosts = count_hosts(place_->uri);
  for (int first = 0; first < hosts; ++first) {
    wrong = connect_to(first);
    if (!wrong || !was_replaced_) break;
  }
  return wrong;
}

// What the address says goes before what is usual here, but for the encoding: texts are UTF-8.
std::optional<std::string> Session::connect_to(int first_host) {
  const Hosts hosts = first_host > 0 ? hosts_from(place_->uri, first_host) : Hosts();
  std::vector<const char*> keys{"target_session_attrs",      "connect_timeout", "tcp_user_timeout",
                                "fallback_application_name", "dbname",          "client_encoding"};
  std::vector<const char*> values{"read-write",        "2",   "5000", "bastide",
                                  place_->uri.c_str(), "UTF8"};
  for (const auto& [key, value] : hosts) {
    keys.push_back(key.c_str());
    values.push_back(value.c_str());
  }
  keys.push_back(nullptr);
  values.push_back(nullptr);
  was_replaced_ = false;
  connection_.reset(PQconnectdbParams(keys.data(), values.data(), 1));
  std::optional<std::string> wrong;
  if (PQstatus(connection_.get()) != CONNECTION_OK || PQsetnonblocking(connection_.get(), 1) != 0) {
    wrong = words_of(PQerrorMessage(connection_.get()));
  } else {
    PQsetNoticeReceiver(connection_.get(), note_warning, &warned_);
    wrong = prepare();
    if (!wrong) wrong = check_server();
  }
  if (wrong) close();
  return wrong;
}

std::optional<std::string> Session::prepare() {
  if (statements_.empty()) return std::nullopt;
  bool sent = PQenterPipelineMode(connection_.get()) == 1;
  for (const Statement& one : statements_)
    sent = sent && PQsendPrepare(connection_.get(), one.name, one.sql, 0, nullptr) == 1;
  const Outcome outcome = pipeline(sent, statements_.size());
  if (outcome.ok()) return std::nullopt;
  return outcome.text;
}

std::optional<std::string> Session::check_server() {
  Outcome outcome = execute(std::string(kSettings) + kind_.settings + ";" + kServer);
  if (!outcome.ok()) return outcome.text;
  const Answer& answer = outcome.answers.back();
  process_ = answer.text(0, 1);
  const std::string text = answer.text(0, 0);
  std::uint64_t timeline = 0;
  std::from_chars(text.data(), text.data() + text.size(), timeline, 16);
  std::uint64_t highest = place_->timeline;
  while (timeline > highest && !place_->timeline.compare_exchange_weak(highest, timeline)) {
  }
  if (timeline >= highest) return std::nullopt;
  was_replaced_ = true;
  return "the server is one that has been replaced (timeline " + std::to_string(timeline) +
         " after " + std::to_string(highest) + ")";
}

// --- Calling ------------------------------------------------------------------

Outcome Session::run(const std::vector<Call>& calls) {
  bool sent = PQenterPipelineMode(connection_.get()) == 1;
  std::size_t bytes = 0;
  for (const Call& call : calls) {
    sent = sent && call.send(connection_.get());
    bytes += call.bytes();
  }
  return pipeline(sent, calls.size(), bytes);
}

// What is much takes longer.
void Session::begin_answer(std::size_t bytes) {
  constexpr std::size_t kBytesEachMs = 4000;
  const int usual = kind_.answer_ms > 0 ? kind_.answer_ms : place_->answer_ms;
  deadline_ms_ = steady_ms() + usual + static_cast<std::int64_t>(bytes / kBytesEachMs);
  warned_ = false;
}

Outcome Session::execute(const std::string& sql) {
  begin_answer(0);
  if (PQsendQuery(connection_.get(), sql.c_str()) != 1) return broken();
  Outcome outcome;
  while (wait()) {
    PGresult* result = PQgetResult(connection_.get());
    if (result == nullptr) return outcome;
    take(result, outcome);
    if (PQstatus(connection_.get()) != CONNECTION_OK) break;
  }
  return broken();
}

// Everything is in libpq's memory; what is sent ends with a sync, so one transaction was asked for.
Outcome Session::pipeline(bool sent, std::size_t count, std::size_t bytes) {
  begin_answer(bytes);
  if (!sent || PQpipelineSync(connection_.get()) != 1) return broken();
  Outcome outcome;
  outcome.answers.reserve(count);
  while (wait()) {
    PGresult* result = PQgetResult(connection_.get());
    if (result != nullptr && !take(result, outcome)) {
      if (PQexitPipelineMode(connection_.get()) != 1) break;
      outcome.warned = warned_;
      return outcome;
    }
    if (PQstatus(connection_.get()) != CONNECTION_OK) break;
  }
  return broken();
}

bool Session::take(PGresult* result, Outcome& outcome) {
  Answer answer(result);
  const ExecStatusType status = PQresultStatus(result);
  if (status == PGRES_PIPELINE_SYNC) return false;
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
    outcome.answers.push_back(std::move(answer));
  } else if (outcome.fault == Fault::none) {  // the first one is the reason of the others
    const auto field = [result](int code) {
      const char* text = PQresultErrorField(result, code);
      return std::string(text == nullptr ? "" : text);
    };
    outcome.fault = Fault::refused;
    outcome.state = field(PG_DIAG_SQLSTATE);
    outcome.object = field(PG_DIAG_CONSTRAINT_NAME);
    outcome.text = words_of(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
  }
  return true;
}

bool Session::wait() {
  for (;;) {
    const int unsent = PQflush(connection_.get());
    if (unsent < 0) return false;
    if (unsent == 0 && PQisBusy(connection_.get()) == 0) return true;
    const std::int64_t left = deadline_ms_ - steady_ms();
    if (left <= 0) return false;
    pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
    if (unsent == 1) socket.events |= POLLOUT;
    const int ready = ::poll(&socket, 1, static_cast<int>(left));
    if (ready < 0 && errno != EINTR) return false;
    if (ready > 0 && PQconsumeInput(connection_.get()) != 1) return false;
  }
}

std::vector<std::string> Session::take_notifications() {
  std::vector<std::string> payloads;
  while (PGnotify* one = PQnotifies(connection_.get())) {
    payloads.emplace_back(one->extra);
    PQfreemem(one);
  }
  return payloads;
}

News Session::wait_for_news(int descriptor, int most_ms) {
  std::array<pollfd, 2> both{pollfd{PQsocket(connection_.get()), POLLIN, 0},
                             pollfd{descriptor, POLLIN, 0}};
  const int ready = ::poll(both.data(), both.size(), most_ms);
  if (ready == 0) return News::none;
  if (ready < 0 && errno == EINTR) return News::some;
  if (ready > 0 && (both[0].revents == 0 || PQconsumeInput(connection_.get()) == 1))
    return News::some;
  broken();
  return News::broken;
}

Outcome Session::broken() {
  Outcome outcome;
  outcome.fault = Fault::broken;
  outcome.text = words_of(PQerrorMessage(connection_.get()));
  close();
  return outcome;
}

}  // namespace bastide::server::postgres
