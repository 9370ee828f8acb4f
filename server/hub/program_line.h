// The line of a program: the visitor at the other end of its WebSocket. It says hello with the token
// of its account, is brought to its table, and from then on the table hears what it says.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/messages.h"
#include "server/async/task.h"
#include "server/hub/allowance.h"
#include "server/hub/connection.h"
#include "server/hub/denial.h"

namespace bastide::server {

struct Site;

class ProgramLine final : public Visitor, public std::enable_shared_from_this<ProgramLine> {
 public:
  static Allowance allowance() { return {20, 60}; }
  static constexpr int kMaxTooFast = 200;

  ProgramLine(Site& site, Loop& loop, std::shared_ptr<Connection> connection, std::string table);
  void open();  // says hello first

  void receive(std::string_view text) override;
  void silent(std::chrono::milliseconds) override {}
  void heard() override {}
  void gone() override;

  ConnectionId id() const { return id_; }

  // From any thread
  void say(std::string text) {
    if (!closed_) connection_->send(whole_text(std::move(text)));
  }
  void dismiss(std::string_view reason);                 // for good, with an error
  void farewell(std::string_view reason);                // for good
  void close(std::string_view reason) {                  // it may come again
    if (!closed_.exchange(true)) connection_->close(reason);
  }
  // Not granted: some things pass, and it may come again.
  void refuse(const Denial& denial);
  void move_to(std::string table);

 private:
  void hear(BotMessage message);
  Task<void> greet(BotMessage hello);
  void bring_to_table();

  Site& site_;
  Loop& loop_;
  const std::shared_ptr<Connection> connection_;
  const ConnectionId id_;
  std::string table_;
  Guest account_;  // empty before its hello
  bool greeting_ = false;
  std::atomic<bool> closed_{false};  // nothing more is said
  Allowance messages_ = allowance();
  std::vector<BotMessage> early_;  // said while the hello was looked at
};

}  // namespace bastide::server
