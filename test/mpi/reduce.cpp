// SPDX-License-Identifier: Apache-2.0
/// A program that mpirun starts: the ranks' calls have the bits of one process, and if a rank
/// fails, all throw. Exits with 0 if all ranks agree.
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/mpi.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

int failures = 0, rank = 0, ranks = 0;

void check(bool holds, char const* what) {
    if (holds) return;
    ++failures;
    std::fprintf(stderr, "rank %d of %d: %s\n", rank, ranks, what);
}

template <class T>
bool same_bits(T a, T b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/// A number of all elements, the same on all ranks.
float element(std::uint64_t i) {
    std::uint64_t x = i * 0x9e3779b97f4a7c15 + 12345;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9;
    if (i % 7 == 0) return 3e9F; // the largest one, several times
    return static_cast<float>(static_cast<std::int64_t>(x) >> 40) * 1.37e-3F;
}

/// This rank's block of n elements. Blocks are uneven; those of some ranks are empty.
struct block {
    std::size_t begin, end;
};
block block_of(std::size_t n, int uneven) {
    auto const cut = [&](int r) {
        if (r >= ranks) return n;
        std::size_t const at = n * static_cast<std::size_t>(r) / static_cast<std::size_t>(ranks);
        return uneven == 0 || r == 0 ? at : std::min(n, (r % 2 == 0 ? at : at / 2));
    };
    std::size_t const begin = cut(rank);
    return {begin, std::max(begin, cut(rank + 1))};
}

void compare(std::size_t n, int uneven, gpu::device device) {
    std::vector<float> all(n);
    for (std::size_t i = 0; i < n; ++i) all[i] = element(i);
    auto [begin, end] = block_of(n, uneven);
    // uneven blocks overlap nobody: each rank begins where the one before ends
    std::uint64_t last = end;
    if (rank > 0) MPI_Recv(&begin, 1, MPI_UINT64_T, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    last = rank + 1 == ranks ? n : std::max<std::uint64_t>(begin, last);
    if (rank + 1 < ranks) MPI_Send(&last, 1, MPI_UINT64_T, rank + 1, 0, MPI_COMM_WORLD);
    auto const* const x = all.data();
    auto const policy = gpu::automatic.on(device).across(MPI_COMM_WORLD);

    auto const *const first = x + begin, *const end_of_block = x + last;
    //! [across]
    float const sum = gpu::reduce(gpu::automatic.across(MPI_COMM_WORLD), first, end_of_block, 0.5F);
    //! [across]
    check(same_bits(sum, gpu::reduce(all, 0.5F)), "a sum on the host has other bits");
    check(same_bits(gpu::reduce(policy, x + begin, x + last, 0.5F), gpu::reduce(all, 0.5F)),
          "a sum has other bits than in one process");
    gpu::device_vector<float> const block(x + begin, x + last, device);
    check(same_bits(gpu::reduce(policy, block.begin(), block.end(), 0.5F), gpu::reduce(all, 0.5F)),
          "a sum of elements on a device has other bits");
    check(same_bits(gpu::reduce(policy, x + begin, x + last, 0.0), gpu::reduce(all, 0.0)),
          "a sum in double has other bits");
    check(same_bits(gpu::transform_reduce(policy, x + begin, x + last, x + begin, 1.0F),
                    gpu::transform_reduce(all, all, 1.0F)),
          "a dot product has other bits");
    float const on_root = gpu::reduce(gpu::automatic.on(device).across(MPI_COMM_WORLD, ranks - 1),
                                      x + begin, x + last, 0.5F);
    check(same_bits(gpu::mean(policy, x + begin, x + last), gpu::mean(all)),
          "a mean has other bits");
    auto const index = [&](auto i) { return static_cast<std::uint64_t>(i - all.begin()); };
    check(gpu::min_element(policy, x + begin, x + last) == index(gpu::min_element(all)) &&
              gpu::max_element(policy, x + begin, x + last) == index(gpu::max_element(all)),
          "another element is found");
    check(gpu::minmax_element(policy, x + begin, x + last, std::greater<>()).second ==
              index(gpu::minmax_element(all, std::greater<>()).second),
          "another last element is found");
    check(same_bits(on_root, rank == ranks - 1 ? gpu::reduce(all, 0.5F) : 0.5F),
          "a sum for one rank is wrong");
}

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

void fail_together() {
    std::vector<float> const x(3000, 1);
    auto const world = gpu::automatic.across(MPI_COMM_WORLD);
    int const bad = ranks - 1;
    float const* const null = nullptr;
    auto const sum_of_null = [&] {
        (void)(rank == bad ? gpu::reduce(world, null, null + 5000, 0.0F)
                           : gpu::reduce(world, x.data(), x.data() + 3000, 0.0F));
    };
    check(fails(sum_of_null, "rank " + std::to_string(bad)), "a failure of one rank is not seen");
    if (ranks > 1) {
        auto const other_init = [&] {
            (void)gpu::reduce(world, x.data(), x.data() + 3000, rank == bad ? 1.0F : 0.0F);
        };
        check(fails(other_init, "init differ"), "another init is not seen");
        auto const other_operator = [&] {
            if (rank == bad)
                (void)gpu::reduce(world, x.data(), x.data() + 9, 0.0F, gpu::maximum<>());
            else (void)gpu::reduce(world, x.data(), x.data() + 9, 0.0F);
        };
        check(fails(other_operator, "differ"), "another operator is not seen");
        std::vector<double> const doubles(3000, 1);
        auto const other_type = [&] {
            if (rank == bad) (void)gpu::reduce(world, doubles.data(), doubles.data() + 3000, 0.0);
            else (void)gpu::reduce(world, x.data(), x.data() + 3000, 0.0F);
        };
        check(fails(other_type, "differ"), "another type is not seen");
        auto const other_search = [&] {
            if (rank == bad) (void)gpu::max_element(world, x.data(), x.data() + 9);
            else (void)gpu::min_element(world, x.data(), x.data() + 9);
        };
        check(fails(other_search, "differ"), "another search is not seen");
    }
    check(gpu::reduce(world, x.data(), x.data() + 3000, 0.0F) == static_cast<float>(3000 * ranks),
          "a call after failures is wrong");
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

/// The even ranks and the odd ones, joined by an intercommunicator.
void refuse_intercommunicator() {
    if (ranks < 2) return;
    MPI_Comm half = MPI_COMM_NULL, both = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &both);
    check(refuses(both), "an intercommunicator is used");
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

} // namespace

int main(int argc, char** argv) {
    check(refuses(MPI_COMM_WORLD), "MPI is used before it is initialised");
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    check(refuses(MPI_COMM_NULL), "a null communicator is used");
    for (std::size_t const n : {0, 1, 2, 2047, 2048, 2049, 5000, 100'003})
        for (int const uneven : {0, 1}) {
            compare(n, uneven, gpu::device::host());
            if (n < 6000) compare(n, uneven, gpu::device::simulated());
        }
    fail_together();
    refuse_intercommunicator();
    int all_failures = 0;
    MPI_Allreduce(&failures, &all_failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    check(refuses(MPI_COMM_WORLD), "MPI is used after it is finalised");
    return all_failures + failures == 0 ? 0 : 1;
}
