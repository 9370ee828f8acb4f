#include "server/hub/speaking.h"

#include <map>

#include "engine/notation/json_text.h"
#include "server/hub/table_actor.h"

namespace bastide::server {

namespace {

std::string table_members(std::string_view view, const Table& table, std::string_view guest) {
  return ObjectText().raw("table", view).raw("you", table.you_text(guest)).take_members();
}

// Texts for those who have something of their own here, and one for everybody else.
class TextsByGuest {
 public:
  explicit TextsByGuest(const Table& table) : table_(table) {}
  template <class Write>
  Text of(std::string_view guest, Write write) {
    const bool own = table_.meta.host == guest || table_.sits(guest);
    Text& text = own ? own_[std::string(guest)] : others_;
    if (!text) text = write();
    return text;
  }

 private:
  const Table& table_;
  std::map<std::string, Text, std::less<>> own_;
  Text others_;
};

}  // namespace

void Speaking::told_now() { told_ms_ = t.now(); }

void Speaking::tell_each(const std::optional<Asker>& asker, const TextFor& text_for) {
  for (const auto& [id, viewer] : t.audience.all())
    if (!asker || asker->connection != id) viewer.line->send(text_for(viewer.guest.id, {}));
  if (asker) send(*asker, text_for(asker->guest.id, asker->re));
}

// The first answer to an open question is outside the allowance of messages.
void Speaking::note_question(const Viewer& viewer) {
  const std::int64_t seq = t.table.game ? t.table.game->seq() : -1;
  viewer.watch->asked_seq = t.table.decides(viewer.guest.id) ? seq : -1;
}

void Speaking::note_questions() {
  for (const auto& [id, viewer] : t.audience.all()) note_question(viewer);
}

Text Speaking::whole(std::string_view type, std::string_view view, std::string_view guest,
                     std::optional<std::int64_t> re) {
  MessageText text(type, re);
  text.members(table_members(view, t.table, guest)).add(texts_.whole(t.table, t.now()));
  if (t.table.game)
    text.add(t.table.decides(guest) ? texts_.options(t.table) : TableTexts::no_options());
  return text.take();
}

void Speaking::tell_newcomer(const Asker& asker) {
  send(asker, whole("table", t.view(), asker.guest.id, asker.re));
  // Of this one alone: else those who come would cost their number squared.
  if (const Viewer* viewer = t.audience.find(asker.connection)) note_question(*viewer);
}

void Speaking::tell_table(std::string_view type, const std::optional<Asker>& asker) {
  told_now();
  const std::string view = t.view();
  TextsByGuest texts(t.table);
  tell_each(asker, [&](std::string_view guest, std::optional<std::int64_t> re) {
    if (re) return whole(type, view, guest, re);
    return texts.of(guest, [&] { return whole(type, view, guest, {}); });
  });
  note_questions();
}

Text Speaking::meta(std::string_view view, std::string_view guest,
                    std::optional<std::int64_t> re) const {
  return MessageText("meta", re).members(table_members(view, t.table, guest)).take();
}

void Speaking::tell_meta(const std::optional<Asker>& asker) {
  const std::string view = t.view();
  TextsByGuest texts(t.table);
  tell_each(asker, [&](std::string_view guest, std::optional<std::int64_t> re) {
    return re ? meta(view, guest, re) : texts.of(guest, [&] { return meta(view, guest, {}); });
  });
}

void Speaking::tell_return(std::string_view guest) {
  const std::string view = t.view();
  TextsByGuest texts(t.table);
  tell_each({}, [&](std::string_view to, std::optional<std::int64_t>) {
    return texts.of(
        to, [&] { return to == guest ? whole("table", view, to, {}) : meta(view, to, {}); });
  });
  note_questions();
}

void Speaking::tell_update(const GameState& before, std::int64_t first,
                           const std::optional<Asker>& asker) {
  told_now();
  const std::vector<PiecePtr> common = texts_.update(t.table, before, first, told_ms_);
  const auto text_of = [&](bool is_asked, std::optional<std::int64_t> re) {
    return MessageText("update", re)
        .add(common)
        .add(is_asked ? texts_.options(t.table) : TableTexts::no_options())
        .take();
  };
  Text for_asked, for_others;
  tell_each(asker, [&](std::string_view guest, std::optional<std::int64_t> re) {
    const bool is_asked = t.table.decides(guest);
    if (re) return text_of(is_asked, re);
    Text& text = is_asked ? for_asked : for_others;
    if (!text) text = text_of(is_asked, {});
    return text;
  });
  note_questions();
}

void Speaking::tell_same(std::string_view type, const std::string& members, const Asker& asker) {
  const Text text = MessageText(type).members(members).take();
  tell_each(asker, [&](std::string_view, std::optional<std::int64_t> re) {
    return re ? MessageText(type, re).members(members).take() : text;
  });
}

void Speaking::tell_features(const Asker& asker) {
  send(asker, MessageText("features", asker.re).add(texts_.features(t.table)).take());
}

void Speaking::presence_changed() {
  if (presence_due_) return;
  presence_due_ = true;
  t.loop.after(kPush, [weak = t.weak_from_this()] {
    const auto table = weak.lock();
    if (!table) return;
    table->speaking.presence_due_ = false;
    table->announce();
    table->speaking.tell_meta({});
    table->speaking.lobby_changed();
    table->site.own_games.changed(people_of(table->table.meta));
  });
}

void Speaking::lobby_changed() {
  if (!t.table.config.listed) return;
  if (t.table.meta.status == Status::waiting && !t.is_forgotten())
    t.site.lobby.show(t.table.id, t.table.created_ms, t.view());
  else
    t.site.lobby.hide(t.table.id);
}

}  // namespace bastide::server
