# What every target of ours has in common.
set(bastide_sanitize_flags "")
if(BASTIDE_SANITIZE)
  # vptr checks need RTTI, which the engine is built without.
  set(bastide_sanitize_flags -fsanitize=${BASTIDE_SANITIZE} -fno-sanitize-recover=all
                             -fno-omit-frame-pointer)
  if(BASTIDE_SANITIZE MATCHES "undefined")
    list(APPEND bastide_sanitize_flags -fno-sanitize=vptr)
  endif()
endif()

# PLAIN: linked with the sanitizers of the rest, but compiled without.
function(bastide_target name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PLAIN" "" "")
  set(sanitize ${bastide_sanitize_flags})
  if(arg_PLAIN)
    set(sanitize "")
  endif()
  target_include_directories(${name} PUBLIC "${CMAKE_SOURCE_DIR}")
  target_compile_options(${name} PRIVATE
    -Wall -Wextra -Wpedantic $<$<BOOL:${BASTIDE_WERROR}>:-Werror>
    # g++ 12 warns of overlapping copies in std::string's operator+ where there are none
    # (GCC bug 105651).
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
    # Fused multiply-add would make results depend on compiler and processor.
    -ffp-contract=off
    ${bastide_arch_flags} ${sanitize})
  target_link_options(${name} PRIVATE ${bastide_sanitize_flags})
endfunction()

# In debug and sanitizer builds, which optimise a little, these do without: compiling takes longer.
function(bastide_unoptimised_debug name)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Debug>:-O0>)
endfunction()

function(bastide_compile_quickly name level)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-${level}>)
endfunction()

# From scratch, several files at once: the headers are read once, which is most of the work of a file.
# Names in anonymous namespaces must therefore differ within a target.
function(bastide_bundle name files)
  if(BASTIDE_BUNDLE)
    set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
  endif()
endfunction()

# bastide_sources(VAR FOLDER): the .cpp files below, without tests.
function(bastide_sources var folder)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/${folder}/*.cpp")
  list(FILTER found EXCLUDE REGEX "_test\\.cpp$")
  set(${var} ${found} PARENT_SCOPE)
endfunction()

# bastide_library(NAME LEVEL O2 BUNDLE 8 SOURCES FILE...): a library on top of all that were declared
# before it. It goes to the front of `libraries`, which is what programs, tests and fuzzers link.
#   LEVEL   optimisation of a release: only the engine and the bots earn the time that O3 takes, and
#           go without
#   BUNDLE  files that are compiled at once where BASTIDE_BUNDLE is on
function(bastide_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LEVEL;BUNDLE" "SOURCES")
  if(BASTIDE_WASM)  # no archives, which need tools of their own
    add_library(${name} OBJECT ${arg_SOURCES})
  else()
    add_library(${name} STATIC ${arg_SOURCES})
  endif()
  bastide_target(${name})
  if(arg_LEVEL)
    bastide_compile_quickly(${name} ${arg_LEVEL})
  endif()
  bastide_bundle(${name} ${arg_BUNDLE})
  target_link_libraries(${name} PUBLIC ${libraries})
  set(libraries ${name} ${libraries} PARENT_SCOPE)
endfunction()

# bastide_group(NAME GROUP REGEX): the files of a library that match are compiled as one bundle, and the others in
# bundles by their order.
function(bastide_group name group regex)
  if(NOT BASTIDE_BUNDLE)
    return()
  endif()
  get_target_property(batch ${name} UNITY_BUILD_BATCH_SIZE)
  set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${name} SOURCES)
  set(number 0)
  foreach(source IN LISTS sources)
    if(source MATCHES "${regex}")
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${group})
    else()
      math(EXPR bundle "${number} / ${batch}")
      math(EXPR number "${number} + 1")
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP others_${bundle})
    endif()
  endforeach()
endfunction()
