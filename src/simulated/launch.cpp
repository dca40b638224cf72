// SPDX-License-Identifier: Apache-2.0
#include "launch.hpp"

#include "multiprocessor_pool.hpp"
#include "random_order.hpp"

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <mutex>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace gpu::inline v0::simulated {
namespace {

/// The failure of the first block, by its place in the order, that fails. Safe to use from any thread.
class first_failure {
public:
    /// Whether a block can still change what is reported.
    [[nodiscard]] bool precedes(std::size_t place) const { return place < place_.load(std::memory_order_relaxed); }

    void note(std::size_t place, std::exception_ptr thrown) {
        std::lock_guard const lock(noting_);
        if (!precedes(place)) return;
        place_.store(place, std::memory_order_relaxed);
        thrown_ = std::move(thrown);
    }

    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    std::mutex noting_;
    std::atomic<std::size_t> place_ = std::numeric_limits<std::size_t>::max();
    std::exception_ptr thrown_;
};

void check(grid_shape const& shape) {
    std::size_t const threads = shape.block.volume();
    std::size_t const blocks = shape.grid.volume();
    if (threads < 1 || threads > max_threads) throw std::invalid_argument("a block of " + std::to_string(threads) + " threads; a block has 1 to 1024");
    if (blocks < 1 || blocks > max_blocks) throw std::invalid_argument("a grid of " + std::to_string(blocks) + " blocks; a grid has 1 to 2^31 - 1");
}

} // namespace

launch_options launch_options::from_environment() {
    launch_options options;
    char const* const text = std::getenv("GPUALGO_SEED");
    if (text == nullptr || *text == 0) return options;
    char const* const end = text + std::strlen(text);
    if (auto const [rest, failed] = std::from_chars(text, end, options.seed); failed != std::errc() || rest != end)
        throw std::invalid_argument("GPUALGO_SEED is \"" + std::string(text) + "\", which is not a number of 64 bits");
    return options;
}

void run(launch& launch) {
    check(launch.shape);
    std::vector<std::uint32_t> order(launch.shape.grid.volume());
    std::iota(order.begin(), order.end(), 0u);
    random_order(launch.options.seed, 0).permute(std::span(order));

    first_failure failure;
    auto const run_blocks = [&](tbb::blocked_range<std::size_t> const& places) {
        auto const processor = multiprocessor_pool::instance().take();
        processor->begin(launch);
        for (std::size_t place = places.begin(); place < places.end() && failure.precedes(place); ++place) {
            try {
                processor->run(order[place]);
            } catch (...) {
                failure.note(place, std::current_exception());
            }
        }
        processor->check_stacks();
    };
    tbb::blocked_range<std::size_t> const all(0, order.size());
    if (launch.options.parallel) tbb::parallel_for(all, run_blocks);
    else run_blocks(all);
    failure.rethrow();
}

} // namespace gpu::inline v0::simulated
