#include "server/hub/site.h"

#include "engine/notation/json_text.h"
#include "server/hub/secrets.h"

namespace bastide::server {

void UnderWay::when_none(std::function<void()> done) {
  {
    const std::lock_guard lock(mutex_);
    done_ = std::move(done);
  }
  if (count_ == 0) check();
}

void UnderWay::check() {
  std::function<void()> done;
  {
    const std::lock_guard lock(mutex_);
    if (count_ != 0) return;
    done.swap(done_);
  }
  if (done) done();
}

Site::Site(const HubOptions& options, Store& store, std::vector<Loop*> loops)
    : options(options),
      store(store),
      loops(std::move(loops)),
      presences(*this),
      guests(*this),
      lobby(*this),
      own_games(*this),
      tables(*this),
      bots(options.bot_threads),
      nodes(*this) {}

std::string Site::counted(std::string_view address) const {
  return address_hash(address, store.salt());
}

void refuse(Site& site, const Asker& asker, const Denial& denial, std::string_view table) {
  site.counters.refusals[static_cast<std::size_t>(denial.code)].add();
  if (denial.code == Refused::too_many || denial.code == Refused::too_fast)
    site.counters.limits[static_cast<std::size_t>(denial.detail)].add();
  if (!asker.line) return;
  ObjectText members;
  members.text("code", name_of(denial.code)).text("reason", denial.reason);
  if (!table.empty()) members.text("table", table);
  if (denial.detail != RefusedDetail::none) members.text("detail", name_of(denial.detail));
  if (denial.most != 0) members.number("most", denial.most);
  if (denial.wait_ms != 0) members.number("wait_ms", denial.wait_ms);
  send(asker, MessageText("refused", asker.re).members(members.take_members()).take());
}

}  // namespace bastide::server
