// A walk through all tables of a store, some at a time: read, and given to whoever asks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "server/store/store.h"
#include "tools/store/report.h"

namespace bastide::tools {

struct ReadTable {
  std::string id;
  // Nothing: it is gone by now, or could not be read, which the report tells.
  std::optional<server::TableCopy> copy;
};

// All ids in their order, or what is wrong.
server::Stored<std::vector<std::string>> ids_of(server::Store& store);

// Reads these tables. False if it was asked to stop, or if `each`, which is given some tables at a
// time, says so.
using EachTables = std::function<bool(std::vector<ReadTable>)>;
bool walk_tables(server::Store& store, const std::vector<std::string>& ids, StoreReport& report,
                 const EachTables& each);

// All guests, some at a time; so too.
using EachGuests = std::function<bool(std::vector<server::GuestRow>)>;
bool walk_guests(server::Store& store, StoreReport& report, const EachGuests& each);

}  // namespace bastide::tools
