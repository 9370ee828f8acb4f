// Guests: who a cookie stands for.
#include "server/hub/hub_impl.h"
#include "server/hub/secrets.h"

namespace bastide::server {

namespace {

constexpr Hub::Unmade kStopping{true, "The server is stopping."};
constexpr Hub::Unmade kUnstored{true, "This could not be stored."};
constexpr Hub::Unmade kBadName{false, "A name has 1 to 32 visible characters."};

std::string key_of(const Bytes32& hash) { return {hash.begin(), hash.end()}; }

std::optional<GuestRow> found_in(Stored<std::optional<GuestRow>> stored) {
  auto* row = std::get_if<std::optional<GuestRow>>(&stored);
  return row != nullptr ? std::move(*row) : std::nullopt;
}

}  // namespace

void Hub::Impl::keep_guest(const GuestRow& row) {
  if (guests.size() >= kMaxCachedGuests) {
    guests.clear();
    guest_of_hash.clear();
  }
  guests[row.id] = row;
  guest_of_hash[key_of(row.token_hash)] = row.id;
}

std::optional<GuestRow> Hub::Impl::find_account(std::string_view token) {
  const auto hash = token_hash(token);
  if (!hash) return std::nullopt;
  if (const auto id = guest_of_hash.find(key_of(*hash)); id != guest_of_hash.end())
    return guests.at(id->second);
  auto row = found_in(store.find_guest_by_token_hash(*hash));
  if (!row || !same_hash(row->token_hash, *hash)) return std::nullopt;
  keep_guest(*row);
  return row;
}

// A program's token opens no session of a person, and a person's no line of a program.
std::optional<GuestRow> Hub::Impl::find_guest(std::string_view token) {
  auto row = find_account(token);
  return row && !row->bot ? std::move(row) : std::nullopt;
}
std::optional<GuestRow> Hub::Impl::find_bot(std::string_view token) {
  auto row = find_account(token);
  return row && row->bot ? std::move(row) : std::nullopt;
}

void Hub::Impl::make_bot_account(std::string_view name, BotDone done) {
  if (stopping) return done(std::nullopt, kStopping);
  const auto good = good_name(name);
  if (!good) return done(std::nullopt, kBadName);
  const std::string token = new_token();
  GuestRow row{.id = new_id(),
               .token_hash = *token_hash(token),
               .name = *good,
               .created_ms = loop.now_ms(),
               .bot = true};
  store.put_guest(row,
                  on_loop([this, row, token, done = std::move(done)](const StoreResult& result) {
                    if (!result.ok()) return done(std::nullopt, kUnstored);
                    ++counters.bot_accounts;
                    keep_guest(row);
                    done(BotAccount{row.id, row.name, token}, {});
                  }));
}

void Hub::Impl::rename_clients(const GuestRow& row) {
  for (auto& [id, client] : clients)
    if (client.guest.id == row.id) client.guest.name = row.name;
}

void Hub::Impl::session(std::string_view token, std::string_view name, SessionDone done) {
  if (stopping) return done(std::nullopt, kStopping);
  std::optional<std::string> wished;
  if (!name.empty()) {
    wished = good_name(name);
    if (!wished) return done(std::nullopt, kBadName);
  }
  auto row = find_guest(token);
  if (row && (!wished || *wished == row->name))
    return done(Session{{row->id, row->name}, std::nullopt}, {});
  std::optional<std::string> new_secret;
  if (!row) {
    row = GuestRow{.id = new_id(), .token_hash = {}, .name = {}, .created_ms = loop.now_ms()};
    new_secret = new_token();
    row->token_hash = *token_hash(*new_secret);
    row->name = "Guest " + row->id.substr(0, 4);
  }
  if (wished) row->name = *wished;
  store.put_guest(*row, on_loop([this, row = *row, new_secret,
                                 done = std::move(done)](const StoreResult& result) {
    if (!result.ok()) return done(std::nullopt, kUnstored);
    keep_guest(row);
    if (!new_secret) rename_clients(row);  // somebody new has no connection yet
    done(Session{{row.id, row.name}, new_secret}, {});
  }));
}

}  // namespace bastide::server
