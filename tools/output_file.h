// Writing a result to a file, all of it or nothing.
#pragma once

#include <string>
#include <string_view>

namespace bastide::tools {

// "-" is standard output. A file appears only when it is complete; one that was there before stays
// as it was if writing fails. Complains and returns false then.
bool write_output(const std::string& file, std::string_view content);

}  // namespace bastide::tools
