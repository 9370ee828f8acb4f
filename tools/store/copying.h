// All guests and games of one store into another one. Each table is replayed before it is written,
// and read again afterwards: what arrived is what was there, field by field. One that is damaged is
// copied as it is, and told. A copy that was broken off can be gone on with: whatever is there and
// the same is passed over.
#pragma once

#include <functional>

#include "server/store/store.h"
#include "tools/store/report.h"
#include "tools/store/walk.h"

namespace bastide::tools {

class StoreCopy {
 public:
  // `trouble` says, again and again, why the copy must not go on.
  using Trouble = std::function<std::optional<std::string>()>;
  StoreCopy(server::Store& from, server::Store& to, Trouble trouble)
      : from_(from), to_(to), trouble_(std::move(trouble)) {}

  StoreReport run();

 private:
  bool may_go_on();
  bool copy_guests(std::vector<server::GuestRow> guests);
  void check_guests(const std::vector<server::GuestRow>& guests);
  bool copy_tables(const std::vector<ReadTable>& tables);
  void check_tables(const std::vector<const ReadTable*>& written);
  bool is_kept(const server::StoreResult& result, const std::string& where);
  void find_strangers(const std::vector<std::string>& ids);

  server::Store& from_;
  server::Store& to_;
  const Trouble trouble_;
  StoreReport report_;
};

}  // namespace bastide::tools
