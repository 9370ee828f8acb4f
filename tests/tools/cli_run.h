// Runs the built program as people do, in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/paths.h"

namespace bastide::test_help {

namespace fs = std::filesystem;

struct Output {
  int code = -1;
  std::string out, err;
};

class CliRun : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(fs::exists(bastide_program())) << "BASTIDE_BINARY names no program";
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("bastide-cli-" + std::to_string(::getpid()) + "-" + info->name());
    fs::create_directories(folder_);
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  Output run(const std::string& arguments, const std::string& input = {}) {
    std::ofstream(folder_ / "in", std::ios::binary) << input;
    const auto in = (folder_ / "in").string(), out = (folder_ / "out").string(),
               err = (folder_ / "err").string();
    const std::string command = "'" + bastide_program() + "' " + arguments + " <'" + in + "' >'" +
                                out + "' 2>'" + err + "'";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(out), slurp(err)};
  }

  fs::path folder_;
};

}  // namespace bastide::test_help
