// bastide store: a site's store as a whole, checked, or copied into another one.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "server/store/store.h"
#include "tools/commands.h"
#include "tools/console.h"
#include "tools/progress.h"
#include "tools/store/alone.h"
#include "tools/store/copying.h"
#include "tools/store/table_fault.h"
#include "tools/store/waiting.h"
#include "tools/store/walk.h"

namespace bastide::tools {

namespace {

namespace fs = std::filesystem;
using server::Store;
using server::StoreError;
constexpr std::string_view kFileScheme = "sqlite:";

int wrong_store(std::string_view sentence) {
  complain("store: " + std::string(sentence));
  return kExitMalformed;
}

// A store is made where there is none: right for a target, and never meant where one is read.
std::optional<std::string> nothing_at(const std::string& where) {
  if (!where.starts_with(kFileScheme)) return std::nullopt;
  const std::string file = where.substr(kFileScheme.size());
  std::error_code error;
  if (file == ":memory:") return "sqlite::memory: keeps nothing";
  if (file.empty()) return std::nullopt;  // told better by whoever opens it
  if (!fs::is_regular_file(file, error)) return "there is no file " + file;
  if (fs::file_size(file, error) == 0) return "the file " + file + " is empty";
  return std::nullopt;
}

std::unique_ptr<Store> opened_store(const std::string& where) {
  auto store = server::open_store(where);
  if (auto* made = std::get_if<std::unique_ptr<Store>>(&store)) return std::move(*made);
  wrong_store(std::get<StoreError>(store).text);
  return nullptr;
}

// --- what came of it ---

Json faults_json(const std::vector<StoreFault>& faults) {
  Json all = Json::array();
  for (const StoreFault& fault : faults) {
    Json one;
    one["where"] = fault.where;
    one["wrong"] = fault.text;
    all.push_back(std::move(one));
  }
  return all;
}

void print_report_json(const StoreReport& report) {
  Json line;
  line["guests"] = report.guests;
  line["tables"] = report.tables;
  line["actions"] = report.actions;
  line["present"] = report.present;
  line["damaged"] = faults_json(report.damaged);
  line["failed"] = faults_json(report.failed);
  if (!report.stopped.empty()) line["stopped"] = report.stopped;
  fmt::print("{}\n", line_of(line));
}

std::string count_text(std::uint64_t count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

void print_report(const StoreReport& report, std::string_view done) {
  fmt::print("{}: {}, {}, {}", done, count_text(report.guests, "guest"),
             count_text(report.tables, "table"), count_text(report.actions, "action"));
  if (report.present > 0) fmt::print("; {} of the tables were there already", report.present);
  if (!report.damaged.empty()) fmt::print("; {} damaged", report.damaged.size());
  if (!report.failed.empty()) fmt::print("; {} failed", report.failed.size());
  fmt::print("\n");
}

int tell_report(const StoreReport& report, const StoreArgs& args, std::string_view done) {
  for (const auto* faults : {&report.damaged, &report.failed})
    for (const StoreFault& fault : *faults) complain("store: " + fault.where + ": " + fault.text);
  if (!report.stopped.empty()) complain("store: " + report.stopped);
  if (args.json)
    print_report_json(report);
  else
    print_report(report, done);
  return report.well() ? kExitOk : kExitIllegal;
}

// --- check ---

bool check_some(const std::vector<ReadTable>& tables, StoreReport& report) {
  for (const auto& [id, copy] : tables) {
    if (!copy) continue;
    ++report.tables;
    report.actions += copy->actions.size();
    if (auto wrong = fault_of(*copy)) report.damaged.push_back({"table " + id, *wrong});
  }
  return true;
}

int check_store(const StoreArgs& args) {
  if (!args.to.empty()) return wrong_store("check takes one store");
  if (args.go_on) return wrong_store("--continue is for copy");
  if (const auto wrong = nothing_at(args.from)) return wrong_store(*wrong);
  const auto store = opened_store(args.from);
  if (!store) return kExitMalformed;
  const StopOnInterrupt interrupt;
  StoreReport report;
  const auto ids = ids_of(*store);
  if (const auto* error = std::get_if<StoreError>(&ids)) {
    report.stopped = error->text;
    return tell_report(report, args, "checked");
  }
  if (walk_guests(*store, report, [&](const auto& guests) {
        report.guests += guests.size();
        return true;
      }))
    walk_tables(*store, std::get<0>(ids), report,
                [&](const auto& tables) { return check_some(tables, report); });
  return tell_report(report, args, "checked");
}

// --- copy ---

// Whether nobody and nothing is in it; a store that cannot say so is none to write to.
std::optional<std::string> not_empty(Store& store, const std::string& where) {
  const auto tables = reading<std::vector<std::string>>([&](auto done) {
                        store.table_ids("", 1, std::move(done));
                      }).get();
  const auto guests = reading<std::vector<server::GuestRow>>([&](auto done) {
                        store.all_guests("", 1, std::move(done));
                      }).get();
  if (const auto* error = std::get_if<StoreError>(&tables)) return where + ": " + error->text;
  if (const auto* error = std::get_if<StoreError>(&guests)) return where + ": " + error->text;
  if (std::get<0>(tables).empty() && std::get<0>(guests).empty()) return std::nullopt;
  return where + " is not empty; --continue goes on with a copy that was broken off";
}

int copy_store(const StoreArgs& args) {
  if (args.to.empty()) return wrong_store("copy takes two stores: from where, and to where");
  if (args.from == args.to) return wrong_store("both stores are the same");
  if (args.to == "sqlite::memory:") return wrong_store("sqlite::memory: keeps nothing");
  if (const auto wrong = nothing_at(args.from)) return wrong_store(*wrong);
  const auto from = opened_store(args.from);
  if (!from) return kExitMalformed;
  const auto to = opened_store(args.to);
  if (!to) return kExitMalformed;
  if (from->salt() == to->salt()) return wrong_store("both stores are the same");
  // URIs may have passwords in them.
  Alone source(*from, "the first store"), target(*to, "the second store");
  const auto trouble = [&] {
    auto found = source.intruder();
    return found ? found : target.intruder();
  };
  if (const auto wrong = trouble()) return wrong_store(*wrong);
  if (!args.go_on)
    if (const auto wrong = not_empty(*to, "the second store")) return wrong_store(*wrong);
  const StopOnInterrupt interrupt;
  const StoreReport report = StoreCopy(*from, *to, trouble).run();
  const int code = tell_report(report, args, "copied");
  if (!report.stopped.empty()) complain("store: the same command with --continue goes on");
  return code;
}

}  // namespace

int run_store(const StoreArgs& args) {
  return args.what == "copy" ? copy_store(args) : check_store(args);
}

}  // namespace bastide::tools
