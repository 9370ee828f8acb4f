// New tables: from a wish to a table that is stored.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/async/task.h"
#include "server/fair/fair_draw.h"
#include "server/hub/denial.h"
#include "server/message/client_message.h"
#include "server/table/table.h"

namespace bastide::server {

struct Site;
class TableActor;

// The next table of a connection: its id is fixed together with its secret, so that nobody can
// choose either after having seen a nonce.
struct Promise {
  std::string table;
  Seed secret;
};
Promise new_promise();

// `create`: what is wrong with it at once, or nothing; then the answer comes when it is stored.
// Takes the promise if a table is made of it.
Answer found_table(Site& site, const Asker& asker, const ClientMessage& message,
                   std::optional<Promise>& promise);

// A table that is not stored yet.
std::shared_ptr<TableActor> new_table(Site& site, TableConfig config, TableMeta meta,
                                      Promise promise);
// The first job of a new table. What is wrong, if it cannot be stored or there is no room for it.
Task<Answer> store_table(TableActor& table, const Asker& asker);

}  // namespace bastide::server
