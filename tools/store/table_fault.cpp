#include "tools/store/table_fault.h"

#include <algorithm>

#include "engine/game/game.h"
#include "server/table/table.h"

namespace bastide::tools {

namespace {

using Fault = std::optional<std::string>;
using server::Stage;
using server::Status;
using server::Table;
using server::TableCopy;

Fault gap_in(const TableCopy& copy) {
  for (std::size_t i = 0; i < copy.actions.size(); ++i)
    if (copy.actions[i].seq != static_cast<std::int64_t>(i))
      return "row " + std::to_string(i) + " of its log is missing";
  return std::nullopt;
}

// A table that nobody came to is closed without its seats being told.
bool is_closed(const TableCopy& copy, const Table& table) {
  return table.meta.status == Status::waiting && copy.row.stage == Stage::abandoned;
}

Fault wrong_stage(const TableCopy& copy, const Table& table) {
  if (!is_closed(copy, table) && copy.row.stage != server::stage_of(table.meta))
    return "its stage is not the one that its seats have";
  if (!table.game || table.meta.abandoned) return std::nullopt;
  const bool is_over = bastide::is_over(table.game->state());
  if (is_over == (table.meta.status == Status::over)) return std::nullopt;
  return is_over ? "its game is over, and it does not say so"
                 : "its game is not over, and it says that it is";
}

Fault wrong_holders(const TableCopy& copy, const Table& table) {
  std::vector<std::string> holders;
  for (const server::Holder& holder : copy.holders) {
    holders.push_back(holder.guest);
    if (holder.ended_ms.has_value() == copy.row.live())
      return "guest " + holder.guest + " finds it among the wrong games";
  }
  std::vector<std::string> people = server::people_of(table.meta);
  std::ranges::sort(holders);
  std::ranges::sort(people);
  // Older programs took such a table away from those who had waited there.
  if (holders == people || (holders.empty() && is_closed(copy, table))) return std::nullopt;
  return "those who find it are not those who have a seat";
}

}  // namespace

std::optional<std::string> fault_of(const TableCopy& copy) {
  if (copy.row.version < 0) return "its version is negative";
  if (auto gap = gap_in(copy)) return gap;
  const auto loaded = server::load_table(copy.row, copy.actions);
  if (const auto* wrong = std::get_if<std::string>(&loaded)) return *wrong;
  const Table& table = std::get<server::LoadedTable>(loaded).table;
  if (auto wrong = wrong_stage(copy, table)) return wrong;
  return wrong_holders(copy, table);
}

}  // namespace bastide::tools
