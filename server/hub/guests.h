// Guests and programs' accounts: who a token stands for.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/async/task.h"
#include "server/hub/hub.h"
#include "server/store/store.h"

namespace bastide::server {

struct Site;

// From any thread. Tasks go on on the loop that they are given.
class Guests {
 public:
  explicit Guests(Site& site) : site_(site) {}

  Task<void> session(From from, std::string token, std::string name, Hub::SessionDone done);
  Task<void> make_bot_account(From from, std::string name, Hub::BotDone done);
  // A program's token opens no session of a person, and a person's no line of a program.
  Task<std::optional<GuestRow>> find_person(Loop& loop, std::string token);
  Task<std::optional<GuestRow>> find_bot(Loop& loop, std::string token);
  // The name of a guest who is in the cache.
  std::optional<std::string> name_of(const std::string& id) const;
  // Forgets those who never came back, a few at a time.
  Task<void> expire(Loop& loop);

 private:
  Site& site_;
};

}  // namespace bastide::server
