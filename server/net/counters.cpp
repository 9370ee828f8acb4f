#include "server/net/context.h"

namespace bastide::server {

namespace {

void add(std::string& text, std::string_view name, std::string_view type, std::string_view help,
         std::uint64_t value) {
  const std::string full = "bastide_net_" + std::string(name);
  text.append("# HELP ").append(full).append(" ").append(help).append("\n");
  text.append("# TYPE ").append(full).append(" ").append(type).append("\n");
  text.append(full).append(" ").append(std::to_string(value)).append("\n");
}

}  // namespace

std::string Common::figures() const {
  const auto sum = [this](auto counter) {
    std::uint64_t all = 0;
    for (const Context& one : contexts) all += counter(one.counters).value();
    return all;
  };
  const auto total = [&](std::string& text, std::string_view name, std::string_view help,
                         Count NetCounters::* counter) {
    add(text, name, "counter", help,
        sum([counter](const NetCounters& c) -> const Count& { return c.*counter; }));
  };
  std::string text;
  add(text, "connections", "gauge", "Connections open now, HTTP and WebSocket.", open);
  add(text, "websockets", "gauge", "WebSockets open now.", websockets);
  add(text, "unread_bytes", "gauge", "Bytes that wait for clients to read them.", unread);
  total(text, "accepted_total", "Connections accepted.", &NetCounters::accepted);
  total(text, "turned_away_total", "Connections over the limit.", &NetCounters::turned_away);
  total(text, "accept_errors_total", "Connections that the system could not give us.",
        &NetCounters::accept_errors);
  total(text, "messages_in_total", "WebSocket messages received.", &NetCounters::messages_in);
  total(text, "messages_out_total", "WebSocket messages sent.", &NetCounters::messages_out);
  total(text, "message_bytes_out_total", "Bytes of them, before compression.",
        &NetCounters::bytes_out);
  total(text, "slow_cut_total", "WebSockets cut because the client did not read.",
        &NetCounters::slow_cut);
  total(text, "broke_form_total", "WebSockets closed for frames against the rules.",
        &NetCounters::broke_form);
  text += "# HELP bastide_net_answers_total HTTP answers by class of status.\n";
  text += "# TYPE bastide_net_answers_total counter\n";
  for (std::size_t i = 2; i < std::tuple_size_v<decltype(NetCounters::answers)>; ++i)
    text +=
        "bastide_net_answers_total{status=\"" + std::to_string(i) + "xx\"} " +
        std::to_string(sum([i](const NetCounters& c) -> const Count& { return c.answers[i]; })) +
        "\n";
  return text;
}

}  // namespace bastide::server
