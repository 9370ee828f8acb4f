#include "server/hub/visitors.h"

#include "engine/notation/json_text.h"
#include "server/hub/limits.h"
#include "server/hub/person.h"

namespace bastide::server {

namespace {

// Takes a connection out of its owner's; whether it was there.
template <class Owners>
bool take_out(Owners& owners, const std::string& owner, ConnectionId id) {
  const auto found = owners.find(owner);
  if (found == owners.end() || found->second.erase(id) == 0) return false;
  if (found->second.empty()) owners.erase(found);
  return true;
}

}  // namespace

void Visitors::add(ConnectionId id, const std::string& guest, std::weak_ptr<Person> person) {
  const std::lock_guard lock(mutex_);
  if (people_[guest].emplace(id, std::move(person)).second) ++people_count_;
}

void Visitors::remove(ConnectionId id, const std::string& guest) {
  const std::lock_guard lock(mutex_);
  if (take_out(people_, guest, id)) --people_count_;
}

bool Visitors::is_here(const std::string& guest) const {
  const std::lock_guard lock(mutex_);
  return people_.contains(guest);
}

void Visitors::rename(const Guest& guest) {
  std::vector<std::shared_ptr<Person>> all;
  {
    const std::lock_guard lock(mutex_);
    const auto found = people_.find(guest.id);
    if (found == people_.end()) return;
    for (const auto& [id, person] : found->second)
      if (auto here = person.lock()) all.push_back(std::move(here));
  }
  for (const auto& person : all) person->rename(guest.name);
}

bool Visitors::add_line(ConnectionId id, const std::string& account,
                        std::weak_ptr<Connection> connection) {
  const std::lock_guard lock(mutex_);
  auto& all = lines_[account];
  if (all.size() >= kMaxLines) return false;
  if (all.emplace(id, std::move(connection)).second) ++line_count_;
  return true;
}

void Visitors::remove_line(ConnectionId id, const std::string& account) {
  const std::lock_guard lock(mutex_);
  if (take_out(lines_, account, id)) --line_count_;
}

std::size_t Visitors::people() const {
  const std::lock_guard lock(mutex_);
  return people_count_;
}

std::size_t Visitors::lines() const {
  const std::lock_guard lock(mutex_);
  return line_count_;
}

std::vector<std::shared_ptr<Person>> Visitors::all_people() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Person>> all;
  for (const auto& [guest, connections] : people_)
    for (const auto& [id, person] : connections)
      if (auto here = person.lock()) all.push_back(std::move(here));
  return all;
}

// Closing one may take it off the list: the mutex is not held meanwhile.
void Visitors::dismiss_all(std::string_view sentence) {
  const Text bye =
      MessageText("bye").members(ObjectText().text("reason", sentence).take_members()).take();
  for (const auto& person : all_people()) person->dismiss(bye, "the server is stopping");
  std::vector<std::shared_ptr<Connection>> programs;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [account, connections] : lines_)
      for (const auto& [id, connection] : connections)
        if (auto here = connection.lock()) programs.push_back(std::move(here));
  }
  for (const auto& program : programs) program->close("the server is stopping");
}

}  // namespace bastide::server
