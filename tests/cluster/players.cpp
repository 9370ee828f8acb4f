// People at many tables who play to the end whatever happens to the servers (people.h).
//   bastide_players --port P[,P…] --report FILE [--tables N] [--think MS] [--seconds S] [--seed N]
//   bastide_players --duel P,P --report FILE [--tables N]
// The report says what they were told, by table, and how often what happened; a line each second
// says how far they are. --duel gives two nodes the same answer at the same moment (duel.h).
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>

#include "tests/cluster/duel.h"
#include "tests/cluster/people.h"
#include "tests/open_files.h"

namespace bastide::test_help {
namespace {

struct Plan {
  PeopleOptions people;
  int seconds = 300;
  bool duel = false;
  std::string report;
};

std::vector<std::uint16_t> ports_in(const char* text) {
  std::vector<std::uint16_t> ports;
  std::istringstream in(text);
  for (std::string one; std::getline(in, one, ',');)
    ports.push_back(static_cast<std::uint16_t>(std::atoi(one.c_str())));
  return ports;
}

bool read_arguments(int argc, char** argv, Plan& plan) {
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    const char* value = argv[i + 1];
    if (name == "--port" || name == "--duel") {
      plan.people.ports = ports_in(value);
      plan.duel = name == "--duel";
    } else if (name == "--report") {
      plan.report = value;
    } else if (name == "--tables") {
      plan.people.tables = static_cast<std::size_t>(std::atol(value));
    } else if (name == "--think") {
      plan.people.think = milliseconds(std::atol(value));
    } else if (name == "--seconds") {
      plan.seconds = std::atoi(value);
    } else if (name == "--seed") {
      plan.people.seed = static_cast<std::uint64_t>(std::atoll(value));
    } else {
      return false;
    }
  }
  return argc % 2 == 1 && !plan.people.ports.empty() && !plan.report.empty() &&
         (!plan.duel || plan.people.ports.size() == 2);
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string list_of(const std::vector<std::string>& texts, bool as_texts) {
  std::string out = "[";
  for (const std::string& one : texts) {
    if (out.size() > 1) out += ',';
    out += as_texts ? quoted(one) : one;
  }
  return out + "]";
}

std::string counts_text(const PeopleCounts& counts) {
  return fmt::format(
      R"({{"acknowledged":{},"answers":{},"lines_lost":{},"refused_lines":{},"resent":{},"kept":{},)"
      R"("storage":{},"stale":{},"behind":{},"waited_long":{},"untold":{}}})",
      counts.acknowledged, counts.answers, counts.lines_lost, counts.refused_lines, counts.resent,
      counts.kept, counts.storage, counts.stale, counts.behind, counts.waited_long, counts.untold);
}

void write_report(const std::string& path, const PeopleCounts& counts,
                  const std::vector<ToldTable>& tables, const std::vector<std::string>& faults) {
  std::ofstream out(path);
  out << R"({"counts":)" << counts_text(counts) << R"(,"faults":)" << list_of(faults, true)
      << R"(,"tables":[)";
  bool first = true;
  for (const ToldTable& table : tables) {
    out << (std::exchange(first, false) ? "\n" : ",\n") << R"({"id":)" << quoted(table.id)
        << R"(,"bot":)" << table.with_bot << R"(,"clock":)" << table.with_clock << R"(,"over":)"
        << table.over << R"(,"actions":)" << list_of(table.actions, false) << R"(,"told_at_ms":[)";
    for (std::size_t i = 0; i < table.told_at_ms.size(); ++i)
      out << (i > 0 ? "," : "") << table.told_at_ms[i];
    out << "]}";
  }
  out << "\n]}\n";
}

int play(const Plan& plan) {
  People people(plan.people);
  people.play(std::chrono::seconds(plan.seconds), [&] {
    fmt::print(R"({{"over":{},"of":{},"faults":{},"counts":{}}})"
               "\n",
               people.tables_over(), people.tables().size(), people.faults().size(),
               counts_text(people.counts()));
    std::fflush(stdout);
  });
  write_report(plan.report, people.counts(), people.tables(), people.faults());
  return people.all_over() && people.faults().empty() ? 0 : 1;
}

int duel(const Plan& plan) {
  Duel duel(plan.people.ports[0], plan.people.ports[1], plan.people.seed);
  for (std::size_t i = 0; i < plan.people.tables; ++i) duel.play_table();
  write_report(plan.report, {}, duel.tables(), duel.faults());
  fmt::print("{} answers given to two nodes at once: {} acknowledged once, {} refused as stale\n",
             duel.rounds(), duel.acknowledged(), duel.stale());
  return duel.faults().empty() ? 0 : 1;
}

}  // namespace
}  // namespace bastide::test_help

int main(int argc, char** argv) {
  bastide::test_help::allow_many_files();
  bastide::test_help::Plan plan;
  if (!read_arguments(argc, argv, plan)) {
    fmt::print(stderr,
               "usage: bastide_players --port P[,P...] --report FILE [--tables N] [--think MS] "
               "[--seconds S] [--seed N]\n       bastide_players --duel P,P --report FILE "
               "[--tables N]\n");
    return 2;
  }
  return plan.duel ? bastide::test_help::duel(plan) : bastide::test_help::play(plan);
}
