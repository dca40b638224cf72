// SPDX-License-Identifier: Apache-2.0
#include "views.hpp"

std::vector<gpu::device> views_test::devices() {
    return {gpu::device::host(), gpu::device::simulated()};
}
