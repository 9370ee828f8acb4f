// Seats, from the first wish to the first draw.
#pragma once

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

  // Nobody is missing any longer: the game begins, at once or as soon as the nonces of a rematch
  // are there or their time is up. To be asked of whoever drives the table: it was made, read or
  // taken over.
  Task<void> go_on();
  bool waits_for_nonces() const;

 private:
  bool lacks_nonce(const TableMeta& meta) const;
  Task<void> begin_if_full();
  TableActor& t;
};

}  // namespace bastide::server
