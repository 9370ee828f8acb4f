#include "server/hub/guests.h"

#include "server/hub/secrets.h"
#include "server/hub/site.h"

namespace bastide::server {

namespace {

using Why = Hub::Unmade::Why;
constexpr Hub::Unmade kStopping{Why::try_later, "The server is stopping."};
constexpr Hub::Unmade kUnread{Why::try_later, "The guests cannot be read at the moment."};
constexpr Hub::Unmade kUnstored{Why::try_later, "This could not be stored."};
constexpr Hub::Unmade kBadName{Why::bad_wish, "A name has 1 to 32 visible characters."};
constexpr Hub::Unmade kTooMany{Why::too_many, "Too many new guests came from this address today."};

constexpr std::size_t kMaxCached = 20'000;
constexpr std::size_t kForgottenAtOnce = 200;
constexpr std::int64_t kDayMs = 24ll * 60 * 60 * 1000;
constexpr std::int64_t kBelievedMs = 3ll * 60 * 1000;  // what the cache has, where others write too

std::string key_of(const Bytes32& hash) { return {hash.begin(), hash.end()}; }

Hub::Unmade why_not(const StoreResult& result) {
  return result.status == StoreStatus::full ? kTooMany : kUnstored;
}

}  // namespace

// --- the cache ---

// Another node may forget a guest, and nobody is told of that: what was read long ago is read
// again.
std::optional<GuestRow> Guests::cached(const Bytes32& hash, bool however_old) const {
  const std::lock_guard lock(mutex_);
  const auto id = of_hash_.find(key_of(hash));
  if (id == of_hash_.end()) return std::nullopt;
  const Cached& kept = rows_.at(id->second);
  if (!however_old && site_.store.peers() != nullptr &&
      site_.now_ms() - kept.read_ms >= kBelievedMs)
    return std::nullopt;
  return kept.row;
}

// The mutex is held.
void Guests::keep(const GuestRow& row) {
  if (rows_.size() >= kMaxCached && !rows_.contains(row.id)) {
    rows_.clear();
    of_hash_.clear();
  }
  rows_[row.id] = {row, site_.now_ms()};
  of_hash_[key_of(row.token_hash)] = row.id;
}

void Guests::forget(const std::string& id) {
  const auto found = rows_.find(id);
  if (found == rows_.end()) return;
  of_hash_.erase(key_of(found->second.row.token_hash));
  rows_.erase(found);
}

void Guests::forget_all() {
  const std::lock_guard lock(mutex_);
  rows_.clear();
  of_hash_.clear();
  ++written_;
}

std::optional<std::string> Guests::name_of(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto row = rows_.find(id);
  if (row == rows_.end()) return std::nullopt;
  return row->second.row.name;
}

// --- who a token stands for ---

// If the store cannot be told, it is tomorrow.
void Guests::see(GuestRow& row) {
  const std::int64_t now = site_.now_ms();
  if (now - row.seen_ms < kDayMs) return;
  row.seen_ms = now;
  {
    const std::lock_guard lock(mutex_);
    const auto kept = rows_.find(row.id);
    if (kept != rows_.end() && now - std::exchange(kept->second.row.seen_ms, now) < kDayMs) return;
  }
  site_.store.see_guest(row.id, now, [](const StoreResult&) {});
}

Task<Guests::Found> Guests::read_account(Loop& loop, Bytes32 hash) {
  std::uint64_t written = 0;
  {
    const std::lock_guard lock(mutex_);
    written = written_;
  }
  Found read = co_await done_on<Found>(loop, [this, hash](auto done) {
    site_.store.find_guest_by_token_hash(hash, std::move(done));
  });
  auto* row = std::get_if<std::optional<GuestRow>>(&read);
  if (row == nullptr) co_return read;
  if (*row && !same_hash((*row)->token_hash, hash)) co_return Found(std::nullopt);
  const std::lock_guard lock(mutex_);
  if (written != written_) co_return read;
  const auto known = of_hash_.find(key_of(hash));
  if (*row) {
    keep(**row);
  } else if (known != of_hash_.end()) {
    const std::string id = known->second;
    forget(id);
  }
  co_return read;
}

Task<Guests::Found> Guests::find_account(Loop& loop, std::string token, bool bot) {
  const auto hash = token_hash(token);
  if (!hash) co_return Found(std::nullopt);
  Found found = cached(*hash, false);
  if (!std::get<0>(found)) found = co_await read_account(loop, *hash);
  // While the store cannot be read, what was read once is good enough.
  if (std::holds_alternative<StoreError>(found))
    if (auto old = cached(*hash, true)) found = std::move(old);
  auto* row = std::get_if<std::optional<GuestRow>>(&found);
  if (row == nullptr || !*row) co_return found;
  if ((*row)->bot != bot) co_return Found(std::nullopt);
  see(**row);
  co_return found;
}

// --- new ones, and new names ---

GuestRow Guests::new_row(const From& from, const std::string& token) const {
  GuestRow row;
  row.id = new_id();
  row.token_hash = *token_hash(token);
  row.name = "Guest " + row.id.substr(0, 4);
  row.created_ms = row.seen_ms = site_.now_ms();
  row.address = site_.counted(from.address);
  return row;
}

// All on one loop: of two names that a guest takes at once, the one that the store has is kept.
Task<StoreResult> Guests::put(GuestRow row) {
  co_await go_to(site_.home());
  StoreResult result = co_await stored(site_, site_.home(), [this, &row](StoreDone then) {
    site_.store.put_guest(row, site_.options.max_new_guests_per_address, std::move(then));
  });
  if (!result.ok()) co_return result;
  const std::lock_guard lock(mutex_);
  ++written_;
  keep(row);
  co_return result;
}

Task<void> Guests::session(From from, std::string token, std::string name, Hub::SessionDone done) {
  if (site_.stopping) co_return done(std::nullopt, kStopping);
  const std::optional<std::string> wished = name.empty() ? std::nullopt : good_name(name);
  if (!name.empty() && !wished) co_return done(std::nullopt, kBadName);
  // Whoever cannot be found for now must not become somebody else.
  const Found found = co_await find_account(*from.loop, std::move(token), false);
  if (std::holds_alternative<StoreError>(found)) co_return done(std::nullopt, kUnread);
  const auto& known = std::get<std::optional<GuestRow>>(found);
  if (known && (!wished || *wished == known->name)) {
    Session same{{known->id, known->name}, std::nullopt};
    co_return done(std::move(same), {});
  }
  std::optional<std::string> new_secret;
  if (!known) new_secret = new_token();
  GuestRow row = known ? *known : new_row(from, *new_secret);
  if (wished) row.name = *wished;
  const StoreResult result = co_await put(row);
  if (result.ok() && known) site_.visitors.rename(Guest{row.id, row.name});
  co_await go_to(*from.loop);
  if (!result.ok()) co_return done(std::nullopt, why_not(result));
  Session session{{row.id, row.name}, new_secret};
  done(std::move(session), {});
}

// --- names that other nodes gave ---

void Guests::renamed(const std::vector<std::string>& ids) {
  for (const std::string& id : ids) {
    bool is_known = site_.visitors.is_here(id);
    {
      const std::lock_guard lock(mutex_);
      is_known |= rows_.contains(id);
      forget(id);
      ++written_;
    }
    if (is_known) start(read_name(id));
  }
}

// If the name changes again meanwhile, whoever wrote that tells of it.
Task<void> Guests::read_name(std::string id) {
  co_await go_to(site_.home());
  std::uint64_t written = 0;
  {
    const std::lock_guard lock(mutex_);
    written = written_;
  }
  const Found read = co_await done_on<Found>(
      site_.home(), [this, &id](auto done) { site_.store.find_guest(id, std::move(done)); });
  const auto* row = std::get_if<std::optional<GuestRow>>(&read);
  if (row == nullptr || !*row) co_return;
  {
    const std::lock_guard lock(mutex_);
    if (written != written_ && rows_.contains(id)) co_return;
    if (written == written_) keep(**row);
  }
  site_.visitors.rename(Guest{id, (*row)->name});
}

Task<void> Guests::make_bot_account(From from, std::string name, Hub::BotDone done) {
  if (site_.stopping) co_return done(std::nullopt, kStopping);
  const auto good = good_name(name);
  if (!good) co_return done(std::nullopt, kBadName);
  const std::string token = new_token();
  GuestRow row = new_row(from, token);
  row.name = *good;
  row.bot = true;
  const StoreResult result = co_await put(row);
  co_await go_to(*from.loop);
  if (!result.ok()) co_return done(std::nullopt, why_not(result));
  site_.counters.bot_accounts.add();
  BotAccount account{row.id, row.name, token};
  done(std::move(account), {});
}

// --- those who never came back ---

Task<void> Guests::expire(Loop& loop) {
  const std::int64_t now = site_.now_ms();
  const GuestsBefore before{.seen_ms = now - site_.options.expiry.forget_guests_ms,
                            .counted_ms = now - kDayMs};
  bool forgotten = false;
  while (!site_.stopping) {
    const StoreResult result = co_await stored(site_, loop, [this, before](StoreDone then) {
      site_.store.forget_guests(before, kForgottenAtOnce, std::move(then));
    });
    if (!result.ok() || result.count <= 0) break;
    forgotten = true;
    site_.counters.guests_forgotten.add(static_cast<std::uint64_t>(result.count));
    if (result.count < static_cast<std::int64_t>(kForgottenAtOnce)) break;
  }
  if (forgotten) forget_all();  // one of them may be in the cache
}

}  // namespace bastide::server
