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

# Only the engine and the bots earn the time that -O3 takes to compile.
function(bastide_compile_quickly name level)
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-${level}>)
endfunction()
