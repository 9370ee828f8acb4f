#include "server/table/result.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "engine/notation/json_text.h"

namespace bastide::server {

namespace {

std::string list_text(const std::vector<int>& numbers) {
  ListText list;
  for (const int number : numbers) list.number(number);
  return list.take();
}

std::vector<int> read_numbers(ObjectReader& reader, std::string_view name) {
  std::vector<int> numbers;
  const Json* list = reader.array(name);
  if (list == nullptr) return numbers;
  for (const Json& value : *list) {
    const auto* number = value.get_ptr<const Json::number_integer_t*>();
    if (number == nullptr || *number < std::numeric_limits<int>::min() ||
        *number > std::numeric_limits<int>::max()) {
      reader.fail(name, "must be whole numbers");
      return {};
    }
    numbers.push_back(static_cast<int>(*number));
  }
  return numbers;
}

}  // namespace

GameResult result_of(const Rules& rules, const GameState& s, SeatBits cannot_win) {
  GameResult result;
  if (is_over(s))
    for (const Json& seat : winners_to_json(rules, s, cannot_win))
      result.winners.push_back(seat.get<int>());
  for (int i = 0; i < rules.player_count(); ++i) result.scores.push_back(s.core->players[i].score);
  return result;
}

std::string result_text(const GameResult& result) {
  return ObjectText()
      .raw("winners", list_text(result.winners))
      .raw("scores", list_text(result.scores))
      .take();
}

GameResult read_result(const Json& value, const Path& path, std::optional<FormError>& error) {
  GameResult result;
  ObjectReader reader(value, path, error);
  result.winners = read_numbers(reader, "winners");
  result.scores = read_numbers(reader, "scores");
  reader.finish();
  return result;
}

}  // namespace bastide::server
