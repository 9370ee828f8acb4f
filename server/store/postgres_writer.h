// Group commit over PostgreSQL: all that waits is one transaction and one round trip.
//
// A write without an answer may have been done or not. The functions note what a group was answered
// under its number, in the transaction itself; so after a break the writer asks for that, and sends
// the group again, unchanged, if there is nothing. As long as the server is still at work on the
// first one, nothing else is sent to it; and should it be so without anybody's knowing, the second
// one meets the key of the first and is undone.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "server/store/postgres.h"
#include "server/store/postgres_calls.h"
#include "server/store/postgres_hints.h"
#include "server/store/threaded_store.h"

namespace bastide::server::postgres {

class PostgresWriter final : public GroupWriter {
 public:
  // `give_up_ms`: how long a group is tried while the server does not answer.
  // What has been written is added to the hints.
  PostgresWriter(std::shared_ptr<Place> place, int give_up_ms, std::shared_ptr<HintBuffer> hints);
  std::optional<std::string> connect() { return session_.connect(); }

  void commit(std::vector<Write>& group) override;

 private:
  enum class Step : std::uint8_t { done, again, reconnect, ask, apart, failed };

  void commit_as_one(std::span<Write> group);
  Step try_once(std::span<Write> group, const std::vector<Part>& parts, bool in_doubt);
  bool still_at_work();
  Step judge(const Outcome& outcome);
  bool take_answers(std::span<Write> group, const std::vector<Part>& parts, const Answer& answer);
  Step send(std::span<Write> group, const std::vector<Part>& parts);
  Step read_answers(std::span<Write> group, const std::vector<Part>& parts);
  void fail(std::span<Write> group, StoreStatus status);

  Session session_;
  const int give_up_ms_;
  std::shared_ptr<HintBuffer> hints_;
  GroupKey key_;       // of the last group; the name is unlike any other writer's
  bool away_ = false;  // the server was, when it was last tried for long
  std::string wrong_;  // the last thing that went wrong
  // The server's process that did not answer; empty if there is none. It may wait for a lock or for
  // a standby, and each one that is left behind holds a connection.
  std::string left_;
};

}  // namespace bastide::server::postgres
