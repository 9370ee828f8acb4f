#include "server/hub/lobby.h"

#include <algorithm>
#include <string_view>

#include "engine/notation/json_text.h"
#include "server/hub/limits.h"
#include "server/hub/site.h"
#include "server/table/table.h"

namespace bastide::server {

namespace {

constexpr std::size_t kMaxListed = 200;             // tables in one list
constexpr std::size_t kFewListed = kMaxListed / 2;  // when the store is asked for more
constexpr std::size_t kMaxKept = 1'000;

}  // namespace

// --- tables ---

// Before anybody plays there, nobody need be asked who sits at such a table: its row says it.
Task<void> Lobby::open() {
  Loop& loop = site_.home();
  co_await go_to(loop);
  {
    const std::lock_guard lock(mutex_);
    if (hidden_) co_return;  // it is being read
    hidden_.emplace();
  }
  while (!site_.stopping) {
    using Rows = Stored<std::vector<TableRow>>;
    const Rows read = co_await done_on<Rows>(
        loop, [this](auto done) { site_.store.open_tables(kMaxListed, std::move(done)); });
    if (const auto* rows = std::get_if<std::vector<TableRow>>(&read)) co_return fill(*rows);
    co_await after(loop, kStorageRetry);
  }
}

void Lobby::fill(const std::vector<TableRow>& rows) {
  std::vector<Table> tables;
  for (const TableRow& row : rows) {
    if (is_shown(row.id)) continue;
    auto read = read_table(row);
    if (auto* table = std::get_if<Table>(&read)) {
      tables.push_back(std::move(*table));
    } else {
      site_.counters.damaged_tables.add();
    }
  }
  const std::lock_guard lock(mutex_);
  bool any = false;
  for (const Table& table : tables)
    if (!made_.contains(table.id) && !hidden_->contains(table.id))
      any |= put(table.id, table.created_ms, table.view_text({}));
  more_ = rows.size() >= kMaxListed;
  hidden_.reset();
  if (any) changed();
}

bool Lobby::is_shown(const std::string& table) const {
  const std::lock_guard lock(mutex_);
  return made_.contains(table);
}

// Whether anything is different now.
bool Lobby::put(const std::string& table, std::int64_t created_ms, std::string view) {
  const auto [at, is_new] = views_.try_emplace(Key(created_ms, table));
  if (!is_new && at->second == view) return false;
  at->second = std::move(view);
  made_[table] = created_ms;
  if (views_.size() <= kMaxKept) return true;
  more_ = true;
  made_.erase(std::prev(views_.end())->first.second);
  views_.erase(std::prev(views_.end()));
  return true;
}

void Lobby::show(const std::string& table, std::int64_t created_ms, std::string view) {
  const std::lock_guard lock(mutex_);
  if (hidden_) hidden_->erase(table);
  if (put(table, created_ms, std::move(view))) changed();
}

void Lobby::hide(const std::string& table) {
  {
    const std::lock_guard lock(mutex_);
    if (hidden_) hidden_->insert(table);
    const auto found = made_.find(table);
    if (found == made_.end()) return;
    views_.erase(Key(found->second, table));
    made_.erase(found);
    changed();
    if (!more_ || hidden_ || views_.size() >= kFewListed) return;
  }
  start(open());
}

// --- those who look: on the home loop, so that nobody is sent an older list after a newer one ---

void Lobby::changed() {
  stale_ = true;
  if (watchers_.empty() || std::exchange(due_, true)) return;
  const auto rest = std::max(milliseconds(0), milliseconds(written_ms_ - site_.now_ms()) + kPush);
  site_.home().run([this, rest] { site_.home().after(rest, [this] { push(); }); });
}

void Lobby::write(std::int64_t now_ms) {
  ListText list;
  std::size_t listed = 0;
  for (auto view = views_.begin(); view != views_.end() && listed < kMaxListed; ++view, ++listed)
    list.raw(view->second);
  list_ = piece("," + ObjectText().raw("tables", list.take()).take_members());
  text_ = MessageText("tables").add(list_).take();
  written_ms_ = now_ms;
  stale_ = false;
}

void Lobby::push() {
  Text text;
  std::vector<std::shared_ptr<Connection>> all;
  {
    const std::lock_guard lock(mutex_);
    due_ = false;
    if (watchers_.empty()) return;
    if (stale_) write(site_.now_ms());
    text = text_;
    all.reserve(watchers_.size());
    for (const auto& [id, line] : watchers_) all.push_back(line);
  }
  for (const auto& line : all) line->send(text);
}

void Lobby::listen(const Asker& asker) {
  site_.home().run([this, asker] {
    PiecePtr list;
    {
      const std::lock_guard lock(mutex_);
      watchers_[asker.connection] = asker.line;
      const std::int64_t now = site_.now_ms();
      if (!list_ || (stale_ && now - written_ms_ >= kPush.count())) write(now);
      if (stale_) changed();
      list = list_;
    }
    send(asker, MessageText("tables", asker.re).add(std::move(list)).take());
  });
}

void Lobby::leave(ConnectionId connection) {
  site_.home().run([this, connection] {
    const std::lock_guard lock(mutex_);
    watchers_.erase(connection);
  });
}

}  // namespace bastide::server
