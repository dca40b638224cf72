// SPDX-License-Identifier: Apache-2.0
/// If a rank fails, or if arguments differ between ranks, all ranks throw, and none waits.
#include "ranks.hpp"

#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/mpi.hpp>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

/// Allocations until one fails; none fails if it is negative.
std::atomic<long> allocations_left = -1;

} // namespace

// not inlined: g++ warns of new and free
[[gnu::noinline]] void* operator new(std::size_t bytes) {
    bool const fails = allocations_left >= 0 && allocations_left-- == 0;
    void* const memory = fails ? nullptr : std::malloc(bytes);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace mpi_test {
namespace {

/// Whether a call throws gpu::error with a text in it.
template <class Call>
bool fails(Call call, std::string const& text) {
    try {
        call();
    } catch (gpu::error const& e) {
        return std::string(e.what()).find(text) != std::string::npos;
    }
    return false;
}

/// The last rank gives other arguments than the others.
void differ() {
    std::vector<float> const x(3000, 1);
    std::vector<double> const doubles(3000, 1);
    auto const world = gpu::automatic.across(MPI_COMM_WORLD);
    bool const is_bad = rank == ranks - 1;
    float const *const first = x.data(), *const last = x.data() + 3000;
    auto const other_init = [&] { (void)gpu::reduce(world, first, last, is_bad ? 1.0F : 0.0F); };
    check(fails(other_init, "init differ"), "another init is not seen");
    auto const other_operator = [&] {
        if (is_bad) (void)gpu::reduce(world, first, first + 9, 0.0F, gpu::maximum<>());
        else (void)gpu::reduce(world, first, first + 9, 0.0F);
    };
    check(fails(other_operator, "differ"), "another operator is not seen");
    auto const other_type = [&] {
        if (is_bad) (void)gpu::reduce(world, doubles.data(), doubles.data() + 3000, 0.0);
        else (void)gpu::reduce(world, first, last, 0.0F);
    };
    check(fails(other_type, "differ"), "another type is not seen");
    auto const other_search = [&] {
        if (is_bad) (void)gpu::max_element(world, first, first + 9);
        else (void)gpu::min_element(world, first, first + 9);
    };
    check(fails(other_search, "differ"), "another search is not seen");
    auto const other_root = [&] {
        (void)gpu::reduce(gpu::automatic.across(MPI_COMM_WORLD, is_bad ? 0 : -1), first, last,
                          0.0F);
    };
    check(fails(other_root, "its root differs"), "another root is not seen");
}

void give_wrong_arguments() {
    std::vector<float> const x(3000, 1);
    int const bad = ranks - 1;
    float const* const null = nullptr;
    auto const sum_of_null = [&] {
        auto const world = gpu::automatic.across(MPI_COMM_WORLD);
        (void)(rank == bad ? gpu::reduce(world, null, null + 5000, 0.0F)
                           : gpu::reduce(world, x.data(), x.data() + 3000, 0.0F));
    };
    check(fails(sum_of_null, "rank " + std::to_string(bad)), "a failure of one rank is not seen");
    float const *const first = x.data(), *const last = x.data() + 3000;
    auto const reversed = [&](auto call) {
        check(fails([&] { rank == bad ? call(last, first) : call(first, last); },
                    "rank " + std::to_string(bad)),
              "a range of one rank that ends before it begins is not seen");
    };
    auto const world = gpu::automatic.across(MPI_COMM_WORLD);
    reversed([&](auto a, auto b) { (void)gpu::reduce(world, a, b, 0.0F); });
    reversed([&](auto a, auto b) { (void)gpu::transform_reduce(world, a, b, first, 0.0F); });
    reversed([&](auto a, auto b) { (void)gpu::mean(world, a, b); });
    reversed([&](auto a, auto b) { (void)gpu::max_element(world, a, b); });
    auto const missing_root = [&] {
        (void)gpu::reduce(gpu::automatic.across(MPI_COMM_WORLD, rank == bad ? ranks : 0), x.data(),
                          x.data() + 3000, 0.0F);
    };
    check(fails(missing_root, "it has " + std::to_string(ranks) + " ranks"),
          "a root that is no rank is not seen");
}

/// On the last rank the first, the second, ... allocation fails.
void run_out_of_memory() {
    std::vector<float> const x(4000, 1);
    int const bad = ranks - 1;
    float const expected = static_cast<float>(4000 * ranks);
    int has_failed = 1;
    int seen = 0; // failures, on a rank that has memory
    for (long good = 0; has_failed != 0; ++good) {
        if (rank == bad) allocations_left = good;
        try {
            float const sum =
                gpu::reduce(gpu::automatic.across(MPI_COMM_WORLD), x.data(), x.data() + 4000, 0.0F);
            check(sum == expected, "a sum is wrong after an allocation failed");
        } catch (std::bad_alloc const&) { // after the exchange
            check(rank == bad, "another rank has no memory");
        } catch (gpu::error const& e) {
            std::string const text = e.what();
            check(text.find("rank " + std::to_string(bad)) != std::string::npos ||
                      text.find("its result cannot be merged") != std::string::npos,
                  "another rank is said to have no memory");
            ++seen;
        }
        has_failed = allocations_left < 0;
        allocations_left = -1;
        MPI_Bcast(&has_failed, 1, MPI_INT, bad, MPI_COMM_WORLD);
    }
    check(seen > 3, "failed allocations of one rank are not seen");
}

/// Whether a call throws std::invalid_argument.
bool refuses(MPI_Comm communicator) {
    float const x = 1;
    try {
        (void)gpu::reduce(gpu::automatic.across(communicator), &x, &x + 1, 0.0F);
    } catch (std::invalid_argument const&) {
        return true;
    }
    return false;
}

} // namespace

void fail_together() {
    give_wrong_arguments();
    if (ranks > 1) differ();
    run_out_of_memory();
    std::vector<float> const x(3000, 1);
    check(gpu::reduce(gpu::automatic.across(MPI_COMM_WORLD), x.data(), x.data() + 3000, 0.0F) ==
              static_cast<float>(3000 * ranks),
          "a call after failures is wrong");
}

void refuse_without_mpi() { check(refuses(MPI_COMM_WORLD), "MPI is used, but not initialised"); }

void refuse_communicators() {
    check(refuses(MPI_COMM_NULL), "a null communicator is used");
    if (ranks < 2) return;
    // the even ranks and the odd ones, joined by an intercommunicator
    MPI_Comm half = MPI_COMM_NULL, both = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &both);
    check(refuses(both), "an intercommunicator is used");
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

} // namespace mpi_test
