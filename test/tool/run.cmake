# SPDX-License-Identifier: Apache-2.0
# Included by the scripts that run the command line tool as a user does: cmake -D TOOL=FILE -P reduce.cmake ...

set(ENV{GPUALGO_DEVICE} "")
set(ENV{GPUALGO_STRICT} "")
set(data "${CMAKE_CURRENT_LIST_DIR}/data")

# Runs the tool; sets out, error and code.
macro(run)
  execute_process(COMMAND "${TOOL}" ${ARGN} OUTPUT_VARIABLE out ERROR_VARIABLE error RESULT_VARIABLE code)
endmacro()

function(fail text)
  message(FATAL_ERROR "${text}\nexit code ${code}\nstandard output: ${out}\nstandard error: ${error}")
endfunction()

# Runs a command that has to succeed; sets rows to how many there are, and checks what all of them have in common.
macro(run_json)
  run(${ARGN} --json)
  if(NOT code STREQUAL "0" OR NOT error STREQUAL "")
    fail("${ARGN}: it failed")
  endif()
  string(JSON rows LENGTH "${out}" rows)
  math(EXPR last "${rows} - 1")
  foreach(i RANGE ${last})
    check_row(${i})
  endforeach()
endmacro()

function(check_row i)
  foreach(key policy device n agrees)
    string(JSON ${key} GET "${out}" rows ${i} ${key})
  endforeach()
  string(JSON compared TYPE "${out}" rows ${i} agrees)
  if(NOT agrees STREQUAL "ON" AND NOT (compared STREQUAL "NULL" AND rows EQUAL 1 AND policy STREQUAL "automatic"))
    fail("row ${i} disagrees")
  endif()
  foreach(key ms min gbps)
    string(JSON type TYPE "${out}" rows ${i} ${key})
    if(device STREQUAL "simulated" AND NOT type STREQUAL "NULL" OR NOT device STREQUAL "simulated" AND NOT type STREQUAL "NUMBER")
      fail("row ${i}: ${key} is of type ${type}")
    endif()
  endforeach()
  string(JSON m ERROR_VARIABLE no_matrix GET "${out}" rows ${i} m)
  if(NOT device MATCHES "simulated|cuda" OR n EQUAL 0 OR m STREQUAL "0")
    return()
  endif()
  foreach(key grid block)
    string(JSON type TYPE "${out}" rows ${i} ${key})
    string(JSON ${key} GET "${out}" rows ${i} ${key})
    # Vendors do not say how they launch their kernels, nor do products that are left to them: that is null, not a number.
    set(may_be_unknown "^vendor$")
    string(JSON kernel ERROR_VARIABLE no_kernel GET "${out}" rows ${i} kernel)
    if(NOT no_matrix OR kernel MATCHES "^cub::") # automatic takes the vendor's, too
      set(may_be_unknown "^(automatic|vendor|tensor_core)$")
    endif()
    if(NOT (type STREQUAL "NUMBER" AND ${key} GREATER 0 OR type STREQUAL "NULL" AND policy MATCHES "${may_be_unknown}"))
      fail("row ${i}: ${key} is '${${key}}'")
    endif()
  endforeach()
endfunction()

# The first row's value of a key has to be this.
function(expect key value)
  string(JSON found GET "${out}" rows 0 ${key})
  if(NOT found STREQUAL value)
    fail("${key} is ${found}, not ${value}")
  endif()
endfunction()

# The object's value of a key has to be this.
function(expect_whole key value)
  string(JSON found GET "${out}" ${key})
  if(NOT found STREQUAL value)
    fail("${key} is ${found}, not ${value}")
  endif()
endfunction()

# There have to be this many rows.
function(expect_rows count)
  if(NOT rows EQUAL count)
    fail("${rows} rows, not ${count}")
  endif()
endfunction()
