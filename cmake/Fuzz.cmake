# Every tests/fuzz/fuzz_*.cpp is one libFuzzer program.
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "BASTIDE_FUZZ needs clang: libFuzzer is part of it")
endif()

file(GLOB fuzz_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/fuzz/fuzz_*.cpp")
foreach(source IN LISTS fuzz_sources)
  get_filename_component(name "${source}" NAME_WE)
  add_executable(${name} "${source}")
  bastide_target(${name})
  target_link_libraries(${name} PRIVATE ${libraries} Threads::Threads)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(bastide_fuzzers ${name})
endforeach()
