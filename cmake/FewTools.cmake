# In builds without tools: what the tests of the libraries below them need, and a bastide command that
# knows `bot` and `bench --signature-only`.
bastide_library(bastide_tools LEVEL O2 BUNDLE 8 SOURCES
  "${CMAKE_SOURCE_DIR}/tools/arena/arena_core.cpp"
  "${CMAKE_SOURCE_DIR}/tools/arena/one_each.cpp"
  "${CMAKE_SOURCE_DIR}/tools/arena/statistics.cpp")

add_executable(bastide tests/programs/few_commands.cpp)
bastide_target(bastide)
target_link_libraries(bastide PRIVATE ${libraries})

# The rest is read by this compiler for its warnings alone; nothing is written, so it is never up to date.
find_package(Polyclipping REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Readline REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(librsvg REQUIRED IMPORTED_TARGET librsvg-2.0 cairo)
add_custom_target(bastide_warnings)
foreach(folder art tools tests/art tests/tools)
  string(REPLACE "/" "_" name "bastide_read_${folder}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${folder}/*.cpp")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${sources})
  bastide_target(${name} PLAIN)
  bastide_bundle(${name} 0)
  target_compile_options(${name} PRIVATE -fsyntax-only)
  target_compile_definitions(${name} PRIVATE BASTIDE_HAS_RSVG=1)
  target_link_libraries(${name} PRIVATE nlohmann_json::nlohmann_json fmt::fmt CLI11::CLI11
                        Polyclipping::Polyclipping Readline::Readline PkgConfig::librsvg)
  add_dependencies(bastide_warnings ${name})
endforeach()
