#include "tools/store/copying.h"

#include <algorithm>
#include <limits>

#include "tools/store/table_fault.h"
#include "tools/store/waiting.h"

namespace bastide::tools {

namespace {

using server::GuestRow;
using server::Store;
using server::StoreError;
using server::StoreResult;
using server::TableCopy;
using FoundGuest = server::Stored<std::optional<GuestRow>>;

constexpr auto kNoLimit = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());

// Addresses are hashes with a secret of their store, for a day: they mean nothing elsewhere.
bool same(const TableCopy& one, const TableCopy& other) {
  return one.row == other.row && one.holders == other.holders && one.actions == other.actions &&
         one.owner.host == other.owner.host && one.owner.listed == other.owner.listed &&
         one.owner.bots_alone == other.owner.bots_alone;
}

bool same(GuestRow one, const GuestRow& other) {
  one.address = other.address;
  return one == other;
}

// What the store has of these guests, by their order; an error is told and leaves nothing.
std::vector<std::optional<GuestRow>> found_guests(Store& store, const std::vector<GuestRow>& guests,
                                                  StoreReport& report) {
  std::vector<std::future<FoundGuest>> reads;
  for (const GuestRow& guest : guests)
    reads.push_back(reading<std::optional<GuestRow>>(
        [&](auto done) { store.find_guest(guest.id, std::move(done)); }));
  std::vector<std::optional<GuestRow>> found;
  for (auto& read : reads) {
    FoundGuest guest = read.get();
    if (const auto* error = std::get_if<StoreError>(&guest)) report.stopped = error->text;
    found.push_back(std::holds_alternative<StoreError>(guest) ? std::nullopt
                                                              : std::get<0>(std::move(guest)));
  }
  return found;
}

}  // namespace

bool StoreCopy::may_go_on() {
  if (report_.stopped.empty())
    if (auto trouble = trouble_()) report_.stopped = *std::move(trouble);
  return report_.stopped.empty();
}

// A store that cannot write at all ends the copy; one that takes a single thing amiss does not.
bool StoreCopy::is_kept(const StoreResult& result, const std::string& where) {
  if (result.status == server::StoreStatus::io_error) report_.stopped = result.text;
  if (!result.ok()) report_.failed.push_back({where, result.text});
  return result.ok();
}

// --- guests ---

bool StoreCopy::copy_guests(std::vector<GuestRow> guests) {
  if (!may_go_on()) return false;
  const auto there = found_guests(to_, guests, report_);
  if (!report_.stopped.empty()) return false;
  std::vector<GuestRow> written;
  std::vector<std::future<StoreResult>> writes;
  for (std::size_t i = 0; i < guests.size(); ++i) {
    ++report_.guests;
    guests[i].address.clear();
    if (!there[i]) {
      writes.push_back(
          writing([&](auto done) { to_.put_guest(guests[i], kNoLimit, std::move(done)); }));
      written.push_back(guests[i]);
    } else if (!same(guests[i], *there[i])) {
      report_.failed.push_back({"guest " + guests[i].id, "another one is there already"});
    }
  }
  std::vector<GuestRow> kept;
  for (std::size_t i = 0; i < written.size(); ++i)
    if (is_kept(writes[i].get(), "guest " + written[i].id)) kept.push_back(written[i]);
  check_guests(kept);
  return report_.stopped.empty();
}

void StoreCopy::check_guests(const std::vector<GuestRow>& guests) {
  const auto arrived = found_guests(to_, guests, report_);
  for (std::size_t i = 0; i < guests.size(); ++i)
    if (!arrived[i] || !same(guests[i], *arrived[i]))
      report_.failed.push_back({"guest " + guests[i].id, "did not arrive as it was"});
}

// --- tables ---

bool StoreCopy::copy_tables(const std::vector<ReadTable>& tables) {
  if (!may_go_on()) return false;
  std::vector<std::future<Found>> there;
  for (const ReadTable& table : tables) there.push_back(reading_copy(to_, table.id));
  std::vector<const ReadTable*> written;
  std::vector<std::future<StoreResult>> writes;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const ReadTable& table = tables[i];
    const Found found = there[i].get();
    if (const auto* error = std::get_if<StoreError>(&found)) report_.stopped = error->text;
    if (!report_.stopped.empty() || !table.copy) continue;
    ++report_.tables;
    report_.actions += table.copy->actions.size();
    if (auto wrong = fault_of(*table.copy))
      report_.damaged.push_back({"table " + table.id, *std::move(wrong)});
    const auto& other = std::get<std::optional<TableCopy>>(found);
    if (other && same(*table.copy, *other)) {
      ++report_.present;
    } else if (other) {
      report_.failed.push_back({"table " + table.id, "another one is there already"});
    } else {
      writes.push_back(writing([&](auto done) { to_.put_copy(*table.copy, std::move(done)); }));
      written.push_back(&table);
    }
  }
  std::vector<const ReadTable*> kept;
  for (std::size_t i = 0; i < written.size(); ++i)
    if (is_kept(writes[i].get(), "table " + written[i]->id)) kept.push_back(written[i]);
  check_tables(kept);
  return report_.stopped.empty();
}

void StoreCopy::check_tables(const std::vector<const ReadTable*>& written) {
  std::vector<std::future<Found>> reads;
  for (const ReadTable* table : written) reads.push_back(reading_copy(to_, table->id));
  for (std::size_t i = 0; i < written.size(); ++i) {
    const Found found = reads[i].get();
    const auto* arrived = std::get_if<std::optional<TableCopy>>(&found);
    if (arrived == nullptr || !*arrived || !same(*written[i]->copy, **arrived))
      report_.failed.push_back({"table " + written[i]->id, "did not arrive as it was"});
  }
}

// What is in the target and was not in the source.
void StoreCopy::find_strangers(const std::vector<std::string>& ids) {
  const auto there = ids_of(to_);
  if (const auto* error = std::get_if<StoreError>(&there)) {
    report_.stopped = error->text;
    return;
  }
  for (const std::string& id : std::get<0>(there))
    if (!std::ranges::binary_search(ids, id))
      report_.failed.push_back({"table " + id, "is there, and comes from elsewhere"});
}

StoreReport StoreCopy::run() {
  auto read = ids_of(from_);
  if (const auto* error = std::get_if<StoreError>(&read)) {
    report_.stopped = error->text;
    return report_;
  }
  auto& ids = std::get<std::vector<std::string>>(read);
  std::ranges::sort(ids);
  const bool is_through =
      walk_guests(from_, report_, [&](auto guests) { return copy_guests(std::move(guests)); }) &&
      walk_tables(from_, ids, report_, [&](const auto& tables) { return copy_tables(tables); });
  if (is_through) find_strangers(ids);
  return report_;
}

}  // namespace bastide::tools
