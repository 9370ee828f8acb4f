#include "server/hub/metrics.h"

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/notation/json_text.h"
#include "server/hub/site.h"

namespace bastide::server {

namespace {

class Figures {
 public:
  void family(std::string_view name, std::string_view kind, std::string_view help) {
    out_.append("# HELP bastide_").append(name).append(" ").append(help);
    out_.append("\n# TYPE bastide_").append(name).append(" ").append(kind).append("\n");
    name_ = name;
  }
  // Families of one figure
  void counter(std::string_view name, std::string_view help, std::uint64_t number) {
    family(name, "counter", help);
    labelled({}, {}, number);
  }
  void counter(std::string_view name, std::string_view help, const Count& count) {
    counter(name, help, count.value());
  }
  void gauge(std::string_view name, std::string_view help, std::uint64_t number) {
    family(name, "gauge", help);
    labelled({}, {}, number);
  }
  void labelled(std::string_view label, std::string_view word, std::uint64_t number) {
    out_.append("bastide_").append(name_);
    if (!label.empty())
      out_.append("{").append(label).append("=").append(quoted_text(word)).append("}");
    out_.append(" ").append(std::to_string(number)).append("\n");
  }
  void seconds(std::uint64_t microseconds) {
    std::string fraction = std::to_string(microseconds % 1'000'000);
    fraction.insert(0, 6 - fraction.size(), '0');
    out_.append("bastide_").append(name_).append(" ");
    out_.append(std::to_string(microseconds / 1'000'000)).append(".").append(fraction).append("\n");
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  std::string_view name_;
};

// Whose number, or speed, is limited: by what the refusal says in detail.
constexpr RefusedDetail kLimits[] = {RefusedDetail::watched, RefusedDetail::opened,
                                     RefusedDetail::server,  RefusedDetail::address,
                                     RefusedDetail::rematch, RefusedDetail::bots_alone,
                                     RefusedDetail::undos};

void add_refusals(Figures& out, const Counters& counters) {
  out.family("messages_total", "counter", "Well-formed messages from clients.");
  for (const ClientDef& def : client_messages())
    out.labelled("type", def.name, counters.messages[static_cast<std::size_t>(def.type)].value());
  out.family("refusals_total", "counter", "Messages refused, by code.");
  for (std::size_t i = 0; i < counters.refusals.size(); ++i)
    out.labelled("code", kRefusedNames[i], counters.refusals[i].value());
  out.family("limits_total", "counter", "Refusals as too_many or too_fast, by whose limit it was.");
  out.labelled("of", "connection", counters.limits[0].value());
  for (const RefusedDetail of : kLimits)
    out.labelled("of", name_of(of), counters.limits[static_cast<std::size_t>(of)].value());
}

void add_games(Figures& out, const Counters& counters) {
  out.counter("actions_total", "Actions stored, draws included.", counters.actions);
  out.counter("games_finished_total", "Games played to their end.", counters.games_finished);
  out.counter("games_abandoned_total", "Games ended because a player had gone.",
              counters.games_abandoned);
  out.counter("bot_moves_total", "Answers of bots.", counters.bot_moves);
  out.family("bot_seconds_total", "counter", "Time that bots have thought.");
  out.seconds(counters.bot_us.value());
  out.counter("bot_accounts_total", "Accounts made for programs.", counters.bot_accounts);
  out.counter("program_moves_total", "Answers of programs.", counters.program_moves);
  out.counter("program_errors_total", "Answers of programs that were refused, late or wrong.",
              counters.program_errors);
  out.counter("program_forfeits_total", "Seats that programs have lost by their own fault.",
              counters.program_forfeits);
}

void add_keeping(Figures& out, const Counters& counters) {
  out.counter("storage_failures_total", "Writes of tables that failed.", counters.storage_failures);
  out.counter("damaged_tables_total", "Tables whose stored record could not be read.",
              counters.damaged_tables);
  out.counter("tables_loaded_total", "Tables read into memory.", counters.tables_loaded);
  out.counter("tables_unloaded_total", "Tables that left the memory.", counters.tables_unloaded);
  out.counter("tables_closed_total", "Tables closed because nobody came.", counters.tables_closed);
  out.counter("tables_forgotten_total", "Tables without a result that were forgotten.",
              counters.tables_forgotten);
  out.counter("guests_forgotten_total", "Guests forgotten because they never came back.",
              counters.guests_forgotten);
}

void add_store(Figures& out, const StoreStats& stats) {
  out.counter("store_writes_total", "Writes acknowledged by the store.", stats.writes);
  out.counter("store_commits_total", "Transactions that these took.", stats.commits);
  out.counter("store_conflicts_total", "Writes refused because somebody else was first.",
              stats.conflicts);
  out.counter("store_full_total", "Writes refused because of a limit.", stats.full);
  out.counter("store_errors_total", "Writes that the store could not make.", stats.errors);
  out.gauge("store_queued", "Writes that wait for the disk.", stats.queued);
  out.counter("store_reads_total", "Reads answered by the store.", stats.reads);
}

void add_nodes(Figures& out, const Site& site) {
  out.gauge("nodes", "Nodes whose leases hold, this one as well.", site.nodes.living());
  out.gauge("lease", "Whether this node holds one.", site.nodes.holds() ? 1 : 0);
  out.counter("leases_lost_total", "Leases that ran out.", site.counters.leases_lost);
  out.counter("hints_total", "Hints about what other nodes have done.", site.counters.hints_heard);
  out.counter("changes_followed_total", "Changes of tables that other nodes had made.",
              site.counters.changes_followed);
  out.counter("tables_taken_over_total", "Tables taken over from nodes that had died.",
              site.counters.tables_taken_over);
}

}  // namespace

std::string metrics_text(const Site& site) {
  Figures out;
  add_refusals(out, site.counters);
  add_games(out, site.counters);
  add_keeping(out, site.counters);
  out.family("tables", "gauge", "Tables in memory, by status.");
  for (std::size_t i = 0; i < kStatusNames.size(); ++i)
    out.labelled("status", kStatusNames[i], site.tables.counts()->of(static_cast<Status>(i)));
  out.gauge("connections", "Connections.", site.visitors.people());
  out.gauge("program_lines", "Lines of programs.", site.visitors.lines());
  out.gauge("bot_questions_waiting", "Questions to bots that wait for a thread.",
            site.bots.waiting());
  out.gauge("loops", "Threads that tables and connections are spread over.", site.loops.size());
  add_store(out, site.store.stats());
  if (!site.nodes.alone()) add_nodes(out, site);
  return out.take();
}

}  // namespace bastide::server
