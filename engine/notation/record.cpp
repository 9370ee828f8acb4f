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

std::string read_digest(ObjectReader& reader, std::string_view name) {
  const std::string_view text = reader.word(name);
  if (!is_digest(text)) reader.fail(name, "must be 64 lower-case hexadecimal digits");
  return std::string(text);
}

constexpr std::int64_t kMaxUndos = std::int64_t{1} << 31;

// A seed's text is made of lines and words, which an id must not break.
std::string read_table(ObjectReader& reader) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789";
  const std::string_view text = reader.word("table");
  if (text.find_first_not_of(allowed) != std::string_view::npos)
    reader.fail("table", "must be lower-case letters and digits");
  return std::string(text);
}

std::vector<std::string> read_nonces(ObjectReader& reader, std::size_t players) {
  std::vector<std::string> nonces;
  const Json* list = reader.array("nonces");
  if (list == nullptr) return nonces;
  if (list->size() != players) {
    reader.fail("nonces", "must be one for each player");
    return nonces;
  }
  for (const Json& nonce : *list) {
    const auto* text = nonce.get_ptr<const std::string*>();
    if (!nonce.is_null() && (text == nullptr || !is_digest(*text)))
      reader.fail("nonces", "must be 64 lower-case hexadecimal digits or null each");
    nonces.push_back(text != nullptr ? *text : std::string());
  }
  return nonces;
}

std::optional<UndoMark> read_mark(const Json& value) {
  if (!value.is_array() || value.size() != 2) return std::nullopt;
  const auto* draw = value[0].get_ptr<const Json::number_unsigned_t*>();
  const auto* undos = value[1].get_ptr<const Json::number_unsigned_t*>();
  if (draw == nullptr || undos == nullptr || *draw > kMaxActions || *undos > kMaxUndos)
    return std::nullopt;
  return UndoMark{*draw, *undos};
}

std::vector<UndoMark> read_undos(ObjectReader& reader) {
  std::vector<UndoMark> marks;
  const Json* list = reader.array("undos");
  if (list == nullptr) return marks;
  for (const Json& value : *list) {
    const auto mark = read_mark(value);
    const bool rises = mark && (marks.empty() ? mark->undos > 0
                                              : mark->draw > marks.back().draw &&
                                                    mark->undos > marks.back().undos);
    if (!rises) {
      reader.fail("undos", "must be pairs of a draw and a number of undos, both of which rise");
      return {};
    }
    marks.push_back(*mark);
  }
  return marks;
}

FairMethod read_method(ObjectReader& reader) {
  const auto method = parse_name<FairMethod>(kFairMethodNames, reader.word("method"));
  if (!method) reader.fail("method", "must be \"bastide-1\" or \"bastide-2\"");
  return method.value_or(FairMethod::bastide_1);
}

std::string_view secret_name(FairMethod method) {
  return method == FairMethod::bastide_1 ? "seed" : "secret";
}

FairDraws read_fair(const Json& value, std::size_t players, Error& error) {
  FairDraws fair;
  const Path path{nullptr, "fair"};
  ObjectReader reader(value, path, error);
  fair.method = read_method(reader);
  fair.commitment = read_digest(reader, "commitment");
  const std::string_view secret = secret_name(fair.method);
  if (reader.has(secret)) fair.secret = read_digest(reader, secret);
  if (fair.method == FairMethod::bastide_2) {
    fair.table = read_table(reader);
    fair.nonces = read_nonces(reader, players);
    fair.undos = read_undos(reader);
  }
  reader.finish();
  return fair;
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

bool is_digest(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  return text.size() == 64 && text.find_first_not_of(digits) == std::string_view::npos;
}

Json fair_to_json(const FairDraws& fair) {
  Json json;
  json["method"] = kFairMethodNames[static_cast<std::size_t>(fair.method)];
  json["commitment"] = fair.commitment;
  if (!fair.secret.empty()) json[std::string(secret_name(fair.method))] = fair.secret;
  if (fair.method == FairMethod::bastide_1) return json;
  json["table"] = fair.table;
  Json& nonces = json["nonces"] = Json::array();
  for (const std::string& nonce : fair.nonces)
    nonces.push_back(nonce.empty() ? Json(nullptr) : Json(nonce));
  Json& undos = json["undos"] = Json::array();
  for (const UndoMark& mark : fair.undos) undos.push_back(Json::array({mark.draw, mark.undos}));
  return json;
}

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
  if (const Json* fair = reader.optional("fair"))
    record.fair = read_fair(*fair, record.setup.players.size(), error);
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
