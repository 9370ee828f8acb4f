#include "server/store/postgres_peers.h"

#include <map>

namespace bastide::server::postgres {

namespace {

const std::vector<Statement> kLeaseStatements{
    {"renew", "SELECT o_held, o_now, o_node FROM renew_lease($1::text, $2::bigint)"},
    {"end_lease", "SELECT end_lease($1::text)"},
};
const std::vector<Statement> kPeerStatements{
    {"drive", "SELECT drive($1::text, $2::text)"},
    {"take_over", "SELECT take_over($1::text, $2::bigint)"},
    {"announce", "SELECT announce($1::text, $2::text[], $3::text[])"},
    {"presence_of",
     "SELECT table_id, node, text FROM presence JOIN nodes ON id = node "
     "WHERE table_id = ANY ($1::text[]) AND until > statement_timestamp() "
     "ORDER BY table_id, node"},
};

std::string words(const Outcome& outcome) {
  return "The store could not answer: " + outcome.text + ".";
}

// Calls `done` with what `read` makes of the answer, or with what is wrong.
template <class T, class Read>
std::function<void(Outcome)> reading(ReadDone<T> done, Read read) {
  return [done = std::move(done), read](const Outcome& outcome) {
    if (!done) return;
    if (outcome.ok())
      done(read(outcome.answers.front()));
    else
      done(StoreError{words(outcome)});
  };
}

Stored<Lease> lease_of(const Answer& answer) {
  Lease lease;
  for (int i = 0; i < answer.rows(); ++i) {
    lease.held = answer.flag(i, 0);
    lease.now_ms = answer.number(i, 1);
    if (!answer.is_null(i, 2)) lease.nodes.push_back(answer.text(i, 2));
  }
  return lease;
}

// As the function says it.
Stored<Driver> driver_of(const Answer& answer) {
  const std::int64_t said = answer.rows() == 1 ? answer.number(0, 0) : -1;
  if (said == 3) return StoreError{"There is no such table."};
  if (said == 4) return StoreError{"The lease of the node has run out."};
  if (said < 0 || said > 2) return StoreError{"The store could not answer: it has another form."};
  return static_cast<Driver>(said);
}

std::vector<std::string> first_column(const Answer& answer) {
  std::vector<std::string> texts;
  for (int i = 0; i < answer.rows(); ++i) texts.push_back(answer.text(i, 0));
  return texts;
}

// Tells others what `hint` makes of the answer, and then calls `done`.
template <class Hint>
std::function<void(Outcome)> telling(std::shared_ptr<HintBuffer> hints, StoreDone done, Hint hint) {
  return [hints = std::move(hints), done = std::move(done), hint](const Outcome& outcome) {
    StoreResult result;
    if (outcome.ok())
      hints->add(hint(outcome.answers.front()));
    else
      result = {.status = StoreStatus::io_error, .text = words(outcome)};
    if (done) done(std::move(result));
  };
}

std::vector<std::optional<std::string_view>> views_of(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

PostgresPeers::PostgresPeers(std::shared_ptr<Place> place, std::shared_ptr<HintBuffer> hints,
                             int give_up_ms)
    : hints_(std::move(hints)),
      channel_(place, hints_),
      leases_(place, kLeaseStatements, give_up_ms),
      others_(place, kPeerStatements, give_up_ms) {}

std::optional<std::string> PostgresPeers::start() {
  std::optional<std::string> wrong = leases_.start();
  if (!wrong) wrong = others_.start();
  if (!wrong) wrong = channel_.start();
  return wrong;
}

void PostgresPeers::close() {
  leases_.close();
  others_.close();
  channel_.close();
}

void PostgresPeers::flush() {
  leases_.flush();
  others_.flush();
}

void PostgresPeers::listen(std::function<void(PeerNews)> news) { channel_.listen(std::move(news)); }

void PostgresPeers::renew(std::string node, std::int64_t lease_ms, ReadDone<Lease> done) {
  leases_.ask(Call("renew").text(node).number(lease_ms), reading(std::move(done), lease_of));
}

// Whoever was there by its words is not any longer, and others are told so.
void PostgresPeers::end_lease(std::string node, StoreDone done) {
  leases_.ask(Call("end_lease").text(node),
              telling(hints_, std::move(done), [](const Answer& answer) {
                Hints gone;
                for (std::string& id : first_column(answer)) gone.presence.insert(std::move(id));
                return gone;
              }));
}

void PostgresPeers::drive(std::string table, std::string node, ReadDone<Driver> done) {
  others_.ask(Call("drive").text(table).text(node), reading(std::move(done), driver_of));
}

void PostgresPeers::take_over(std::string node, std::size_t most,
                              ReadDone<std::vector<std::string>> done) {
  others_.ask(Call("take_over").text(node).number(as_signed(most)),
              reading(std::move(done), [](const Answer& answer) {
                return Stored<std::vector<std::string>>(first_column(answer));
              }));
}

void PostgresPeers::announce(std::string node, std::vector<PresenceRow> rows, StoreDone done) {
  std::map<std::string, std::string> last;  // of two about one table
  for (PresenceRow& row : rows) last[std::move(row.table)] = std::move(row.text);
  std::vector<std::optional<std::string_view>> tables, texts;
  Hints told;
  for (const auto& [table, text] : last) {
    tables.emplace_back(table);
    texts.emplace_back(text);
    told.presence.insert(table);
  }
  others_.ask(Call("announce").text(node).texts(tables).texts(texts),
              telling(hints_, std::move(done), [told](const Answer&) { return told; }));
}

void PostgresPeers::presence_of(std::vector<std::string> tables,
                                ReadDone<std::vector<PresenceRow>> done) {
  others_.ask(Call("presence_of").texts(views_of(tables)),
              reading(std::move(done), [](const Answer& answer) {
                std::vector<PresenceRow> rows;
                for (int i = 0; i < answer.rows(); ++i)
                  rows.push_back({answer.text(i, 0), answer.text(i, 1), answer.text(i, 2)});
                return Stored<std::vector<PresenceRow>>(std::move(rows));
              }));
}

}  // namespace bastide::server::postgres
