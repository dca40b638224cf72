# SPDX-License-Identifier: Apache-2.0
# What all of the project's own targets are compiled with.

add_library(gpualgo_conventions INTERFACE)
target_compile_features(gpualgo_conventions INTERFACE cxx_std_20)

# CMake 3.25 does not know nvcc's option for C++20, so it stands here.
# Nothing is exported that does not say so. No product is contracted into an fma: results have the same bits everywhere.
# g++ 12 warns of overlap in every sum of strings (GCC bug 105651).
set(warnings -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wno-restrict)
target_compile_options(gpualgo_conventions INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility=hidden -fvisibility-inlines-hidden -ffp-contract=off ${warnings}>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${GPUALGO_WARNINGS_AS_ERRORS}>>:-Werror>
  $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20 --expt-relaxed-constexpr -fmad=false --compress-mode=size -Xcompiler=-fvisibility=hidden,-ffp-contract=off,-Wall,-Wextra>
  $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<BOOL:${GPUALGO_WARNINGS_AS_ERRORS}>>:-Werror=all-warnings>)
