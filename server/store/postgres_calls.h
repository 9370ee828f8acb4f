// The writes of a group as calls of the store's functions.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "server/store/postgres.h"
#include "server/store/write.h"

namespace bastide::server::postgres {

// Under which name and number a group is written and answered.
struct GroupKey {
  std::string writer;
  std::int64_t number = 0;
};

// Writes that are one call, by their places in the group, in the order of their answers.
struct Part {
  std::vector<std::size_t> writes;
  Call call;
};

// In the order of the group; changes that stand together are one call.
std::vector<Part> parts_of(const GroupKey& key, std::span<const Write> group);

// Locks all tables of the group, in the order of their ids: for a group of several parts, so that
// no two such groups wait for each other. None if there are none.
std::optional<Call> lock_call(std::span<const Write> group);

// What a verdict of the functions means for this write.
StoreResult result_of(const Write& write, std::int64_t verdict, std::int64_t detail);

// Statements that the calls use.
std::vector<Statement> write_statements();

}  // namespace bastide::server::postgres
