# SPDX-License-Identifier: Apache-2.0
# One program whose files are compiled with different flags, linked in two orders.

set(x86_flags $<$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>:-march=haswell>)
function(gpualgo_flags_part name)
  add_library(flags_${name} OBJECT flags/part.cpp)
  target_include_directories(flags_${name} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(flags_${name} PRIVATE gpualgo_conventions gpualgo::gpualgo)
  target_compile_options(flags_${name} PRIVATE ${ARGN})
  target_compile_definitions(flags_${name} PRIVATE "GPUALGO_TEST_FLAGS=\"${name}\"")
endfunction()
gpualgo_flags_part(strict -O0)
gpualgo_flags_part(fast -O0 -ffast-math)
gpualgo_flags_part(contracted -O2 -ffp-contract=fast ${x86_flags})
gpualgo_flags_part(fast_contracted -O3 -ffast-math -ffp-contract=fast ${x86_flags})

set(parts strict fast contracted fast_contracted)
list(TRANSFORM parts REPLACE "(.+)" "$<TARGET_OBJECTS:flags_\\1>")
gpualgo_test(flags flags/main.cpp ${parts})
list(REVERSE parts)
gpualgo_test(flags_reversed "$<TARGET_OBJECTS:test_flags>" ${parts})
set_target_properties(test_flags_reversed PROPERTIES LINKER_LANGUAGE CXX)
