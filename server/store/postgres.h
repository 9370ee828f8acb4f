// libpq, as far as the store needs it: calls of prepared statements with binary parameters, sent in
// pipeline mode, and answers that are waited for until a deadline. A session belongs to one thread.
#pragma once

#include <libpq-fe.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/store.h"

namespace bastide::server::postgres {

struct Statement {
  const char* name;
  const char* sql;
};

// A call of a prepared statement. Parameters in their order; numbers are bigint.
class Call {
 public:
  explicit Call(const char* statement) : statement_(statement) {}

  Call& text(std::string_view value);
  Call& bytes(const Bytes32& value);
  Call& number(std::int64_t value);
  Call& flag(bool value);
  Call& texts(const std::vector<std::optional<std::string_view>>& values);
  Call& numbers(const std::vector<std::optional<std::int64_t>>& values);

  bool send(PGconn* connection) const;
  std::size_t bytes() const;

 private:
  const char* statement_;
  std::vector<std::string> values_;
};

// What a call gave. Columns from 0 on.
class Answer {
 public:
  explicit Answer(PGresult* result) : result_(result) {}
  int rows() const { return PQntuples(result_.get()); }
  bool is_null(int row, int column) const;
  std::string text(int row, int column) const;
  std::int64_t number(int row, int column) const;
  bool flag(int row, int column) const;
  bool bytes(int row, int column, Bytes32& value) const;  // false: not 32 bytes

 private:
  struct Clear {
    void operator()(PGresult* result) const { PQclear(result); }
  };
  std::unique_ptr<PGresult, Clear> result_;
};

enum class Fault : std::uint8_t {
  none,
  refused,  // the server said why, and nothing of it was done
  broken    // no answer: it may have been done or not
};

struct Outcome {
  Fault fault = Fault::none;
  std::string state;   // of a refusal: five characters, SQLSTATE
  std::string object;  // the constraint that was violated
  std::string text;    // in words
  std::vector<Answer> answers;
  // The server warned: somebody may have broken off its waiting for a standby, and what is told as
  // done is on one machine only.
  bool warned = false;
  bool ok() const { return fault == Fault::none; }
};

// Where the server is, and how far it had come when somebody last saw it: one that went back to an
// earlier timeline has lost its office to another, and nothing may be written there.
struct Place {
  std::string uri;
  int answer_ms = 5000;
  std::atomic<std::uint64_t> timeline = 0;
};

// How a session is, besides what is usual.
struct SessionKind {
  int answer_ms = 0;          // to wait for an answer; 0: as the place says
  const char* settings = "";  // SQL that is executed first
};

enum class News : std::uint8_t {
  none,
  some,
  broken  // the session is closed
};

class Session {
 public:
  Session(std::shared_ptr<Place> place, std::vector<Statement> statements, SessionKind kind = {});
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // What is wrong, if it fails.
  std::optional<std::string> connect();
  void close() { connection_.reset(); }
  bool connected() const { return connection_ != nullptr; }
  // Which of the server's processes it is or was last, in words that no other one has.
  const std::string& process() const { return process_; }

  // One transaction, one round trip. After a break the session is closed.
  Outcome run(const std::vector<Call>& calls);
  // Any statements without parameters, each with its own effect, in one round trip.
  Outcome execute(const std::string& sql);

  // What others have said by NOTIFY until now.
  std::vector<std::string> take_notifications();
  // Until there is something to read, the other descriptor has something, or so long.
  News wait_for_news(int descriptor, int most_ms);

 private:
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  Outcome pipeline(bool sent, std::size_t count, std::size_t bytes = 0);
  void begin_answer(std::size_t bytes);
  bool take(PGresult* result, Outcome& outcome);  // false: that was the end
  bool wait();                                    // for something to read; false: no more of it
  Outcome broken();
  std::optional<std::string> connect_to(int first_host);
  std::optional<std::string> prepare();
  std::optional<std::string> check_server();

  std::shared_ptr<Place> place_;
  std::vector<Statement> statements_;
  const SessionKind kind_;
  std::unique_ptr<PGconn, Finish> connection_;
  std::int64_t deadline_ms_ = 0;  // of the answer that is waited for
  bool warned_ = false;           // since it is waited for
  bool was_replaced_ = false;     // the server that it last met, by another one
  std::string process_;
};

}  // namespace bastide::server::postgres
