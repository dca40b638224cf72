// expect: gpualgo/cuda.cuh is for files compiled by nvcc
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/cuda.cuh>
