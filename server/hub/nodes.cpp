#include "server/hub/nodes.h"

#include <algorithm>
#include <cstdlib>

#include "server/hub/secrets.h"
#include "server/hub/site.h"
#include "server/hub/table_actor.h"

namespace bastide::server {

namespace {

constexpr std::chrono::milliseconds kTryAgain{250};
constexpr std::chrono::milliseconds kLookForDead{1'000};
constexpr std::size_t kTakenAtOnce = 200;
constexpr std::int64_t kSlowAnswerMs = 500;  // says little about the time
constexpr std::int64_t kClockMs = 20;        // differences that are none

}  // namespace

Nodes::Nodes(Site& site) : site_(site), peers_(site.store.peers()) {
  if (!alone()) id_ = new_id();
}

Nodes::~Nodes() {
  if (!alone()) peers_->listen(nullptr);
}

void Nodes::open() {
  if (alone()) return;
  peers_->listen([this](PeerNews news) { hear(std::move(news)); });
  start(renew_on());
  start(take_over_on());
}

std::string Nodes::id() const {
  const std::lock_guard lock(mutex_);
  return id_;
}

bool Nodes::holds() const {
  return alone() || Steady::now().time_since_epoch().count() < drives_until_;
}

bool Nodes::drives_as(std::string_view id) const {
  if (alone()) return true;
  if (!holds()) return false;
  const std::lock_guard lock(mutex_);
  return id == id_;
}

// --- the lease ---

std::chrono::milliseconds Nodes::lease() const {
  return std::chrono::milliseconds(site_.options.lease_ms);
}

Task<void> Nodes::renew_on() {
  Loop& home = site_.home();
  co_await go_to(home);
  while (!site_.stopping) {
    co_await renew();
    co_await after(home, holds() ? lease() / 4 : kTryAgain);
  }
}

Task<void> Nodes::renew() {
  const auto sent = Steady::now();
  const std::int64_t sent_ms = site_.now_ms();
  const std::string own = id();
  const auto begin = [&](ReadDone<Lease> done) {
    peers_->renew(own, lease().count(), std::move(done));
  };
  const auto read = co_await done_on<Stored<Lease>>(site_.home(), begin);
  const auto* lease = std::get_if<Lease>(&read);
  if (lease == nullptr) co_return;
  if (lease->held) {
    note(*lease, sent, sent_ms);
  } else {
    begin_anew();
  }
}

void Nodes::note(const Lease& held, Steady::time_point sent, std::int64_t sent_ms) {
  const bool had_none = drives_until_ == 0, lapsed = !holds();
  // After the sending, since nobody knows when it was granted; the rest is for what is under way.
  drives_until_ = (sent + lease() * 3 / 4).time_since_epoch().count();
  follow_clock(held.now_ms, sent_ms);
  living_ = held.nodes.size();
  const bool somebody_died = std::ranges::any_of(nodes_, [&](const std::string& node) {
    return std::ranges::find(held.nodes, node) == held.nodes.end();
  });
  nodes_ = held.nodes;
  if (somebody_died) site_.tables.look_who_is_there();
  if (had_none) site_.presences.say_all_again();
  if (lapsed) site_.tables.drive_on();  // bots that answered meanwhile were not listened to
}

// What it drove is others' by now, and what it said of its visitors counts no longer.
void Nodes::begin_anew() {
  drives_until_ = 0;
  const std::lock_guard lock(mutex_);
  id_ = new_id();
  site_.counters.leases_lost.add();
}

// The store's clock is everybody's. The answer was written between the sending and now.
void Nodes::follow_clock(std::int64_t store_ms, std::int64_t sent_ms) {
  const std::int64_t now = site_.now_ms();
  if (!site_.options.set_clock || now - sent_ms > kSlowAnswerMs) return;
  const std::int64_t ahead = store_ms - (sent_ms + now) / 2;
  if (has_clock_ && std::abs(ahead) <= std::max(kClockMs, now - sent_ms)) return;
  site_.options.set_clock(ahead, !has_clock_);
  has_clock_ = true;
}

void Nodes::close(std::function<void()> done) {
  if (alone()) return done();
  drives_until_ = 0;
  peers_->end_lease(id(), [&home = site_.home(), done = std::move(done)](const StoreResult&) {
    home.post(done);
  });
}

// --- the others ---

void Nodes::hear(PeerNews news) {
  site_.counters.hints_heard.add();
  if (news.missed) site_.presences.say_all_again();
  site_.guests.renamed(news.guests);
  std::vector<std::string> changed;
  changed.reserve(news.tables.size());
  for (const TableVersion& one : news.tables) changed.push_back(one.id);
  site_.own_games.tables_changed(changed);
  site_.tables.hear(std::move(news));
}

Task<void> Nodes::take_over_on() {
  Loop& home = site_.home();
  co_await go_to(home);
  while (!site_.stopping) {
    co_await take_over();
    co_await after(home, kLookForDead);
  }
}

Task<void> Nodes::take_over() {
  for (bool more = holds(); more && !site_.stopping;) {
    const std::string own = id();
    const auto begin = [&](ReadDone<std::vector<std::string>> done) {
      peers_->take_over(own, kTakenAtOnce, std::move(done));
    };
    const auto read = co_await done_on<Stored<std::vector<std::string>>>(site_.home(), begin);
    const auto* taken = std::get_if<std::vector<std::string>>(&read);
    if (taken == nullptr) co_return;
    site_.counters.tables_taken_over.add(taken->size());
    for (const std::string& table : *taken)
      site_.tables.ask(
          table, [own](TableActor& t) { return t.driving.taken_over(own); }, [](const Denial&) {});
    more = taken->size() == kTakenAtOnce;
  }
}

}  // namespace bastide::server
