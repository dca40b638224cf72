# SPDX-License-Identifier: Apache-2.0
# cmake -D TOOL=FILE -P sort.cmake: `gpualgo sort`, and files that it writes.

include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# The numbers are 0x67, 0xc6, 0x69, 0x73, 0x51.
run(sort --n 5 --quiet)
if(NOT out STREQUAL "81\n103\n105\n115\n198\n")
  fail("5 numbers")
endif()
run(sort --n 5 --descending --type float -q)
if(NOT out STREQUAL "198\n115\n105\n103\n81\n")
  fail("5 numbers downwards")
endif()

run_json(sort --n 5000 --policy all --device simulated)
expect_whole(direction ascending)
run_json(sort --n 5000 --policy all --descending)
expect_whole(direction descending)
expect(result "255, 255, 255, ..., 0")

# Every type on the host and on the simulated device.
foreach(type int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double half bfloat16)
  foreach(direction "" --descending)
    run_json(sort --n 70000 --type ${type} ${direction} --device host --check)
    run_json(sort --n 3000 --type ${type} ${direction} --device simulated --check)
  endforeach()
endforeach()

# Several files are one array, and the result is an array of one dimension.
set(sorted "${CMAKE_CURRENT_BINARY_DIR}/tool_sorted.npy")
run_json(sort "${data}/float_columns.npy" "${data}/float_columns.npy" --output "${sorted}" --policy all)
expect_whole(n 12)
expect(result "1, 1, 2, ..., 6")
run(sort "${sorted}" --descending --output "${sorted}" --quiet) # its own input
if(NOT out STREQUAL "6\n6\n5\n5\n4\n4\n3\n3\n2\n2\n1\n1\n")
  fail("a sorted file")
endif()
run(reduce "${sorted}" --quiet)
if(NOT out STREQUAL "42\n")
  fail("a file that was read and replaced")
endif()
file(REMOVE "${sorted}")
run_json(sort "${data}/empty.npy" --check)
expect(result "no elements")

run(sort --n 1000 --policy all)
if(NOT code STREQUAL "0" OR NOT out MATCHES "ascending sort of 1000 int32 on .*std::sort.*results agree" OR out MATCHES "NO\n|DISAGREE")
  fail("the table")
endif()
run(sort "${data}/complex64_columns.npy")
if(NOT code STREQUAL "2" OR NOT error MATCHES "complex64 has no order")
  fail("a type without an order")
endif()
