// SPDX-License-Identifier: Apache-2.0
/// Benchmarks the exchange of reductions over MPI against an MPI_Allreduce of one double:
/// mpirun -n 4 reduce_mpi [--json FILE]
#include "interleaved.hpp"
#include "results.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/mpi.hpp>

#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::size_t rounds = 31, calls = 1000;

struct call {
    std::string name;
    std::function<void()> run;
};

/// Microseconds per call on this rank, in a loop that all ranks enter at once.
double microseconds_of(call const& c) {
    MPI_Barrier(MPI_COMM_WORLD);
    double const start = MPI_Wtime();
    for (std::size_t i = 0; i < calls; ++i) c.run();
    return (MPI_Wtime() - start) / static_cast<double>(calls) * 1e6;
}

/// The median of each call, in turns.
std::vector<double> medians_of(std::vector<call> const& list) {
    std::vector<std::vector<double>> times(list.size());
    for (auto const& c : list) (void)microseconds_of(c); // warm
    for (std::size_t round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < list.size(); ++i) times[i].push_back(microseconds_of(list[i]));
    std::vector<double> medians;
    for (auto const& t : times) medians.push_back(bench::median(t));
    return medians;
}

/// The calls that are compared; the first is what the others cost more than.
std::vector<call> calls_on(std::vector<float> const& few, std::vector<float> const& many) {
    auto const across = gpu::automatic.across(MPI_COMM_WORLD);
    auto const sum = [across](std::vector<float> const& x) {
        return [across, &x] { bench::keep(gpu::reduce(across, x.begin(), x.end(), 0.0F)); };
    };
    return {{"MPI_Allreduce of one double",
             [] {
                 double const mine = 1;
                 double all = 0;
                 MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
                 bench::keep(all);
             }},
            {"gpu::reduce across, 10 floats per rank", sum(few)},
            {"gpu::reduce of 100000 floats in one process",
             [&many] { bench::keep(gpu::reduce(many, 0.0F)); }},
            {"gpu::reduce across, 100000 floats per rank", sum(many)}};
}

/// Microseconds of one merge of two parts that both end inside of a segment.
double merge_of_parts() {
    std::vector<float> const x(300'000, 1.5F);
    using part = gpu::partial_reduction<float>;
    part const left(0, x.begin(), x.begin() + 100'003);
    part const right(100'003, x.begin() + 100'003, x.end());
    auto const merge = bench::interleaved({{"merge",
                                            [&] {
                                                part both = left;
                                                bench::keep(both.merge(right));
                                            }}},
                                          21, 0.01);
    return merge[0].seconds * 1e6;
}

} // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, ranks = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    std::vector<float> const few(10, 0.5F), many(100'000, 0.5F);
    auto const list = calls_on(few, many);
    auto const medians = medians_of(list);
    double const merge = merge_of_parts();
    if (rank == 0) {
        bench::json rows = bench::json::array();
        for (std::size_t i = 0; i < list.size(); ++i) {
            std::printf("%-46s %9.2f us\n", list[i].name.c_str(), medians[i]);
            rows.push_back({{"call", list[i].name},
                            {"microseconds", record::rounded(medians[i])},
                            {"ranks", ranks}});
        }
        std::printf("%-46s %9.2f us\n", "merge of two parts", merge);
        rows.push_back({{"call", "merge of two parts"},
                        {"microseconds", record::rounded(merge)},
                        {"ranks", 1}});
        if (argc == 3 && std::string_view(argv[1]) == "--json")
            bench::write_results(argv[2], "reduce_mpi", gpu::device::host(), {argv, argv + argc},
                                 {}, rows);
    }
    MPI_Finalize();
}
