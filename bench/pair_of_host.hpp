// SPDX-License-Identifier: Apache-2.0
/// @file
/// Times an algorithm of the host against the standard library's.
///
/// Elapsed time compares calls on all cores. The CPU time of the calling thread compares loops,
/// also on a machine that is busy.
#pragma once

#include "interleaved.hpp"
#include "results.hpp"

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

namespace bench {

/// An algorithm, by this library and by the standard one.
struct pair {
    char const* name;
    std::function<void()> ours, theirs;
};

/// Seconds of the calling thread on a core.
inline double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The medians of the times of both, in alternation, and the median ratio: above 1, ours is faster.
inline json compare(pair const& both, std::size_t n, bool in_thread, int rounds = 60) {
    auto const now = [in_thread] {
        if (in_thread) return thread_seconds();
        using std::chrono::steady_clock;
        return std::chrono::duration<double>(steady_clock::now().time_since_epoch()).count();
    };
    std::size_t const runs = 1 + 4'000'000 / n;
    std::vector<double> ours, theirs, ratios;
    for (int round = 0; round <= rounds; ++round) {
        double const begin = now();
        for (std::size_t i = 0; i < runs; ++i) both.ours();
        double const middle = now();
        for (std::size_t i = 0; i < runs; ++i) both.theirs();
        double const end = now();
        if (round == 0) continue; // warms up
        ours.push_back((middle - begin) / static_cast<double>(runs));
        theirs.push_back((end - middle) / static_cast<double>(runs));
        ratios.push_back(theirs.back() / ours.back());
    }
    char const* const clock = in_thread ? "thread" : "elapsed";
    std::printf("%-32s %8zu  %-8s %9.2f us, std %9.2f us, ratio %.3f\n", both.name, n, clock,
                median(ours) * 1e6, median(theirs) * 1e6, median(ratios));
    std::fflush(stdout);
    return {{"what", both.name},
            {"n", n},
            {"clock", clock},
            {"seconds", record::rounded(median(ours))},
            {"std_seconds", record::rounded(median(theirs))},
            {"ratio", record::rounded(median(ratios), 3)}};
}

} // namespace bench
