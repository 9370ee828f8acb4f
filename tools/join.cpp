// bastide join: a bot of ours, or any program that speaks the bot protocol, at a table of a server.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bots/bot.h"
#include "engine/notation/parse.h"
#include "tools/commands.h"
#include "tools/console.h"
#include "tools/join/bridge.h"

namespace bastide::tools {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCommandPrefix = "cmd:";

int refuse_to_join(std::string_view sentence, int code = kExitMalformed) {
  complain("join: " + std::string(sentence));
  return code;
}

std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text)
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  return out + "'";
}

// The command that starts the bot. Ours are programs as well: this one, by another subcommand.
std::variant<std::string, int> command_of(const std::string& bot) {
  if (bot.starts_with(kCommandPrefix)) {
    if (bot.size() > kCommandPrefix.size()) return bot.substr(kCommandPrefix.size());
    return refuse_to_join("cmd: wants a command, like cmd:./mybot");
  }
  auto built = build_bot(bot);
  if (const auto* wrong = std::get_if<std::string>(&built)) return refuse_to_join(*wrong);
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return refuse_to_join("this program cannot find itself: " + error.message());
  return "exec " + shell_quoted(program.native()) + " bot " + shell_quoted(bot);
}

std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// A new account's token, or why there is none.
std::variant<std::string, int> new_token(const TableAddress& address, const std::string& name) {
  Json body = Json::object();
  body["name"] = name;
  auto asked = post_to_server(address, "/api/bots", line_of(body));
  if (const auto* wrong = std::get_if<std::string>(&asked))
    return refuse_to_join("no account: " + *wrong, kExitIllegal);
  const HttpAnswer& answer = std::get<HttpAnswer>(asked);
  auto parsed = parse_json(answer.body);
  const auto* json = std::get_if<Json>(&parsed);
  const bool object = json != nullptr && json->is_object();
  const std::string token = object ? text_of(*json, "token") : std::string();
  if (answer.status == 200 && !token.empty()) return token;
  const std::string why = object ? text_of(*json, "error") : std::string();
  return refuse_to_join("no account: status " + std::to_string(answer.status) + " " + why,
                        kExitIllegal);
}

// Nobody else may read it, and one that is there is never written over.
bool keep_token(const std::string& file, const std::string& token) {
  const int out = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (out < 0) return false;
  const std::string line = token + "\n";
  const bool written = ::write(out, line.data(), line.size()) == static_cast<ssize_t>(line.size());
  return ::close(out) == 0 && written;
}

std::variant<std::string, int> token_of(const JoinOptions& options, const TableAddress& address) {
  if (options.token_file.empty() && options.name.empty())
    return refuse_to_join("give the account's --token-file, or the --name of a new one");
  std::error_code ignored;
  if (!options.token_file.empty() && fs::exists(options.token_file, ignored)) {
    std::ifstream in(options.token_file);
    std::string token;
    if (in >> token) return token;
    return refuse_to_join("the file " + options.token_file + " holds no token");
  }
  if (options.name.empty())
    return refuse_to_join("there is no file " + options.token_file +
                          "; --name makes an account and the file");
  auto token = new_token(address, options.name);
  if (const auto* made = std::get_if<std::string>(&token);
      made != nullptr && !options.token_file.empty() && !keep_token(options.token_file, *made))
    return refuse_to_join("the file " + options.token_file + " cannot be written");
  return token;
}

}  // namespace

int run_join(const JoinOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);
  auto address = read_table_address(options.url);
  if (const auto* wrong = std::get_if<std::string>(&address)) return refuse_to_join(*wrong);
  auto command = command_of(options.bot);
  if (const auto* code = std::get_if<int>(&command)) return *code;
  auto token = token_of(options, std::get<TableAddress>(address));
  if (const auto* code = std::get_if<int>(&token)) return *code;
  BridgeOptions bridge;
  bridge.address = std::get<TableAddress>(address);
  bridge.command = std::get<std::string>(command);
  bridge.token = std::get<std::string>(token);
  bridge.think = std::chrono::milliseconds(options.ms);
  bridge.retry = std::chrono::seconds(options.retry);
  bridge.remark = [](std::string_view what) { complain("join: " + std::string(what)); };
  const std::string why = run_bridge(bridge);
  return why.empty() ? kExitOk : refuse_to_join(why, kExitIllegal);
}

}  // namespace bastide::tools
