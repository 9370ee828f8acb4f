// Seats, from the first wish to the first draw.
#pragma once

#include <string>
#include <vector>

#include "server/async/task.h"
#include "server/hub/denial.h"
#include "server/message/client_message.h"
#include "server/table/table.h"

namespace bastide::server {

class TableActor;

class Seating {
 public:
  explicit Seating(TableActor& table) : t(table) {}

  Task<Answer> sit(const Asker& asker, const ClientMessage& message);
  Task<Answer> stand(const Asker& asker, const ClientMessage& message);
  Task<Answer> seat(const Asker& asker, const ClientMessage& message);
  Task<Answer> colour(const Asker& asker, const ClientMessage& message);
  Task<Answer> start(const Asker& asker, const ClientMessage& message);
  // Of a person's browser, mixed into the seed of the draws (docs/fair-draws.md). It is given after
  // the secret has been committed to, and before the game begins.
  Task<Answer> nonce(const Asker& asker, const ClientMessage& message);

  // Stores these seats, and the first draws if nobody is missing; tells everybody.
  Task<Answer> change(Asker asker, TableMeta meta);
  // The first draws are stored before anybody is told that the game has begun.
  Task<Answer> begin(Asker asker, TableMeta meta);

  // A rematch waits for these guests' nonces before it starts, for a while.
  void wait_for_nonces(std::vector<std::string> guests);
  bool waits_for_nonces() const { return !nonces_due_.empty(); }
  // Whoever has not given one by now plays without.
  Task<void> begin_without();

 private:
  bool lacks_nonce(const TableMeta& meta) const;
  TableActor& t;
  std::vector<std::string> nonces_due_;
};

}  // namespace bastide::server
