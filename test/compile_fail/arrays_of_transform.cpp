// expect: Two C arrays are taken for iterators
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

#include <vector>

void f(int (&a)[3], int (&b)[3], int (&c)[3]) { gpu::transform(a, b, c, gpu::plus<>()); }
