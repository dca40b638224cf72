# SPDX-License-Identifier: Apache-2.0
# Matrix products on the host, and the search for BLAS with fake libraries: a working one, one that
# claims to be OpenBLAS, and one without cblas_dgemm.

set(fakes "${CMAKE_CURRENT_SOURCE_DIR}/host/fake_blas")
add_library(fake_blas MODULE "${fakes}/sgemm.cpp" "${fakes}/dgemm.cpp")
add_library(fake_openblas MODULE "${fakes}/sgemm.cpp" "${fakes}/dgemm.cpp" "${fakes}/openblas.cpp")
add_library(fake_sgemm MODULE "${fakes}/sgemm.cpp")
foreach(fake fake_blas fake_openblas fake_sgemm)
  target_link_libraries(${fake} PRIVATE gpualgo_conventions)
endforeach()

gpualgo_test(host_matmul host/matmul.cpp host/matmul_float.cpp host/matmul_threads.cpp INTERNAL OPTIMISED)
gpualgo_test(host_matmul_memory host/matmul_memory.cpp INTERNAL)
gpualgo_test(host_matmul_blas host/matmul_blas.cpp host/blas.cpp INTERNAL)
target_compile_definitions(test_host_matmul_blas PRIVATE
  GPUALGO_FAKE_BLAS="$<TARGET_FILE:fake_blas>" GPUALGO_FAKE_OPENBLAS="$<TARGET_FILE:fake_openblas>" GPUALGO_FAKE_SGEMM="$<TARGET_FILE:fake_sgemm>")
add_dependencies(test_host_matmul_blas fake_blas fake_openblas fake_sgemm)
