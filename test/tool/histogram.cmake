# SPDX-License-Identifier: Apache-2.0
# cmake -D TOOL=FILE -P histogram.cmake: `gpualgo histogram`, its chart, and files that it writes.

include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# The numbers are 0x67, 0xc6, 0x69, 0x73, 0x51.
run(histogram --n 5 --bins 4 --lower 0 --upper 256 --quiet)
if(NOT out STREQUAL "0\n4\n0\n1\n")
  fail("the histogram of 5 numbers")
endif()
run(histogram --n 5 --bins 2 --device host)
if(NOT code STREQUAL "0" OR NOT out MATCHES "histogram in 2 bins of 5 random int32 = 4, 1  .*\n 81  4  [^ ]+\n140  1  [^ ]+\n$")
  fail("the chart of 5 numbers")
endif()
run(histogram --n 5 --bins 2 --lower 110 --upper 120 -q) # 0x73 alone
if(NOT out STREQUAL "0\n1\n")
  fail("numbers outside")
endif()

run_json(histogram --n 5000 --policy all)
expect_whole(bins 16)
foreach(type int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double half bfloat16)
  foreach(device host simulated)
    run_json(histogram --n 7000 --type ${type} --bins 37 --device ${device} --check)
    run_json(histogram "${data}/${type}_columns.npy" --bins 3 --device ${device} --check)
  endforeach()
endforeach()

set(counts "${CMAKE_CURRENT_BINARY_DIR}/tool_histogram_counts.npy")
run_json(histogram --n 1000 --bins 5 --output "${counts}")
run(reduce "${counts}" --quiet)
if(NOT out STREQUAL "1000\n")
  fail("the sum of the counts")
endif()
file(REMOVE "${counts}")

run(histogram --n 5 --lower 3 --upper 3)
if(NOT code STREQUAL "2" OR NOT error MATCHES "--lower 3 is not below --upper 3")
  fail("empty bins")
endif()
run(histogram --n 5 --type complex64)
if(NOT code STREQUAL "2" OR NOT error MATCHES "complex numbers have no order")
  fail("complex numbers")
endif()
run(histogram --n 5 --lower 1000)
if(NOT code STREQUAL "0")
  fail("no numbers in the bins")
endif()
