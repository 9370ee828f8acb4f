// What a table says, and to whom. Texts are written once for all who may see the same.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "server/hub/denial.h"
#include "server/table/table_texts.h"

namespace bastide::server {

class TableActor;
struct Viewer;

class Speaking {
 public:
  explicit Speaking(TableActor& table) : t(table) {}

  // Everything that a late comer needs.
  void tell_newcomer(const Asker& asker);
  // The same to all: `table` or `undone`.
  void tell_table(std::string_view type, const std::optional<Asker>& asker);
  void tell_meta(const std::optional<Asker>& asker);
  // Who is back gets everything, since it may be their turn; the others see that they are.
  void tell_return(std::string_view guest);
  void tell_update(const GameState& before, std::int64_t first, const std::optional<Asker>& asker);
  // The same members to everybody.
  void tell_same(std::string_view type, const std::string& members, const Asker& asker);
  void tell_features(const Asker& asker);

  // Somebody came or went. A hundred spectators who come at once are told of together.
  void presence_changed();
  // The list of open tables shows this one as it is now, or no longer.
  void lobby_changed();
  void forget_texts() { texts_.forget(); }
  std::int64_t told_ms() const { return told_ms_; }  // when the last update went out
  void told_now();

 private:
  using TextFor = std::function<Text(std::string_view guest, std::optional<std::int64_t> re)>;
  // To everybody who watches, and to the one who asked, if anybody did, as the answer.
  void tell_each(const std::optional<Asker>& asker, const TextFor& text_for);
  Text whole(std::string_view type, std::string_view view, std::string_view guest,
             std::optional<std::int64_t> re);
  Text meta(std::string_view view, std::string_view guest, std::optional<std::int64_t> re) const;
  void note_question(const Viewer& viewer);
  void note_questions();

  TableActor& t;
  TableTexts texts_;
  std::int64_t told_ms_ = 0;
  bool presence_due_ = false;
};

}  // namespace bastide::server
