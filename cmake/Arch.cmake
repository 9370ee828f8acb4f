# Instruction set. Sets bastide_arch_flags.
#   auto      x86-64-v3 when this machine's processor has it, else the compiler's baseline
#   v3        x86-64-v3 always
#   baseline  runs on every x86-64 (and on other architectures)
set(BASTIDE_ARCH auto CACHE STRING "Instruction set: auto, v3 or baseline")
set_property(CACHE BASTIDE_ARCH PROPERTY STRINGS auto v3 baseline)

set(bastide_arch_flags "")
set(arch "${BASTIDE_ARCH}")
if(arch STREQUAL "auto")
  set(arch baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo cpu_flags REGEX "^flags" LIMIT_COUNT 1)
    if(cpu_flags MATCHES " avx2( |$)" AND cpu_flags MATCHES " bmi2( |$)"
       AND cpu_flags MATCHES " fma( |$)")
      set(arch v3)
    endif()
  endif()
endif()

if(arch STREQUAL "v3")
  set(bastide_arch_flags -march=x86-64-v3)
elseif(NOT arch STREQUAL "baseline")
  message(FATAL_ERROR "BASTIDE_ARCH is '${BASTIDE_ARCH}'; it may be auto, v3 or baseline")
endif()
message(STATUS "Instruction set: ${arch} (BASTIDE_ARCH=${BASTIDE_ARCH})")
