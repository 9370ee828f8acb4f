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
constexpr milliseconds kLookAround{1500};  // for the tables of other nodes

}  // namespace

// --- tables ---

// Before anybody plays there, nobody need be asked who sits at such a table: its row says it.
Task<void> Lobby::open() {
  Loop& loop = site_.home();
  co_await go_to(loop);
  while (!site_.stopping) {
    const bool is_read = co_await read();
    if (is_read) co_return;
    co_await after(loop, kStorageRetry);
  }
}

Task<bool> Lobby::read() {
  {
    const std::lock_guard lock(mutex_);
    if (touched_) co_return true;  // it is being read
    touched_.emplace();
  }
  using Rows = Stored<std::vector<TableRow>>;
  const Rows read = co_await done_on<Rows>(
      site_.home(), [this](auto done) { site_.store.open_tables(kMaxListed, std::move(done)); });
  if (const auto* rows = std::get_if<std::vector<TableRow>>(&read)) {
    fill(*rows);
    co_return true;
  }
  const std::lock_guard lock(mutex_);
  touched_.reset();
  co_return false;
}

void Lobby::fill(const std::vector<TableRow>& rows) {
  std::vector<std::pair<const TableRow*, std::variant<Table, std::string>>> news;
  for (const TableRow& row : rows)
    if (is_news(row)) news.emplace_back(&row, read_table(row));
  const std::lock_guard lock(mutex_);
  bool any = site_.store.peers() != nullptr && remove_gone(rows);
  for (const auto& [row, read] : news) {
    if (const auto* table = std::get_if<Table>(&read)) {
      if (!touched_->contains(row->id))
        any |= put(row->id, {row->created_ms, false, row->version}, table->view_text({}));
    } else {
      damaged_[row->id] = row->version;
      any |= remove(row->id);
      site_.counters.damaged_tables.add();
    }
  }
  more_ = rows.size() >= kMaxListed;
  touched_.reset();
  if (any) changed();
}

// Whether the row says more than is known. A table in memory knows best.
bool Lobby::is_news(const TableRow& row) const {
  const std::lock_guard lock(mutex_);
  if (const auto found = damaged_.find(row.id); found != damaged_.end())
    return found->second != row.version;
  const auto found = known_.find(row.id);
  return found == known_.end() || (!found->second.said && found->second.version != row.version);
}

// What other nodes have closed or begun. Of tables that are older than all that were read, only
// those that are in memory here are known to wait.
bool Lobby::remove_gone(const std::vector<TableRow>& rows) {
  std::set<std::string_view> there;
  for (const TableRow& row : rows) there.insert(row.id);
  const bool is_all = rows.size() < kMaxListed;
  std::vector<std::string> gone;
  for (const auto& [id, known] : known_) {
    const bool is_older = !is_all && known.created_ms < rows.back().created_ms;
    if (!there.contains(id) && !touched_->contains(id) && !(is_older && known.said))
      gone.push_back(id);
  }
  for (const std::string& id : gone) remove(id);
  std::erase_if(damaged_, [&](const auto& one) { return !there.contains(one.first); });
  return !gone.empty();
}

// Whether anything is different now.
bool Lobby::put(const std::string& table, Known known, std::string view) {
  const auto [at, is_new] = views_.try_emplace(Key(known.created_ms, table));
  known_[table] = known;
  if (!is_new && at->second == view) return false;
  at->second = std::move(view);
  if (views_.size() <= kMaxKept) return true;
  more_ = true;
  known_.erase(std::prev(views_.end())->first.second);
  views_.erase(std::prev(views_.end()));
  return true;
}

bool Lobby::remove(const std::string& table) {
  const auto found = known_.find(table);
  if (found == known_.end()) return false;
  views_.erase(Key(found->second.created_ms, table));
  known_.erase(found);
  return true;
}

void Lobby::show(const std::string& table, std::int64_t created_ms, std::string view) {
  const std::lock_guard lock(mutex_);
  if (touched_) touched_->insert(table);
  if (put(table, {created_ms, true}, std::move(view))) changed();
}

void Lobby::hide(const std::string& table) {
  {
    const std::lock_guard lock(mutex_);
    if (touched_) touched_->insert(table);
    if (!remove(table)) return;
    changed();
    if (!more_ || touched_ || views_.size() >= kFewListed) return;
  }
  start(open());
}

void Lobby::left_memory(const std::string& table) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(table);
  if (found != known_.end()) found->second.said = false;
}

// --- other nodes' tables ---

Task<void> Lobby::keep_reading() {
  const auto is_watched = [this] {
    const std::lock_guard lock(mutex_);
    reading_ = !watchers_.empty() && !site_.stopping;
    return reading_;
  };
  while (is_watched()) {
    co_await read();
    co_await after(site_.home(), kLookAround);
  }
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
    bool is_first = false;
    {
      const std::lock_guard lock(mutex_);
      is_first = site_.store.peers() != nullptr && !std::exchange(reading_, true);
      watchers_[asker.connection] = asker.line;
      const std::int64_t now = site_.now_ms();
      if (!list_ || (stale_ && now - written_ms_ >= kPush.count())) write(now);
      if (stale_) changed();
      list = list_;
    }
    send(asker, MessageText("tables", asker.re).add(std::move(list)).take());
    if (is_first) start(keep_reading());
  });
}

void Lobby::leave(ConnectionId connection) {
  site_.home().run([this, connection] {
    const std::lock_guard lock(mutex_);
    watchers_.erase(connection);
  });
}

}  // namespace bastide::server
