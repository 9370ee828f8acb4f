# One test program, split into shards so that `ctest -j` uses every core.
file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/*.cpp")
list(FILTER test_sources EXCLUDE REGEX "/tests/(fuzz|bench|programs|cluster)/")
if(NOT BASTIDE_TOOLS)
  list(FILTER test_sources EXCLUDE REGEX "/tests/(art|tools)/")
endif()
list(APPEND test_sources ${engine_tests})

find_package(GTest QUIET)
if(NOT GTest_FOUND)
  message(STATUS "GoogleTest is not installed: no tests (script/bootstrap installs it)")
  return()
endif()
find_package(rapidcheck CONFIG QUIET)

# Pictures are compared pixel by pixel where librsvg is there to rasterise them.
if(NOT TARGET PkgConfig::librsvg)
  list(FILTER test_sources EXCLUDE REGEX "/tests/art/seam_test\\.cpp$")
endif()

# The slow reference and who plays beside it, optimised a little in every build: without, they are half of the time
# that the tests under the sanitizers take, and the engine next to nothing of it.
set(reference_sources ${test_sources})
list(FILTER reference_sources INCLUDE REGEX "/tests/(reference/|lockstep_test\\.cpp$)")
list(REMOVE_ITEM test_sources ${reference_sources})
add_library(bastide_reference OBJECT ${reference_sources})
bastide_target(bastide_reference PLAIN)
target_compile_options(bastide_reference PRIVATE -O1)
target_link_libraries(bastide_reference PRIVATE ${libraries} GTest::gtest)
bastide_bundle(bastide_reference 20)

add_executable(bastide_tests ${test_sources} $<TARGET_OBJECTS:bastide_reference>)
# The sanitizers watch what is tested; watching the tests and the slow reference as well would take
# twice the time. The fuzzers are watched whole.
bastide_target(bastide_tests PLAIN)
bastide_compile_quickly(bastide_tests O1)
bastide_unoptimised_debug(bastide_tests)
target_link_libraries(bastide_tests PRIVATE ${libraries} GTest::gtest_main GTest::gtest
                                            Threads::Threads)
bastide_bundle(bastide_tests 9)
set_source_files_properties(tests/paths.cpp PROPERTIES COMPILE_DEFINITIONS
  "BASTIDE_SOURCE_DIR=\"${CMAKE_SOURCE_DIR}\";BASTIDE_BINARY=\"$<TARGET_FILE:bastide>\"")
add_dependencies(bastide_tests bastide)  # the command line is tested as people use it
if(rapidcheck_FOUND)
  target_link_libraries(bastide_tests PRIVATE rapidcheck)
  target_compile_definitions(bastide_tests PRIVATE BASTIDE_HAS_RAPIDCHECK=1)
endif()
if(TARGET PkgConfig::librsvg)
  target_link_libraries(bastide_tests PRIVATE PkgConfig::librsvg)
endif()
target_link_libraries(bastide_tests PRIVATE ZLIB::ZLIB)  # to read what the server compresses
# To be the other program.
target_link_libraries(bastide_tests PRIVATE SQLite::SQLite3 PostgreSQL::PostgreSQL)
add_dependencies(bastide_all_tests bastide_tests)

# What runs on several threads, small enough to be built a second time for the thread sanitizer: the
# store, the hub and the network with all they stand on, and few of the tests.
add_executable(bastide_thread_tests EXCLUDE_FROM_ALL
  tests/tools/simulate_test.cpp tests/search_threads_test.cpp tests/store_test.cpp
  tests/store_limits_test.cpp tests/store_postgres.cpp tests/thread_hub_test.cpp
  tests/net_frames_test.cpp tests/net_socket_test.cpp tests/net_program_test.cpp
  tests/net_client.cpp tools/simulate_core.cpp)
bastide_target(bastide_thread_tests)
target_link_libraries(bastide_thread_tests PRIVATE bastide_server SQLite::SQLite3
                                                   PostgreSQL::PostgreSQL ZLIB::ZLIB
                                                   fmt::fmt GTest::gtest_main GTest::gtest
                                                   Threads::Threads)
bastide_unoptimised_debug(bastide_thread_tests)
bastide_bundle(bastide_thread_tests 4)

# Figures, never part of a test: ninja bastide_store_bench
add_executable(bastide_store_bench EXCLUDE_FROM_ALL tests/bench/store_bench.cpp)
bastide_target(bastide_store_bench)
target_link_libraries(bastide_store_bench PRIVATE bastide_server)

# What a table's messages cost: ninja bastide_texts_bench
add_executable(bastide_texts_bench EXCLUDE_FROM_ALL tests/bench/texts_bench.cpp
                                                    tests/tree_texts.cpp)
bastide_target(bastide_texts_bench)
target_link_libraries(bastide_texts_bench PRIVATE bastide_server GTest::gtest)

# ninja bastide_load && build/dev/bastide_load --help
add_executable(bastide_load EXCLUDE_FROM_ALL tests/bench/load.cpp tests/bench/echo.cpp
                                             tests/bench/process_family.cpp tests/crowd.cpp
                                             tests/net_client.cpp tests/server_process.cpp)
bastide_target(bastide_load)
bastide_compile_quickly(bastide_load O2)
target_link_libraries(bastide_load PRIVATE Boost::headers Threads::Threads fmt::fmt ZLIB::ZLIB)
target_compile_definitions(bastide_load PRIVATE "BASTIDE_BINARY=\"${CMAKE_BINARY_DIR}/bastide\"")
if(TARGET bastide)
  add_dependencies(bastide_load bastide)
endif()

# People who play while servers are killed: script/soak --cluster
add_executable(bastide_players EXCLUDE_FROM_ALL tests/cluster/players.cpp tests/cluster/people.cpp
               tests/cluster/duel.cpp tests/cluster/soft_line.cpp tests/net_client.cpp)
bastide_target(bastide_players)
bastide_compile_quickly(bastide_players O1)
target_link_libraries(bastide_players PRIVATE Threads::Threads fmt::fmt ZLIB::ZLIB)

math(EXPR last_shard "${BASTIDE_TEST_SHARDS} - 1")
foreach(shard RANGE ${last_shard})
  add_test(NAME tests.${shard} COMMAND bastide_tests)
  set_tests_properties(tests.${shard} PROPERTIES
    WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}"
    TIMEOUT 600
    ENVIRONMENT "GTEST_TOTAL_SHARDS=${BASTIDE_TEST_SHARDS};GTEST_SHARD_INDEX=${shard};\
UBSAN_OPTIONS=print_stacktrace=1")
endforeach()
