// expect: gpu::device_vector<T>: T must be trivially copyable
// expect: std::pair and std::tuple are not: use a structure of your own, or gpu::soa_vector
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <string>

using broken = gpu::device_vector<std::string>::value_type;
