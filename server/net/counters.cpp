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

std::string counters_text(const NetCounters& c, std::size_t open) {
  std::string text;
  add(text, "connections", "gauge", "Connections open now, HTTP and WebSocket.", open);
  add(text, "websockets", "gauge", "WebSockets open now.", c.websockets);
  add(text, "accepted_total", "counter", "Connections accepted.", c.accepted);
  add(text, "turned_away_total", "counter", "Connections over the limit.", c.turned_away);
  add(text, "accept_errors_total", "counter", "Connections that the system could not give us.",
      c.accept_errors);
  add(text, "messages_in_total", "counter", "WebSocket messages received.", c.messages_in);
  add(text, "messages_out_total", "counter", "WebSocket messages sent.", c.messages_out);
  add(text, "message_bytes_out_total", "counter", "Bytes of them, before compression.",
      c.bytes_out);
  add(text, "slow_cut_total", "counter", "WebSockets cut because the client did not read.",
      c.slow_cut);
  add(text, "broke_form_total", "counter", "WebSockets closed for frames against the rules.",
      c.broke_form);
  text += "# HELP bastide_net_answers_total HTTP answers by class of status.\n";
  text += "# TYPE bastide_net_answers_total counter\n";
  for (std::size_t i = 2; i < c.answers.size(); ++i)
    text += "bastide_net_answers_total{status=\"" + std::to_string(i) + "xx\"} " +
            std::to_string(c.answers[i]) + "\n";
  return text;
}

}  // namespace bastide::server
