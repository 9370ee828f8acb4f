// Taking back by consent. The log only grows: what was taken back stays in it, and a line after it
// says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/async/task.h"
#include "server/hub/denial.h"
#include "server/message/client_message.h"

namespace bastide::server {

class TableActor;

class TakingBack {
 public:
  explicit TakingBack(TableActor& table) : t(table) {}

  Task<Answer> ask(const Asker& asker, const ClientMessage& message);
  Task<Answer> answer(const Asker& asker, const ClientMessage& message);
  // Somebody fewer has to consent.
  Task<void> look_again();
  // The game has gone on: a request of one who has answered again is void.
  void forget_if_moved_on();
  void forget() { request_.reset(); }
  // To a newcomer, if something is asked.
  void tell(const Asker& asker) const;

 private:
  struct Request {
    int seat = 0;
    std::int64_t seq = 0;
    std::string guest;
    std::vector<std::string> granted;  // by guests
  };
  bool is_granted() const;
  std::size_t most() const;  // how often it may be done in this game
  std::string members() const;
  Task<Answer> take_back(std::optional<Asker> asker);

  TableActor& t;
  std::optional<Request> request_;
};

}  // namespace bastide::server
