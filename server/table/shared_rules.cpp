#include "server/table/shared_rules.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "engine/notation/json_text.h"
#include "server/table/texts.h"

namespace bastide::server {

namespace {

class RulesInUse {
 public:
  RulesPtr find(const std::string& words) {
    const std::scoped_lock lock(mutex_);
    const auto found = rules_.find(words);
    return found != rules_.end() ? found->second.lock() : nullptr;
  }
  // Somebody else may have been quicker: theirs, then.
  RulesPtr keep(const std::string& words, RulesPtr rules) {
    const std::scoped_lock lock(mutex_);
    if (rules_.size() >= enough_) {
      std::erase_if(rules_, [](const auto& one) { return one.second.expired(); });
      enough_ = std::max(kAtLeast, 2 * rules_.size());
    }
    std::weak_ptr<const Rules>& kept = rules_[words];
    if (RulesPtr other = kept.lock()) return other;
    kept = rules;
    return rules;
  }

 private:
  static constexpr std::size_t kAtLeast = 64;
  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<const Rules>> rules_;
  std::size_t enough_ = kAtLeast;
};

}  // namespace

std::variant<RulesPtr, SetupError> shared_rules(const Setup& setup) {
  static RulesInUse in_use;
  const std::string words = ObjectText()
                                .raw("setup", setup_words_text(setup))
                                .number("players", static_cast<std::int64_t>(setup.players.size()))
                                .number("rules", setup.rules)
                                .take();
  if (RulesPtr known = in_use.find(words)) return known;
  Setup nameless = setup;
  for (PlayerSetup& player : nameless.players) player.name.clear();
  auto compiled = compile(nameless);
  if (auto* error = std::get_if<SetupError>(&compiled)) return std::move(*error);
  return in_use.keep(words, std::get<RulesPtr>(std::move(compiled)));
}

}  // namespace bastide::server
