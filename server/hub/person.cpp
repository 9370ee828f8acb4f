#include "server/hub/person.h"

#include "engine/notation/json_text.h"
#include "server/fair/fair_draw.h"
#include "server/hub/site.h"
#include "server/hub/table_actor.h"

namespace bastide::server {

namespace {

// Messages that change nothing at a table.
bool only_looks(ClientType type) {
  return type == ClientType::join || type == ClientType::features || type == ClientType::leave ||
         type == ClientType::hello || type == ClientType::ping || type == ClientType::lobby ||
         type == ClientType::games || type == ClientType::promise;
}

}  // namespace

double cost_of(ClientType type) {
  switch (type) {
    case ClientType::create:
      return 10;
    case ClientType::games:
    case ClientType::rematch:
      return 5;
    case ClientType::join:
      return 4;
    case ClientType::lobby:
      return 3;
    case ClientType::features:
    case ClientType::promise:
      return 2;
    default:
      return 1;
  }
}

Person::Person(Site& site, From from, std::shared_ptr<Connection> connection, Guest guest,
               std::shared_ptr<Budget> budget)
    : site_(site),
      loop_(*from.loop),
      id_(site.visitors.new_id()),
      line_(std::move(connection)),
      budget_(std::move(budget)),
      address_(site.counted(from.address)),
      guest_(std::move(guest)) {}

std::shared_ptr<Person> Person::welcome(Site& site, From from,
                                        std::shared_ptr<Connection> connection, Guest guest,
                                        std::shared_ptr<Budget> budget) {
  const std::shared_ptr<Person> person(new Person(site, std::move(from), std::move(connection),
                                                  std::move(guest), std::move(budget)));
  site.visitors.add(person->id_, person->guest_.id, person);
  return person;
}

void Person::gone() {
  while (!watching_.empty()) leave(std::string(watching_.begin()->first));
  site_.lobby.leave(id_);
  site_.own_games.leave(guest_.id, id_);
  site_.visitors.remove(id_, guest_.id);
}

void Person::rename(std::string name) {
  loop_.run([self = shared_from_this(), name = std::move(name)] { self->guest_.name = name; });
}

void Person::dismiss(const Text& bye, std::string_view reason) {
  line_->send(bye);
  line_->close(reason);
}

// --- whether they are there ---

void Person::silent(std::chrono::milliseconds for_how_long) {
  if (std::exchange(silent_, true)) return;
  const std::int64_t since = loop_.now_ms() - for_how_long.count();
  for (const auto& [table, watch] : watching_)
    site_.tables.tell(table, [id = id_, since](TableActor& t) { return t.silent(id, since); });
}

void Person::heard() {
  if (!std::exchange(silent_, false)) return;
  for (const auto& [table, watch] : watching_)
    site_.tables.tell(table, [id = id_](TableActor& t) { return t.heard(id); });
}

// --- limits ---

Asker Person::asker(std::optional<std::int64_t> re) const {
  return {id_, line_, re, guest_, address_};
}

void Person::bad_form(Refused code, std::string reason, std::optional<std::int64_t> re) {
  refuse(site_, asker(re), {code, std::move(reason)});
  if (++bad_form_ < kMaxBadForm) return;
  const auto why = ObjectText().text("reason", "Too many malformed messages.").take_members();
  dismiss(MessageText("bye").members(why).take(), "too many malformed messages");
}

// The first answer to an open question is outside the allowances.
bool Person::was_asked_for(const ClientMessage& m) {
  if (m.type != ClientType::act || m.seq < 0) return false;
  const auto found = watching_.find(m.table);
  if (found == watching_.end()) return false;
  std::int64_t asked = m.seq;
  return found->second->asked_seq.compare_exchange_strong(asked, -1);
}

void Person::too_fast(const ClientMessage& m, RefusedDetail detail, std::int64_t wait_ms) {
  const char* reason = detail == RefusedDetail::address
                           ? "Too many messages at once from your address; wait a moment."
                           : "Too many messages at once; wait a moment.";
  refuse(site_, asker(m.id), {Refused::too_fast, reason, detail, 0, wait_ms}, m.table);
}

// Who has used up the budget of an address with others is refused, but not closed: it may be the
// others' fault.
bool Person::pays(const ClientMessage& m) {
  if (was_asked_for(m)) return true;
  const std::int64_t now = loop_.now_ms();
  const double cost = cost_of(m.type);
  if (!messages_.take(now)) {
    too_fast(m, RefusedDetail::none, messages_.wait_ms(now, 1));
    if (++too_fast_ == kMaxTooFast) line_->close("too many messages");
    return false;
  }
  if (!budget_ || budget_->take(now, cost)) return true;
  too_fast(m, RefusedDetail::address, budget_->wait_ms(now, cost));
  return false;
}

void Person::receive(std::string_view text) {
  if (bad_form_ >= kMaxBadForm || too_fast_ >= kMaxTooFast) return;  // being closed
  if (text.size() > kMaxMessageBytes)
    return bad_form(Refused::too_large,
                    "A message is at most " + std::to_string(kMaxMessageBytes) + " bytes long.");
  auto read = read_client_message(text);
  if (auto* error = std::get_if<MessageError>(&read))
    return bad_form(Refused::bad_message, std::move(error->reason), error->id);
  const ClientMessage& message = std::get<ClientMessage>(read);
  if (!pays(message)) return;
  site_.counters.messages[static_cast<std::size_t>(message.type)].add();
  dispatch(message);
}

// --- what is asked ---

void Person::dispatch(const ClientMessage& m) {
  if (m.type == ClientType::hello) return hello(m);
  if (!greeted_) return bad_form(Refused::bad_message, "Say hello first.", m.id);
  if (site_.stopping && !only_looks(m.type))
    return refuse(site_, asker(m.id), is_stopping(), m.table);
  switch (m.type) {
    case ClientType::ping:
      return pong(m);
    case ClientType::lobby:
      return lobby(m);
    case ClientType::games:
      return games(m);
    case ClientType::promise:
      return promise(m);
    case ClientType::create:
      return create(m);
    case ClientType::join:
      return join(m);
    case ClientType::leave:
      return leave(m.table);
    default:
      break;
  }
  const auto watched = watching_.find(m.table);
  ask_table(m, watched != watching_.end() ? watched->second : nullptr);
}

void Person::hello(const ClientMessage& m) {
  if (m.protocol != kProtocol)
    return bad_form(Refused::bad_message, "This server speaks protocol 1.", m.id);
  greeted_ = true;
  ObjectText text;
  text.number("protocol", kProtocol);
  text.raw("guest", ObjectText().text("id", guest_.id).text("name", guest_.name).take());
  text.number("now", loop_.now_ms()).text("version", site_.options.version);
  line_->send(MessageText("welcome", m.id).members(text.take_members()).take());
}

void Person::pong(const ClientMessage& m) {
  const auto now = ObjectText().number("now", loop_.now_ms()).take_members();
  line_->send(MessageText("pong", m.id).members(now).take());
}

void Person::lobby(const ClientMessage& m) {
  if (!m.flag) return site_.lobby.leave(id_);
  site_.lobby.listen(asker(m.id));
}

void Person::games(const ClientMessage& m) {
  if (!m.flag) return site_.own_games.leave(guest_.id, id_);
  site_.own_games.listen(asker(m.id));
}

// The same answer until a table is made of it.
void Person::promise(const ClientMessage& m) {
  if (!promise_) promise_ = new_promise();
  ObjectText text;
  text.text("table", promise_->table).text("commitment", commitment(promise_->secret));
  line_->send(MessageText("promise", m.id).members(text.take_members()).take());
}

void Person::create(const ClientMessage& m) {
  const Asker who = asker(m.id);
  if (const Answer denial = found_table(site_, who, m, promise_)) refuse(site_, who, *denial);
}

void Person::join(const ClientMessage& m) {
  forget_lost();
  const bool is_new = !watching_.contains(m.table);
  if (is_new && watching_.size() >= kMaxWatched)
    return refuse(site_, asker(m.id),
                  {Refused::too_many, "You watch too many tables at once.", RefusedDetail::watched,
                   kMaxWatched},
                  m.table);
  std::shared_ptr<Watch>& watch = watching_[m.table];
  if (!watch) watch = std::make_shared<Watch>();
  ask_table(m, watch);
}

// They are left all the same: one that could not be read may have been joined by a later try.
void Person::forget_lost() {
  std::vector<std::string> lost;
  for (const auto& [table, watch] : watching_)
    if (watch->lost) lost.push_back(table);
  for (const std::string& table : lost) leave(table);
}

void Person::leave(const std::string& table) {
  if (watching_.erase(table) == 0) return;
  site_.tables.tell(table, [id = id_](TableActor& t) { return t.leave(id); });
}

void Person::ask_table(const ClientMessage& m, std::shared_ptr<Watch> watch) {
  const Asker who = asker(m.id);
  site_.tables.ask(
      m.table, [who, m, watch](TableActor& t) { return t.hear(who, m, watch); },
      [&site = site_, who, table = m.table, watch](const Denial& denial) {
        if (watch) watch->lost = true;
        refuse(site, who, denial, table);
      });
}

}  // namespace bastide::server
