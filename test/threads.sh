#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the tests that use threads with ThreadSanitizer and runs them: host loops, the simulated
# device, and a planted race, which must be reported. `bash test/run.sh tsan` runs all tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tests=(host simulated host_matmul)
bash test/instrumented_tbb.sh build/tsan-tbb
cmake --preset tsan
cmake --build --preset tsan --parallel "$(nproc)" --target "${tests[@]/#/test_}" test_planted_race
ctest --preset tsan --tests-regex '^planted_race$'
# Test cases for each use of threads. All that use some take too long.
for test in "${tests[@]}"; do
    TSAN_OPTIONS=allocator_may_return_null=1 "build/tsan/test/test_$test" '[threads]' --warn NoTests --durations yes
done
