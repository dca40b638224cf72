# SPDX-License-Identifier: Apache-2.0
# cmake -D TOOL=FILE -P scan.cmake: `gpualgo scan`, and files that it writes.

include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# The numbers are 0x67, 0xc6, 0x69, 0x73, 0x51.
run(scan --n 5 --quiet)
if(NOT out STREQUAL "103\n301\n406\n521\n602\n")
  fail("the inclusive scan of 5 numbers")
endif()
run(scan --n 5 --exclusive --op maximum --type uint8 --device host -q) # GPUs have no such kernel
if(NOT out STREQUAL "0\n103\n198\n198\n198\n")
  fail("the exclusive scan of 5 numbers")
endif()

# All strategies, and the host with its two competitors.
run_json(scan --n 5000 --policy all --device simulated)
set(strategies ${rows})
if(rows LESS 10)
  fail("${rows} rows for all strategies")
endif()
run_json(scan --n 5000 --policy all)
math(EXPR all "${strategies} + 3")
if(NOT out MATCHES "cuda:")
  expect_rows(${all})
endif()
expect(result "103, 301, 406, ..., 631441")
expect_whole(kind inclusive)
expect_whole(op plus)
run_json(scan --n 1000 --policy hillis_steele --device simulated --block 64)
expect_rows(1)
expect(block 64)

# Every type and operator of the host; and sums on the simulated device.
foreach(type int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double half bfloat16)
  foreach(op plus multiplies minimum maximum logical_and logical_or)
    foreach(kind "" --exclusive)
      run_json(scan --n 70000 --type ${type} --op ${op} ${kind} --device host --check)
    endforeach()
  endforeach()
  run_json(scan --n 5000 --type ${type} --device simulated --check)
  run_json(scan --n 300 --type ${type} --op maximum --policy all) # strategies without a kernel are left out
endforeach()
foreach(type complex64 complex128)
  run_json(scan --n 700 --type ${type} --policy all)
  run_json(scan "${data}/${type}_columns.npy" --op multiplies --check)
  expect(result "(1, 1), (0, 4), (-12, 12), ..., (-0, -5760)")
endforeach()

# Files: of any shape, in their order; several are one array. The result is an array of one dimension.
set(sums "${CMAKE_CURRENT_BINARY_DIR}/tool_scan_sums.npy")
run_json(scan "${data}/float_columns.npy" "${data}/float_columns.npy" --output "${sums}" --policy all)
expect_whole(n 12)
expect(result "1, 3, 6, ..., 42")
run(scan "${sums}" --exclusive --quiet)
if(NOT out STREQUAL "0\n1\n4\n10\n20\n35\n56\n78\n102\n129\n160\n196\n")
  fail("the scan of a scan")
endif()
run(scan "${sums}" -o "${sums}") # its own input
run(reduce "${sums}" --quiet --op maximum)
if(NOT out STREQUAL "238\n")
  fail("a file that was read and replaced")
endif()
file(REMOVE "${sums}")
run_json(scan "${data}/empty.npy" --check)
expect(result "no elements")

run(scan --n 1000 --policy all)
if(NOT code STREQUAL "0" OR NOT out MATCHES "inclusive scan by plus of 1000 int32 on .*std::inclusive_scan.*results agree" OR out MATCHES "NO\n|DISAGREE")
  fail("the table")
endif()
run(scan --op bit_and --type float --n 5)
if(NOT code STREQUAL "2" OR NOT error MATCHES "--op: bit_and does not take float; plus, ")
  fail("an operator that the type does not have")
endif()
run(scan --op bit_and --type int8 --n 5 --device simulated)
if(NOT code STREQUAL "1" OR NOT error MATCHES "have no automatic kernel")
  fail("an operator that the device does not have")
endif()
