// Where the tests find the tree they belong to and the program built from it.
#pragma once

#include <filesystem>
#include <string>

namespace bastide::test_help {

std::string slurp(const std::filesystem::path& path);  // the whole file
std::string source_path(const std::string& inside);    // a file or folder of the tree
// The bastide command of this build; the variable BASTIDE_BINARY names another.
std::string bastide_program();

}  // namespace bastide::test_help
