// Guests: who a token stands for, how many may come from an address, and who is forgotten.
#include "server/hub/secrets.h"
#include "tests/site_play.h"

namespace bastide::server::site_play {
namespace {

using Why = Hub::Unmade::Why;

HubOptions at_most(std::size_t new_guests) {
  HubOptions options;
  options.max_new_guests_per_address = new_guests;
  return options;
}

TEST(Guests, are_found_by_their_tokens_and_by_nothing_else) {
  Place place;
  const auto ada = place.session("", "Ada");
  ASSERT_TRUE(ada.session && ada.session->new_token);
  const std::string token = *ada.session->new_token;
  for (const bool from_the_store : {false, true}) {
    if (from_the_store) place.restart();
    const auto row = place.person_of(token);
    ASSERT_TRUE(row);
    EXPECT_EQ(row->id, ada.session->guest.id);
    EXPECT_EQ(row->name, "Ada");
    EXPECT_FALSE(place.bot_of(token));
    EXPECT_EQ(place.site->guests.name_of(row->id), "Ada");
  }
  EXPECT_FALSE(place.site->guests.name_of("nobody"));
  for (const std::string& wrong : {std::string(), std::string("x"), token.substr(1), token + "00",
                                   new_token(), std::string(100'000, 'a')})
    EXPECT_FALSE(place.person_of(wrong));
  const auto again = place.session(token, "");
  EXPECT_EQ(again.session->guest.id, ada.session->guest.id);
  EXPECT_FALSE(again.session->new_token);
}

TEST(Guests, that_are_programs_are_no_people) {
  Place place;
  std::optional<BotAccount> account;
  start(place.site->guests.make_bot_account(
      place.from(), "Robot",
      [&](std::optional<BotAccount> made, const Hub::Unmade&) { account = std::move(made); }));
  ASSERT_TRUE(place.until([&] { return account.has_value(); }));
  EXPECT_FALSE(place.person_of(account->token));
  const auto row = place.bot_of(account->token);
  ASSERT_TRUE(row);
  EXPECT_TRUE(row->bot);
  EXPECT_EQ(place.site->counters.bot_accounts.value(), 1u);
  const auto person = place.session(account->token, "");
  EXPECT_NE(person.session->guest.id, account->id);
  EXPECT_TRUE(person.session->new_token);
}

TEST(Guests, with_bad_names_are_refused) {
  Place place;
  for (const char* name : {" ", "\n", "\xff", "123456789012345678901234567890123"}) {
    const auto made = place.session("", name);
    EXPECT_FALSE(made.session);
    EXPECT_EQ(made.unmade.why, Why::bad_wish);
  }
}

TEST(Guests, who_change_their_name_have_it_at_every_connection) {
  Place place;
  const auto ada = place.session("", "Ada");
  Somebody first(place, ada.session->guest), second(place, ada.session->guest);
  const auto bea = place.session(*ada.session->new_token, "Bea");
  ASSERT_TRUE(bea.session);
  EXPECT_EQ(bea.session->guest.id, ada.session->guest.id);
  EXPECT_FALSE(bea.session->new_token);
  for (Somebody* one : {&first, &second})
    EXPECT_EQ(one->ask(R"({"type":"hello","protocol":1})")["guest"]["name"], "Bea");
  EXPECT_EQ(place.site->guests.name_of(ada.session->guest.id), "Bea");
  place.restart();
  EXPECT_EQ(place.session(*ada.session->new_token, "").session->guest.name, "Bea");
}

TEST(Guests, of_one_address_are_counted_in_the_store) {
  Place place(at_most(3));
  std::string token;
  for (int i = 0; i < 3; ++i) token = *place.session("", "Ada").session->new_token;
  for (const bool restarted : {false, true}) {
    if (restarted) place.restart();
    const auto one_more = place.session("", "Ada");
    EXPECT_FALSE(one_more.session);
    EXPECT_EQ(one_more.unmade.why, Why::too_many);
    EXPECT_FALSE(one_more.unmade.reason.empty());
    // Whoever is known may come, and take another name.
    EXPECT_TRUE(place.session(token, restarted ? "Bea" : "Clara").session);
  }
  std::optional<Hub::Unmade> unmade;
  start(place.site->guests.make_bot_account(
      place.from(), "Robot", [&](const auto&, const Hub::Unmade& why) { unmade = why; }));
  ASSERT_TRUE(place.until([&] { return unmade.has_value(); }));
  EXPECT_EQ(unmade->why, Why::too_many);
  EXPECT_TRUE(place.session("", "Ada", "192.0.2.8").session);
  // For a day
  place.loop.advance(kDayMs + 1);
  place.wait(place.site->guests.expire(place.loop));
  EXPECT_TRUE(place.session("", "Ada").session);
}

TEST(Guests, leave_no_address_in_the_store) {
  Place place, other;
  const auto row_of = [](Place& at, const std::string& address) {
    const std::string id = at.session("", "Ada", address).session->guest.id;
    std::optional<GuestRow> row;
    at.store->find_guest(
        id, [&](const Stored<std::optional<GuestRow>>& read) { row = std::get<0>(read); });
    at.store->flush();
    return *row;
  };
  const std::string address = row_of(place, "192.0.2.7").address;
  EXPECT_EQ(address.size(), 32u);
  EXPECT_EQ(row_of(place, "192.0.2.7").address, address);
  EXPECT_NE(row_of(place, "192.0.2.8").address, address);
  EXPECT_NE(row_of(other, "192.0.2.7").address, address);
  EXPECT_EQ(row_of(place, "").address, "");
}

TEST(Guests, do_not_become_others_while_the_store_cannot_be_read) {
  Place place;
  const std::string token = *place.session("", "Ada").session->new_token;
  place.restart();  // nothing is in the cache
  place.store->close();
  const auto made = place.session(token, "");
  EXPECT_FALSE(made.session);
  EXPECT_EQ(made.unmade.why, Why::try_later);
}

TEST(Guests, are_refused_while_the_server_stops) {
  Place place;
  place.site->stopping = true;
  EXPECT_EQ(place.session("", "Ada").unmade.why, Why::try_later);
}

TEST(Guests, are_seen_once_a_day) {
  Place place;
  const std::string token = *place.session("", "Ada").session->new_token;
  const auto writes_for = [&](int visits) {
    const std::uint64_t before = place.store->stats().writes;
    for (int i = 0; i < visits; ++i) EXPECT_TRUE(place.person_of(token));
    place.store->flush();
    return place.store->stats().writes - before;
  };
  EXPECT_EQ(writes_for(5), 0u);
  place.loop.advance(kDayMs);
  EXPECT_EQ(writes_for(5), 1u);
  place.restart();
  EXPECT_EQ(writes_for(5), 0u);
  place.loop.advance(kDayMs);
  EXPECT_EQ(writes_for(5), 1u);
}

TEST(Guests, who_never_came_back_are_forgotten) {
  Place place;
  std::vector<std::string> tokens;
  for (int i = 0; i < 450; ++i) tokens.push_back(*place.session("", "Ada").session->new_token);
  const std::int64_t long_ago = place.options.expiry.forget_guests_ms;
  place.loop.advance(long_ago - kDayMs);
  EXPECT_TRUE(place.session(tokens[0], "").session);  // who is seen by it
  place.loop.advance(kDayMs + 1);
  place.wait(place.site->guests.expire(place.loop));
  EXPECT_EQ(place.site->counters.guests_forgotten.value(), 449u);
  EXPECT_FALSE(place.session(tokens[0], "").session->new_token);
  EXPECT_FALSE(place.person_of(tokens[1]));
  EXPECT_TRUE(place.session(tokens[1], "").session->new_token);  // somebody new
}

}  // namespace
}  // namespace bastide::server::site_play
