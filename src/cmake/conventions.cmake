# SPDX-License-Identifier: Apache-2.0
# Compile options of all the project's own targets.

add_library(gpualgo_conventions INTERFACE)
target_compile_features(gpualgo_conventions INTERFACE cxx_std_20)

# CMake 3.25 does not know nvcc's option for C++20, so it is set here.
# Only marked symbols are exported. Products are never contracted into fma, so that results have the
# same bits everywhere.
# _CG_LIMIT_INCLUDED_DEPENDENCIES: cooperative groups do not include libcu++, for members that we do
# not use. A file of kernels takes 2 s less to compile.
# ggc-min-heapsize: g++ looks for memory to reuse after 512 MiB, not after 128, which saves up to a
# tenth of its time. At most, it needs a quarter more memory.
# -Wno-restrict: g++ 12 wrongly warns of overlap in every concatenation of strings (GCC bug 105651).
set(warnings -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wno-restrict)
target_compile_options(gpualgo_conventions INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility=hidden -fvisibility-inlines-hidden -ffp-contract=off ${warnings}>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${GPUALGO_WARNINGS_AS_ERRORS}>>:-Werror>
  $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20 --expt-relaxed-constexpr -fmad=false --compress-mode=size -D_CG_LIMIT_INCLUDED_DEPENDENCIES -Xcompiler=-fvisibility=hidden,-ffp-contract=off,-Wall,-Wextra>
  $<$<AND:$<COMPILE_LANGUAGE:CUDA>,$<BOOL:${GPUALGO_WARNINGS_AS_ERRORS}>>:-Werror=all-warnings>)
