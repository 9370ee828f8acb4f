#include "server/store/postgres_store.h"

#include "server/store/postgres_peers.h"
#include "server/store/postgres_reader.h"
#include "server/store/postgres_schema.h"
#include "server/store/postgres_writer.h"

namespace bastide::server {

namespace {

using postgres::Place;

// An index over all live tables may take long.
constexpr int kSchemaMs = 60'000;

// Passwords stay out of what is told.
StoreError cannot_open(const std::string& wrong) { return {"The database " + wrong + "."}; }

std::optional<StoreError> open_postgres_parts(const std::shared_ptr<Place>& place,
                                              const PostgresOptions& options, StoreParts& parts) {
  parts.max_group = options.max_group;
  parts.pace = std::chrono::milliseconds(options.pace_ms);
  postgres::Session first(place, {}, {.answer_ms = kSchemaMs});
  if (auto wrong = first.connect()) return cannot_open("cannot be opened: " + *wrong);
  if (auto wrong = postgres::make_schema(first, parts.salt)) return cannot_open(*wrong);
  const auto hints = std::make_shared<postgres::HintBuffer>();
  auto writer = std::make_unique<postgres::PostgresWriter>(place, options.give_up_ms, hints);
  if (auto wrong = writer->connect()) return cannot_open("lacks what a store has: " + *wrong);
  parts.writer = std::move(writer);
  for (int i = 0; i < options.readers; ++i) {
    auto reader = std::make_unique<postgres::PostgresReader>(place, options.give_up_ms);
    if (auto wrong = reader->connect()) return cannot_open("lacks what a store has: " + *wrong);
    parts.readers.push_back(std::move(reader));
  }
  auto peers = std::make_unique<postgres::PostgresPeers>(place, hints, options.peers_give_up_ms);
  if (auto wrong = peers->start()) return cannot_open("lacks what a store has: " + *wrong);
  parts.peers = std::move(peers);
  return std::nullopt;
}

}  // namespace

Stored<std::unique_ptr<Store>> open_postgres(const std::string& uri,
                                             const PostgresOptions& options) {
  auto place = std::make_shared<Place>();
  place->uri = uri;
  place->answer_ms = options.answer_ms;
  StoreParts parts;
  if (auto wrong = open_postgres_parts(place, options, parts)) return std::move(*wrong);
  return std::make_unique<ThreadedStore>(std::move(parts));
}

}  // namespace bastide::server
