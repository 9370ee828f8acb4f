#include "tools/store/walk.h"

#include <algorithm>

#include "tools/progress.h"
#include "tools/store/waiting.h"

namespace bastide::tools {

namespace {

using server::GuestRow;
using server::Store;
using server::Stored;
using server::StoreError;

constexpr std::size_t kIdsAtOnce = 10'000;
constexpr std::size_t kTablesAtOnce = 64;
constexpr std::size_t kGuestsAtOnce = 500;
constexpr std::string_view kInterrupted = "interrupted";

std::vector<ReadTable> read_tables(Store& store, std::vector<std::string> ids,
                                   StoreReport& report) {
  std::vector<std::future<Found>> reads;
  for (const std::string& id : ids) reads.push_back(reading_copy(store, id));
  std::vector<ReadTable> tables;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Found found = reads[i].get();
    if (const auto* error = std::get_if<StoreError>(&found))
      report.failed.push_back({"table " + ids[i], error->text});
    else
      tables.push_back({ids[i], std::get<0>(std::move(found))});
  }
  return tables;
}

bool is_stopped(StoreReport& report) {
  if (StopOnInterrupt::asked()) report.stopped = kInterrupted;
  return !report.stopped.empty();
}

}  // namespace

Stored<std::vector<std::string>> ids_of(Store& store) {
  std::vector<std::string> all;
  for (;;) {
    const std::string after = all.empty() ? std::string() : all.back();
    auto read = reading<std::vector<std::string>>([&](auto done) {
                  store.table_ids(after, kIdsAtOnce, std::move(done));
                }).get();
    auto* some = std::get_if<std::vector<std::string>>(&read);
    if (some == nullptr || some->empty()) {
      if (some == nullptr) return read;
      return all;
    }
    all.insert(all.end(), some->begin(), some->end());
  }
}

bool walk_tables(Store& store, const std::vector<std::string>& ids, StoreReport& report,
                 const EachTables& each) {
  const ProgressBar bar("tables");
  for (std::size_t first = 0; first < ids.size(); first += kTablesAtOnce) {
    if (is_stopped(report)) return false;
    const auto last = std::min(ids.size(), first + kTablesAtOnce);
    const auto at = [&](std::size_t index) {
      return ids.begin() + static_cast<std::ptrdiff_t>(index);
    };
    bar.show(first, ids.size());
    if (!each(read_tables(store, {at(first), at(last)}, report))) return false;
  }
  return true;
}

bool walk_guests(Store& store, StoreReport& report, const EachGuests& each) {
  std::string after;
  for (;;) {
    if (is_stopped(report)) return false;
    auto read = reading<std::vector<GuestRow>>([&](auto done) {
                  store.all_guests(after, kGuestsAtOnce, std::move(done));
                }).get();
    if (const auto* error = std::get_if<StoreError>(&read)) {
      report.stopped = error->text;
      return false;
    }
    auto& guests = std::get<std::vector<GuestRow>>(read);
    if (guests.empty()) return true;
    after = guests.back().id;
    if (!each(std::move(guests))) return false;
  }
}

}  // namespace bastide::tools
