#include "engine/notation/record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace bastide {

namespace {

using Error = std::optional<FormError>;

void read_version(ObjectReader& reader) {
  const std::int64_t version = reader.integer("bastide");
  if (version != kRecordVersion)
    reader.fail("bastide", "must be " + std::to_string(kRecordVersion) +
                               ", the version of records that this program reads");
}

int read_rules(ObjectReader& reader) {
  if (!reader.has("rules")) return kRulesVersion;
  const std::int64_t version = reader.integer("rules");
  if (version >= 1 && version <= kRulesVersion) return static_cast<int>(version);
  reader.fail("rules", version < 1 ? std::string("must be 1 or more")
                                   : "is a version of the rules that came after this program, "
                                     "which knows those up to " +
                                         std::to_string(kRulesVersion));
  return kRulesVersion;
}

void read_actions(const Json& value, const Path& path, Record& record, Error& error) {
  if (value.size() > kMaxActions)
    return fail(error, path, "holds more than " + std::to_string(kMaxActions) + " actions");
  record.actions.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); ++i) {
    auto action = action_from_json(value[i], Path{&path, {}, i});
    if (auto* wrong = std::get_if<FormError>(&action)) {
      if (!error) error = std::move(*wrong);
      return;
    }
    record.actions.push_back(std::get<NamedAction>(std::move(action)));
  }
}

bool is_digest(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  return text.size() == 64 && text.find_first_not_of(digits) == std::string_view::npos;
}

std::string read_digest(ObjectReader& reader, std::string_view name) {
  const std::string_view text = reader.word(name);
  if (!is_digest(text)) reader.fail(name, "must be 64 lower-case hexadecimal digits");
  return std::string(text);
}

FairDraws read_fair(const Json& value, Error& error) {
  FairDraws fair;
  const Path path{nullptr, "fair"};
  ObjectReader reader(value, path, error);
  if (reader.word("method") != kFairMethod)
    reader.fail("method", "must be \"" + std::string(kFairMethod) + "\"");
  fair.commitment = read_digest(reader, "commitment");
  if (reader.has("seed")) fair.seed = read_digest(reader, "seed");
  reader.finish();
  return fair;
}

Json fair_to_json(const FairDraws& fair) {
  Json json;
  json["method"] = kFairMethod;
  json["commitment"] = fair.commitment;
  if (!fair.seed.empty()) json["seed"] = fair.seed;
  return json;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Finds the end of the first value of a text by its brackets; strings are skipped. What is no
// object or array ends with its line: the parser will say what is wrong with it.
class Extent {
 public:
  // The offset just behind the value, or npos as long as it goes on behind `text`.
  std::size_t scan(std::string_view text) {
    for (; at_ < text.size(); ++at_) {
      const char c = text[at_];
      if (in_string_) {
        if (escaped_) {
          escaped_ = false;
        } else if (c == '\\') {
          escaped_ = true;
        } else if (c == '"') {
          in_string_ = false;
        }
      } else if (c == '{' || c == '[') {
        ++depth_;
      } else if (c == '}' || c == ']') {
        if (depth_ <= 1) return at_ + 1;
        --depth_;
      } else if (depth_ == 0 && c == '\n') {
        return at_;
      } else if (depth_ > 0 && c == '"') {
        in_string_ = true;
      }
    }
    return std::string_view::npos;
  }

 private:
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
};

}  // namespace

Formed<Record> record_from_json(const Json& value) {
  Error error;
  Record record;
  const Path root{};
  ObjectReader reader(value, root, error);
  if (error) return FormError{"record", "must be an object"};
  read_version(reader);
  const int rules = read_rules(reader);
  if (const Json* setup = reader.required("setup")) {
    auto read = setup_from_json(*setup);
    if (auto* wrong = std::get_if<FormError>(&read)) return std::move(*wrong);
    record.setup = std::get<Setup>(std::move(read));
    record.setup.rules = rules;
  }
  if (const Json* fair = reader.optional("fair")) record.fair = read_fair(*fair, error);
  if (const Json* actions = reader.array("actions"))
    read_actions(*actions, Path{nullptr, "actions"}, record, error);
  reader.finish();
  if (error && error->path.empty()) error->path = "record";
  if (error) return *std::move(error);
  return record;
}

Formed<Record> read_record(std::string_view text) {
  auto json = parse_json(text);
  if (auto* wrong = std::get_if<FormError>(&json)) return std::move(*wrong);
  return record_from_json(std::get<Json>(json));
}

std::string write_record(const Record& record) {
  Json json;
  json["bastide"] = kRecordVersion;
  json["rules"] = record.setup.rules;
  json["setup"] = setup_to_json(record.setup);
  if (record.fair) json["fair"] = fair_to_json(*record.fair);
  Json& actions = json["actions"] = Json::array();
  for (const NamedAction& action : record.actions) actions.push_back(action_to_json(action));
  return line_of(json);
}

bool RecordReader::fill() {
  constexpr std::size_t kChunk = std::size_t{1} << 18;
  const std::size_t had = buffer_.size();
  buffer_.resize(had + kChunk);
  in_.read(buffer_.data() + had, static_cast<std::streamsize>(kChunk));
  buffer_.resize(had + static_cast<std::size_t>(in_.gcount()));
  return buffer_.size() > had;
}

std::optional<std::string_view> RecordReader::next_document() {
  for (;;) {  // to the first byte that is no white space
    while (start_ < buffer_.size() && is_space(buffer_[start_]))
      if (buffer_[start_++] == '\n') ++line_;
    if (start_ < buffer_.size()) break;
    buffer_.clear();
    start_ = 0;
    if (!fill()) return std::nullopt;
  }
  buffer_.erase(0, start_);
  start_ = 0;
  Extent extent;
  std::size_t end = extent.scan(buffer_);
  while (end == std::string::npos && buffer_.size() <= kMaxDocumentBytes && fill())
    end = extent.scan(buffer_);
  const auto document = std::string_view(buffer_).substr(0, end);
  document_line_ = line_;
  line_ += static_cast<std::size_t>(std::ranges::count(document, '\n'));
  start_ = document.size();
  return document;
}

std::optional<Formed<Record>> RecordReader::next() {
  if (ended_) return std::nullopt;
  const auto document = next_document();
  if (!document) {
    ended_ = true;
    return std::nullopt;
  }
  auto json = parse_json(*document, document_line_);
  if (auto* wrong = std::get_if<FormError>(&json)) {
    ended_ = true;
    return std::move(*wrong);
  }
  Formed<Record> record = record_from_json(std::get<Json>(json));
  if (std::holds_alternative<FormError>(record)) ended_ = true;
  return record;
}

std::variant<PlayedRecord, PlayError> play_record(const Record& record) {
  auto compiled = compile(record.setup);
  if (auto* wrong = std::get_if<SetupError>(&compiled))
    return PlayError{std::nullopt, std::move(wrong->reason)};
  RulesPtr rules = std::get<RulesPtr>(std::move(compiled));
  GameState state = initial_state(*rules);
  for (std::size_t i = 0; i < record.actions.size(); ++i)
    if (auto refusal = apply_named(*rules, state, record.actions[i]))
      return PlayError{i, std::move(refusal->reason)};
  return PlayedRecord{std::move(rules), std::move(state)};
}

std::string play_error_text(const Record& record, const PlayError& error) {
  if (!error.index) return "setup: " + error.reason;
  return "action " + std::to_string(*error.index) + " " +
         line_of(action_to_json(record.actions[*error.index])) + ": " + error.reason;
}

}  // namespace bastide
