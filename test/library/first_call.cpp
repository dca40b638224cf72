// SPDX-License-Identifier: Apache-2.0
/// Lets the first, second ... allocation of a process's first call fail. One-time initialisation
/// may only fail like later calls do.
#include "support/child_process.hpp"
#include "support/failing_new.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/pinned_vector.hpp>

#include <catch2/catch.hpp>

#include <new>
#include <vector>

namespace {

constexpr int succeeded = 0, failed = 1, otherwise = 2;

/// @return the exit status of a process whose first call is `call`, if its k-th allocation fails
template <class Call>
int first_call(std::size_t k, Call call) {
    return test::in_child([&] {
        test::failing_new const failing(k);
        try {
            return call() ? succeeded : otherwise;
        } catch (std::bad_alloc const&) {
            return failed;
        }
    });
}

template <class Call>
void fail_each(Call call) {
    for (std::size_t k = 1; k <= 40; ++k) {
        int const ended = first_call(k, call);
        INFO("allocation " << k << " failed");
        CHECK((ended == succeeded || ended == failed));
    }
}

} // namespace

TEST_CASE("the first call of a process may run out of memory") {
    std::vector<int> const x(3000, 1);
    std::vector<float> const large(1 << 20, 1.0F);
    int const* volatile somewhere = x.data();
    fail_each([&] { return gpu::reduce(x) == 3000; });
    fail_each([&] { return gpu::reduce(somewhere, somewhere + 3000) == 3000; });
    fail_each([&] { return gpu::reduce(large) == 1 << 20; });
    fail_each(
        [&] { return gpu::reduce(gpu::interleaved.on(gpu::device::simulated()), x) == 3000; });
    fail_each([&] { return gpu::device_vector<int>(x, gpu::device::host()).to_host() == x; });
    fail_each([&] { return gpu::pinned_vector<int>(5, 7).back() == 7; });
}
