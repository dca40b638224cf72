// SPDX-License-Identifier: Apache-2.0
/// The code of the page about memory. A region stands between two lines with its name.
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/limiting_resource.hpp>
#include <gpualgo/pinned_vector.hpp>
#include <gpualgo/pool_resource.hpp>
#include <gpualgo/reduce_into.hpp>
#include <gpualgo/soa_vector.hpp>
#include <gpualgo/stream.hpp>

#include <catch2/catch.hpp>

#include <numeric>
#include <stdexcept>
#include <tuple>
#include <vector>

TEST_CASE("memory: vectors on devices, and copies between any two memories") {
    //! [vectors]
    std::vector<int> const x{1, 2, 3, 4};
    gpu::device_vector<int> v = gpu::to_device(x);    // on the preferred device
    gpu::device_vector<int> w(4, gpu::uninitialized); // elements without a value
    gpu::copy(v.begin(), v.end(), w.begin());         // from device to device
    w.resize(6, 7);                                   // as a std::vector
    std::vector<int> const back = w.to_host();
    //! [vectors]
    CHECK(back == std::vector<int>{1, 2, 3, 4, 7, 7});

    //! [elements]
    std::vector<int> h{3, 1, 4};
    gpu::device_vector<int> d = h; // on the preferred device
    d.push_back(1);
    d.insert(d.begin(), {2, 7});
    d.erase(d.begin() + 1);
    d[0] += 1; // reads an element, and writes it
    h = d;     // back on the host
    bool const same = d == h && d.back() == 1;
    //! [elements]
    CHECK(h == std::vector<int>{3, 3, 1, 4, 1});
    CHECK(same);

    //! [overlap]
    bool refused = false;
    try {
        gpu::copy(v.begin(), v.begin() + 3, v.begin() + 1);
    } catch (std::invalid_argument const&) { // the target overlaps the source
        refused = true;
    }
    //! [overlap]
    CHECK(refused);
}

TEST_CASE("fields of a structure of arrays") {
    //! [fields]
    gpu::soa_vector<float, int> particles({{0.5F, 1}, {1.5F, 2}}); // on the preferred device
    particles.push_back({2.F, 3});
    float const mass = gpu::reduce(particles.field<0>());
    auto const heaviest = gpu::max_element(particles.field<0>());
    for (auto [weight, charge] : particles) charge += 1; // on the host
    std::vector<std::tuple<float, int>> const all = particles.to_host();
    //! [fields]
    CHECK(mass == 4.F);
    CHECK(heaviest - particles.field<0>().begin() == 2);
    CHECK(all[2] == std::tuple(2.F, 4));
}

TEST_CASE("memory: page-locked memory of the host") {
    //! [pinned]
    gpu::pinned_vector<float> frame(1000, 1.F); // a std::vector; plain memory if there is no GPU
    gpu::device_vector<float> v(frame.size(), gpu::uninitialized);
    gpu::copy(frame, v.begin()); // at the full speed of the bus
    //! [pinned]
    CHECK(gpu::reduce(v) == 1000);
}

TEST_CASE("memory: resources") {
    //! [resources]
    gpu::device_resource memory;                         // that of the preferred device
    gpu::limiting_resource limited(memory, 1'000'000);   // at most so many bytes at a time
    gpu::pool_resource pool(limited);                    // keeps freed memory, and reuses it
    gpu::device_vector<float> const x(1000, 1.5F, pool); // in memory of the pool
    float const sum = gpu::reduce(gpu::automatic.with(pool), x);
    //! [resources]
    CHECK(sum == 1500);
    CHECK_THROWS_AS((gpu::device_vector<float>(1'000'000, 1.5F, pool)), gpu::out_of_memory);
}

TEST_CASE("memory: streams") {
    //! [streams]
    gpu::stream stream(gpu::device::preferred());
    gpu::device_vector<float> const x(1000, 0.5F);
    gpu::device_vector<float> totals(2);
    // nobody waits for it
    gpu::reduce_into(gpu::automatic.on(stream), x, totals.begin());
    gpu::reduce_into(gpu::automatic.on(stream), x.begin(), x.begin() + 10, totals.begin() + 1);
    stream.synchronize();
    //! [streams]
    CHECK(totals.to_host() == std::vector<float>{500, 5});
}
