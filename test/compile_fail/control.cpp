// expect: success
// SPDX-License-Identifier: Apache-2.0
// The correct neighbours of what the other files do wrong.
#include <gpualgo/gpualgo.hpp>

#include <string>
#include <vector>

float operator_on_device(gpu::device_vector<float> const& v) {
    return gpu::reduce(v, 0.0F, gpu::maximum<>());
}
double types_on_device(gpu::device_vector<float> const& v) {
    return gpu::reduce(v.begin(), v.end(), 0.0);
}
int policy(std::vector<int> const& v) { return gpu::reduce(gpu::automatic, v.begin(), v.end()); }
std::string callable(std::vector<std::string> const& v) { return gpu::reduce(v, std::string()); }
gpu::device_vector<int> element_type() { return gpu::device_vector<int>{1, 2, 3}; }
bool iterators(gpu::device_vector<int>& v) { return v.begin() == v.cend(); }
void writing(gpu::device_vector<int>& v) { v[0] = 1; }
