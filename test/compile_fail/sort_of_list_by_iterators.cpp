// expect: use of deleted function
// and: needs random access: vector, deque, array
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/sort.hpp>

#include <list>

void f(std::list<int>& l) { gpu::stable_sort(gpu::automatic, l.begin(), l.end()); }
