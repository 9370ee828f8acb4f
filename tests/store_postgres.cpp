#include "tests/store_postgres.h"

#include <libpq-fe.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <grp.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <thread>
#include <vector>

namespace bastide::server {

namespace {

namespace fs = std::filesystem;

// PostgreSQL does not run as root: then it is the user postgres, or nobody's own.
const passwd* server_user() {
  if (::getuid() != 0) return ::getpwuid(::getuid());
  const passwd* found = ::getpwnam("postgres");
  return found != nullptr ? found : ::getpwnam("nobody");
}

// In the child: never again root, and gone with the parent.
void become_server_user() {
  if (::getuid() == 0) {
    const passwd* user = server_user();
    if (user == nullptr || ::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 ||
        ::setuid(user->pw_uid) != 0)
      ::_exit(127);
  }
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
}

pid_t spawn(const fs::path& folder, const std::vector<std::string>& words) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (::chdir(folder.c_str()) != 0) ::_exit(127);
  become_server_user();
  const int log = ::open("log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  ::dup2(log, 1);
  ::dup2(log, 2);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

std::string find_bin() {
  for (const char* place : {"/usr/lib/postgresql/15/bin", "/usr/lib/postgresql/16/bin",
                            "/usr/lib/postgresql/17/bin", "/usr/local/bin", "/usr/bin"})
    if (fs::exists(fs::path(place) / "initdb") && fs::exists(fs::path(place) / "postgres"))
      return place;
  return "";
}

}  // namespace

bool PostgresServer::is_needed() {
  const char* word = std::getenv("BASTIDE_TEST_POSTGRES");
  return word != nullptr && std::string_view(word) == "needed";
}

PostgresServer& PostgresServer::get() {
  static PostgresServer server;
  return server;
}

PostgresServer::PostgresServer() : bin_(find_bin()) {
  if (bin_.empty()) {
    missing_ = "PostgreSQL is not installed (no initdb): its store is not tested";
    return;
  }
  folder_ = fs::temp_directory_path() / ("bastide-postgres-" + std::to_string(::getpid()));
  run({bin_ + "/initdb", "-D", (folder_ / "data").string(), "-U", "postgres", "-A", "trust", "-E",
       "UTF8", "--locale=C", "--no-sync"});
  if (missing_.empty()) start();
}

PostgresServer::PostgresServer(const PostgresServer& primary)
    : folder_(primary.folder_.string() + "-standby"), bin_(primary.bin_) {
  run({bin_ + "/pg_basebackup", "-D", (folder_ / "data").string(), "-h", primary.folder_.string(),
       "-U", "postgres", "-R", "-X", "stream", "-c", "fast", "--no-sync"});
  if (missing_.empty()) start();
}

std::unique_ptr<PostgresServer> PostgresServer::start_standby() {
  return std::unique_ptr<PostgresServer>(new PostgresServer(*this));
}

// Waits for it.
void PostgresServer::run(const std::vector<std::string>& words) {
  fs::create_directories(folder_);
  if (::getuid() == 0 && ::chown(folder_.c_str(), server_user()->pw_uid, ::gid_t(-1)) != 0)
    missing_ = "the folder of PostgreSQL cannot be given to its user";
  const pid_t child = spawn(folder_, words);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0) missing_ = words.front() + " failed: see " + (folder_ / "log").string();
}

PostgresServer::~PostgresServer() {
  if (process_ > 0) stop(SIGQUIT);
  std::error_code ignored;
  if (missing_.empty()) fs::remove_all(folder_, ignored);
}

void PostgresServer::start() {
  process_ = spawn(folder_, {bin_ + "/postgres", "-D", (folder_ / "data").string(), "-k",
                             folder_.string(), "-c", "listen_addresses=", "-c", "fsync=off", "-c",
                             "max_connections=60", "-c", "shared_buffers=32MB"});
  for (int i = 0; i < 300 && !answers(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  if (!answers()) missing_ = "PostgreSQL did not start: see " + (folder_ / "log").string();
}

void PostgresServer::stop(int signal) {
  ::kill(process_, signal);
  ::waitpid(process_, nullptr, 0);
  process_ = -1;
}

void PostgresServer::signal_all(int signal) const {
  std::vector<pid_t> processes{process_};
  for (const auto& entry : fs::directory_iterator("/proc")) {
    if (entry.path().filename().string().find_first_not_of("0123456789") != std::string::npos)
      continue;
    std::ifstream stat(entry.path() / "stat");
    std::string text((std::istreambuf_iterator<char>(stat)), {});
    const std::size_t name_end = text.rfind(") ");
    if (name_end == std::string::npos) continue;
    std::istringstream rest(text.substr(name_end + 2));
    std::string state;
    pid_t parent = 0;
    if (rest >> state >> parent && parent == process_)
      processes.push_back(static_cast<pid_t>(std::stol(entry.path().filename())));
  }
  for (const pid_t one : processes) ::kill(one, signal);
}

void PostgresServer::promote() { execute("SELECT pg_promote(true, 30)"); }

bool PostgresServer::answers() { return PQping(uri().c_str()) == PQPING_OK; }

std::string PostgresServer::uri(const std::string& options) const {
  return "postgresql://postgres@/postgres?host=" + folder_.string() + options;
}

std::string PostgresServer::new_place() {
  const std::string name = "place_" + std::to_string(++places_);
  execute("CREATE SCHEMA " + name);
  return uri("&options=-csearch_path%3D" + name);
}

std::string PostgresServer::new_place(const PostgresServer& standby) {
  const std::string name = "place_" + std::to_string(++places_);
  execute("CREATE SCHEMA " + name);
  return "postgresql://postgres@/postgres?host=" + folder_.string() + "," +
         standby.folder_.string() + "&options=-csearch_path%3D" + name;
}

std::string PostgresServer::execute(const std::string& sql, const std::string& at) {
  PGconn* connection = PQconnectdb((at.empty() ? uri() : at).c_str());
  PGresult* result = PQexec(connection, sql.c_str());
  std::string value;
  if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) > 0)
    value = PQgetvalue(result, 0, 0);
  if (PQresultStatus(result) == PGRES_FATAL_ERROR) value = PQresultErrorMessage(result);
  PQclear(result);
  PQfinish(connection);
  return value;
}

}  // namespace bastide::server
