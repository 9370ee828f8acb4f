// A client over plain sockets, for tests of the server: honest where it is asked to be, and able to
// send whatever it is told.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace bastide::test_help {

using std::chrono::milliseconds;
inline constexpr milliseconds kPatience{5000};

class Wire {
 public:
  explicit Wire(std::uint16_t port, int receive_buffer = 0);
  Wire(Wire&& other) noexcept;
  Wire& operator=(Wire&& other) noexcept;
  ~Wire();

  bool open() const { return fd_ >= 0; }
  int fd() const { return fd_; }
  bool send(std::string_view bytes);  // all of it, waiting if need be
  // Reads what there is, waiting for the first byte. Empty: closed, or nothing came in time.
  std::string read_some(milliseconds patience = kPatience);
  // Whether the other side ends the connection in time; what it still sends is thrown away.
  bool ends(milliseconds patience = kPatience);
  void finish_sending();
  void close();

 private:
  int fd_ = -1;
};

struct Answer {
  int status = 0;                              // 0: none came
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// Reads answers one after another from one connection.
class HttpClient {
 public:
  explicit HttpClient(std::uint16_t port) : wire(port) {}
  Answer ask(std::string_view request, bool head = false);  // the whole text of a request
  Answer get(std::string_view path, std::string_view more_headers = {});
  Answer read_answer(bool head = false, milliseconds patience = kPatience);
  Wire wire;

 private:
  std::string rest_;
};

// The cookie "bastide=…" of a new guest, or an empty text.
std::string new_session(std::uint16_t port, std::string_view name = {});

// "GET /ws" with all that an upgrade needs.
std::string upgrade_request(std::uint16_t port, std::string_view cookie,
                            std::string_view more_headers = {}, std::string_view origin = {});

// "GET /bot?table=ID", as a program sends it: without cookie and Origin.
std::string program_request(std::uint16_t port, std::string_view table,
                            std::string_view more_headers = {});
// The token of a new bot account, or an empty text.
std::string new_bot(std::uint16_t port, std::string_view name);

enum class Op : std::uint8_t { more = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

// The bytes of a frame as a client sends it.
std::string client_frame(Op op, std::string_view payload, bool last = true, bool masked = true);
// The same of a message, packed.
std::string packed_client_frame(std::string_view text);

struct Frame {
  Op op = Op::text;
  std::string payload;
  bool compressed = false;
  // Of a close frame.
  int code() const;
};
// Takes one frame off the front of what has come; nothing if it is not complete.
std::optional<Frame> take_frame(std::string& bytes);

// What permessage-deflate has made of a connection's messages, one after another.
class Inflater {
 public:
  Inflater();
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  std::string operator()(std::string_view packed);  // empty if it is damaged

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};
// What a client with the smallest window makes of a text.
std::string deflated(std::string_view text);

inline constexpr std::string_view kOfferDeflate =
    "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n";

class WsClient {
 public:
  // Not open if the upgrade was refused; `status` says how.
  WsClient(std::uint16_t port, std::string_view cookie, int receive_buffer = 0,
           std::string_view more_headers = {});
  // By this request.
  static WsClient by(std::uint16_t port, std::string_view request, int receive_buffer = 0);
  bool open() const { return status == 101 && wire.open(); }
  bool send(std::string_view text) { return wire.send(client_frame(Op::text, text)); }
  // The next frame that is not a ping (those are answered); nothing if none comes in time.
  std::optional<Frame> read(milliseconds patience = kPatience);
  // The next text of this "type"; others are passed over.
  std::optional<std::string> read_type(std::string_view type, milliseconds patience = kPatience);

  Wire wire;
  int status = 0;

 private:
  explicit WsClient(Wire opened) : wire(std::move(opened)) {}
  void upgrade(std::string_view request);

  std::string rest_;
};

}  // namespace bastide::test_help
