# SPDX-License-Identifier: Apache-2.0
# Sources that take longer to parse headers than to compile their own code are compiled together, by groups. All
# others are compiled apart: those that compute, and those that some tests link without their neighbours.

set_target_properties(gpualgo_objects PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)

# gpualgo_unite(GROUP PATTERN... [EXCEPT REGEX])
function(gpualgo_unite group)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXCEPT" "")
  file(GLOB_RECURSE members CONFIGURE_DEPENDS ${arg_UNPARSED_ARGUMENTS})
  if(arg_EXCEPT)
    list(FILTER members EXCLUDE REGEX "${arg_EXCEPT}")
  endif()
  set_source_files_properties(${members} PROPERTIES UNITY_GROUP ${group})
endfunction()

gpualgo_unite(calls entry.cpp call/*.cpp elementwise/*.cpp expression/ahead.cpp expression/dispatch.cpp extrema/*.cpp find/*.cpp matmul/*.cpp
  reduce/*.cpp reduce_by_key/*.cpp scan/*.cpp select/*.cpp sort/*.cpp sorted/*.cpp top_k/*.cpp EXCEPT "/matmul/(batch|shape)[.]cpp$")
gpualgo_unite(explain explain/*.cpp)
gpualgo_unite(expression expression/*.cpp EXCEPT "/(ahead|dispatch|ranges)[.]cpp$")
# launch.cpp apart: a test wraps one of its functions, which works for calls from other objects only.
gpualgo_unite(simulated simulated/*.cpp EXCEPT "/counting/|/launch[.]cpp$")
gpualgo_unite(cuda cuda/*.cpp EXCEPT "/(pointers|fragments|absent)[.]cpp$")
