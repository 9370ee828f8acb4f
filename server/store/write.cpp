#include "server/store/write.h"

namespace bastide::server {

StoreResult full(Limit limit) {
  const auto said = [limit](std::string text) {
    return StoreResult{.status = StoreStatus::full, .text = std::move(text), .limit = limit};
  };
  switch (limit) {
    case Limit::none:
      break;
    case Limit::in_all:
      return said("There are as many tables as there may be.");
    case Limit::by_host:
      return said("This guest has as many tables as one may have.");
    case Limit::by_address:
      return said("This address has as many tables as one may have.");
    case Limit::bots_alone_by_host:
      return said("This guest has as many tables of bots alone as one may have.");
    case Limit::bots_alone_by_address:
      return said("This address has as many tables of bots alone as one may have.");
    case Limit::guests_by_address:
      return said("This address has as many new guests as one may have.");
  }
  return {};
}

StoreResult check_sequence(const std::string& table, const std::vector<ActionRow>& rows,
                           std::int64_t last) {
  for (const ActionRow& row : rows) {
    if (last == std::numeric_limits<std::int64_t>::max() || row.seq != last + 1)
      return conflict("Action " + std::to_string(row.seq) + " of table '" + table +
                      "' does not follow its last action, which is " +
                      (last < 0 ? std::string("none") : std::to_string(last)) + ".");
    last = row.seq;
  }
  return {};
}

}  // namespace bastide::server
