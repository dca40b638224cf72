// SPDX-License-Identifier: Apache-2.0
/// The code of the page about counting and selecting elements. A region stands between two lines
/// with its name.
#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/remove.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

TEST_CASE("select: elements that predicates select") {
    //! [select]
    gpu::device_vector<float> const v{3, -1, NAN, 4, -5};
    std::ptrdiff_t const below = gpu::count_if(v, gpu::less_than(0)); // 2
    std::ptrdiff_t const fours = gpu::count(v, 4);                    // 1

    gpu::device_vector<float> out(v.size());
    auto const end = gpu::copy_if(v, out, gpu::between(0, 10)); // 3, 4
    gpu::remove_copy_if(v.begin(), v.end(), out.begin(), gpu::is_nan);

    // -1 and -5 to the host, the others to `out`
    std::vector<float> negative(2);
    gpu::partition_copy(gpu::automatic, v, negative, out, gpu::less_than(0));

    // any predicate on the host
    std::vector<int> const numbers{3, 1, 4, 1, 5};
    std::vector<int> chosen(5);
    gpu::copy_if(gpu::automatic, numbers, chosen, [](int x) { return x == 1 || x == 4; });

    // in place
    gpu::device_vector<int> w{1, 2, 3, 4, 3};
    auto const end_of_odd = gpu::remove_if(w, gpu::is_even); // 1, 3, 3
    auto const last = gpu::remove(w.begin(), end_of_odd, 3); // 1
    //! [select]
    CHECK(end_of_odd == w.begin() + 3);
    CHECK(last == w.begin() + 1);
    CHECK(w[0] == 1);
    CHECK(below == 2);
    CHECK(fours == 1);
    CHECK(end == out.begin() + 2);
    CHECK(out[0] == 3);
    CHECK(negative == std::vector<float>{-1, -5});
    CHECK(chosen == std::vector<int>{1, 4, 1, 0, 0});
}
