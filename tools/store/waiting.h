// Reads and writes of a store that are waited for: for programs that have nothing else to do. Many
// may be begun before the first one is waited for.
#pragma once

#include <future>
#include <memory>
#include <utility>

#include "server/store/store.h"

namespace bastide::tools {

template <class T, class Begin>
std::future<server::Stored<T>> reading(Begin begin) {
  auto promise = std::make_shared<std::promise<server::Stored<T>>>();
  auto answer = promise->get_future();
  begin([promise](server::Stored<T> read) { promise->set_value(std::move(read)); });
  return answer;
}

template <class Begin>
std::future<server::StoreResult> writing(Begin begin) {
  auto promise = std::make_shared<std::promise<server::StoreResult>>();
  auto answer = promise->get_future();
  begin([promise](server::StoreResult result) { promise->set_value(std::move(result)); });
  return answer;
}

using Found = server::Stored<std::optional<server::TableCopy>>;
inline std::future<Found> reading_copy(server::Store& store, const std::string& id) {
  return reading<std::optional<server::TableCopy>>(
      [&](auto done) { store.find_copy(id, std::move(done)); });
}

}  // namespace bastide::tools
