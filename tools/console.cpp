#include "tools/console.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <fmt/core.h>

#include "tools/commands.h"

namespace bastide::tools {

namespace {

constexpr std::string_view kStdin = "-";

std::string shown_name(const std::string& file) {
  return file == kStdin ? std::string("standard input") : file;
}

int read_all(std::istream& in, const std::string& name,
             const std::function<int(const RecordInFile&)>& use) {
  RecordReader reader(in);
  std::size_t number = 0;
  while (auto next = reader.next()) {
    const std::string where = ++number == 1 ? name : fmt::format("{}: record {}", name, number);
    if (const auto* error = std::get_if<FormError>(&*next)) {
      complain(where + ": " + error->text());
      return kExitMalformed;
    }
    const int code = use({std::get<Record>(*next), number, where});
    if (code != kExitOk) return code;
  }
  if (in.bad()) {
    complain(name + ": cannot be read");
    return kExitMalformed;
  }
  if (number > 0) return kExitOk;
  complain(name + ": there is no record in it");
  return kExitMalformed;
}

}  // namespace

void complain(std::string_view what) {
  std::fflush(stdout);
  fmt::print(stderr, "bastide: {}\n", what);
}

const Paint& paint() {
  static constexpr Paint kPlain{};
  static constexpr Paint kColours{"\x1b[1m",  "\x1b[2m",  "\x1b[31m", "\x1b[32m", "\x1b[33m",
                                  "\x1b[34m", "\x1b[35m", "\x1b[36m", "\x1b[0m"};
  static const bool on = isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  return on ? kColours : kPlain;
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text)
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) ++width;
  return width;
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t has = width_of(text);
  if (has < width) text.append(width - has, ' ');
  return text;
}

int for_each_record(const std::string& file, const std::function<int(const RecordInFile&)>& use) {
  const std::string name = shown_name(file);
  if (file == kStdin) return read_all(std::cin, name, use);
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    complain(name + ": is a directory");
    return kExitMalformed;
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    complain(name + ": cannot be opened");
    return kExitMalformed;
  }
  return read_all(in, name, use);
}

int complain_about(const RecordInFile& from, const PlayError& error) {
  complain(from.where + ": " + play_error_text(from.record, error));
  return error.index ? kExitIllegal : kExitMalformed;
}

}  // namespace bastide::tools
