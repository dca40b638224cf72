// SPDX-License-Identifier: Apache-2.0
#include "problem.hpp"

#include "call/options.hpp"
#include "call/prepare.hpp"
#include "matmul/names.hpp"
#include "scan/names.hpp"

#include <gpualgo/error.hpp>
#include <gpualgo/kernel/complex.hpp>
#include <gpualgo/kernel/sort/launches.hpp>

#include <array>
#include <stdexcept>
#include <utility>

namespace gpu::inline v0::detail {
namespace {

constexpr std::array<std::string_view, 12> algorithms{
    "reduce",  "transform_reduce", "min_element",    "matmul",         "transform", "count_if",
    "copy_if", "partition_copy",   "inclusive_scan", "exclusive_scan", "sort",      "merge"};

/// Elements of an array of a merge. More could not be different numbers of 4 bytes.
constexpr std::uint64_t most_merged = std::uint64_t{1} << 29;

constexpr auto orders =
    tabulate([]<class T>(type_list<T>) { return !kernel::is_complex<T>; }, types());

bool is(explain_request const& r, explained_algorithm algorithm) {
    return r.algorithm == static_cast<std::uint32_t>(algorithm);
}

bool is_selection(explain_request const& r) {
    return is(r, explained_algorithm::count_if) || is(r, explained_algorithm::copy_if) ||
           is(r, explained_algorithm::partition_copy);
}

bool is_scan(explain_request const& r) {
    return is(r, explained_algorithm::inclusive_scan) || is(r, explained_algorithm::exclusive_scan);
}

bool is_by_order(explain_request const& r) {
    return is(r, explained_algorithm::sort) || is(r, explained_algorithm::merge);
}

/// Keys that GPUs sort by the library's own kernels, but for some by a block of CUB.
template <class Bits>
constexpr std::size_t most_sorted = kernel::run_shape::run << (sizeof(Bits) == 4 ? 8 : 9);
template <class Bits>
constexpr bool is_most_sorted = is_sorted_by_merges<Bits, kernel::no_value>(most_sorted<Bits>) &&
                                !is_sorted_by_merges<Bits, kernel::no_value>(most_sorted<Bits> + 1);
static_assert(is_most_sorted<std::uint32_t> && is_most_sorted<std::uint64_t>);

std::span<type_facts const> types_of(explain_request const& r) {
    if (is(r, explained_algorithm::matmul)) return known_matmul_types;
    return known_types;
}

std::span<strategy_facts const> strategies_of(explain_request const& r) {
    if (is(r, explained_algorithm::matmul)) return known_matmul_strategies;
    if (is_scan(r)) return known_scan_strategies;
    return known_strategies;
}

/// Whether a strategy serves a problem, by kernels of any origin.
bool serves(strategy_facts const& strategy, explain_request const& r) {
    if (is_by_order(r))
        return strategy.is_automatic ||
               (is(r, explained_algorithm::sort) && strategy.name == policy::vendor::name);
    if (is(r, explained_algorithm::min_element) || is(r, explained_algorithm::transform))
        return strategy.is_automatic;
    if (is_selection(r))
        return strategy.is_automatic || strategy.name == policy::warp_shuffle::name ||
               strategy.name == policy::vendor::name;
    return true;
}

/// Whether the kernels of a strategy are the library's own, and run on any device.
bool is_simulated(strategy_facts const& strategy) {
    return strategy.name != policy::vendor::name && strategy.name != policy::tensor_core::name;
}

void check_strategy(explain_request const& r) {
    auto const known = strategies_of(r);
    bool const is_served = r.strategy < known.size() && serves(known[r.strategy], r);
    if (is_served && is_simulated(known[r.strategy])) return;
    std::string served;
    for (auto const& strategy : known)
        if (serves(strategy, r) && is_simulated(strategy))
            (served += served.empty() ? "" : ", ") += strategy.name;
    bool const is_foreign = is_served;
    std::string const algorithm(algorithms[r.algorithm]);
    throw std::invalid_argument(std::string(r.strategy_name) +
                                (is_foreign ? " has no kernel that the simulated device can run; " +
                                                  algorithm + " is explained for "
                                            : " does not serve " + algorithm + "; these do: ") +
                                served);
}

void check_sizes(explain_request const& r) {
    auto const too_many = [](std::uint64_t a, std::uint64_t b) { return a > most_elements / b; };
    if (r.m == 0 || r.n == 0 || r.k == 0)
        throw std::invalid_argument("the problem has no elements: all sizes must be at least 1");
    if (r.stride == 0 || (r.stride > 1 && !is(r, explained_algorithm::transform)))
        throw std::invalid_argument("stride(" + std::to_string(r.stride) + ") was given; " +
                                    (r.stride == 0 ? "elements are at least 1 apart"
                                                   : "only transform has elements that are apart"));
    bool const is_merge = is(r, explained_algorithm::merge); // n and m are added there
    if (is_merge && (r.n > most_merged || r.m > most_merged))
        throw std::invalid_argument("the problem is too large; merges are explained for at most "
                                    "2^29 elements of each array");
    if (r.offset > most_elements ||
        (!is_merge && (too_many(r.m, r.n) || too_many(r.n, r.k) || too_many(r.m, r.k) ||
                       too_many(r.m * r.n, r.stride))))
        throw std::invalid_argument("the problem is too large; at most 2^40 elements are allowed");
}

/// Keys are different numbers, and GPUs sort them by the library's own kernels.
void check_sort(explain_request const& r) {
    auto const& [name, size] = std::pair(type_of(r).name, type_of(r).size);
    if (size < 4)
        throw std::invalid_argument(std::string(algorithms[r.algorithm]) +
                                    " is explained for elements of 4 or 8 bytes, and " +
                                    std::string(name) + " has " + std::to_string(size));
    std::size_t const most = size == 4 ? most_sorted<std::uint32_t> : most_sorted<std::uint64_t>;
    if (is(r, explained_algorithm::sort) && r.n > most)
        throw std::invalid_argument(
            "more than " + std::to_string(most) + " numbers of " + std::to_string(size) +
            " bytes are sorted by CUB on GPUs, whose kernels the simulated device cannot run");
}

/// Checks the shape of a block, and of the grid that follows from it.
void check_block_shape(explain_request const& r) {
    std::uint64_t const threads = std::uint64_t{r.block_x} * r.block_y;
    std::string const given = "a block of " + std::to_string(r.block_x) + " by " +
                              std::to_string(r.block_y) + " threads was given; ";
    if (threads < 1 || threads > 1024)
        throw std::invalid_argument(given + "a block has 1 to 1024 threads");
    if ((r.n - 1) / r.block_x >= 0x7fffffff || (r.m - 1) / r.block_y >= 0xffff)
        throw std::invalid_argument(
            given +
            "a grid for these sizes has more than 2^31 - 1 blocks along x or 65535 along y");
}

/// Scans exchange values through the strategy's own space only, and not all types have kernels.
void check_scan(explain_request const& r) {
    auto const& strategy = known_scan_strategies[r.strategy];
    auto const space = static_cast<std::uint32_t>(strategy.default_space);
    if (r.space != space)
        throw std::invalid_argument("in(" + std::string(known_spaces[r.space]) + ") was given; " +
                                    std::string(strategy.name) + " scans through " +
                                    std::string(known_spaces[space]));
    if (!known_device_scans[r.strategy][index_of<kernel::plus, operators>][r.value])
        throw std::invalid_argument("scans of " + std::string(type_of(r).name) + " have no " +
                                    std::string(strategy.name) + " kernel");
}

void check_matmul_block(explain_request& r, std::uint32_t given) {
    auto const& rule = known_block_rules[r.strategy];
    if (given != unspecified && !rule.accepts(given))
        throw std::invalid_argument("block_size(" + std::to_string(given) + ") was given; " +
                                    r.strategy_name + " takes " + std::string(rule.taken));
    r.block_size = given == unspecified ? rule.preferred : given;
}

} // namespace

type_facts const& type_of(explain_request const& r) { return types_of(r)[r.value]; }

std::string text_of(explain_request const& r) {
    if (r.algorithm >= algorithms.size() || r.value >= types_of(r).size()) return "?";
    auto const shape = [](std::uint64_t a, std::uint64_t b) {
        return std::to_string(a) + "x" + std::to_string(b);
    };
    std::string const type = " " + std::string(type_of(r).name);
    std::string text = std::string(algorithms[r.algorithm]) + " of ";
    if (is(r, explained_algorithm::matmul)) text += shape(r.m, r.k) + " by " + shape(r.k, r.n);
    else if (is(r, explained_algorithm::merge))
        text += std::to_string(r.n) + "+" + std::to_string(r.m);
    else if (is(r, explained_algorithm::transform) && r.m > 1) text += shape(r.n, r.m);
    else text += std::to_string(r.n);
    return text + type;
}

std::vector<char const*> notes_of(explain_request const& r) {
    bool const is_automatic = strategies_of(r)[r.strategy].is_automatic;
    bool const is_ordered =
        is_automatic && (is_scan(r) || is_selection(r)) && !is(r, explained_algorithm::count_if);
    std::vector<char const*> notes;
    if (is_selection(r)) notes.push_back("Every other element is selected.");
    if (is(r, explained_algorithm::sort))
        notes.push_back("Keys are in random order, which is the same in the run of each block.");
    if (is(r, explained_algorithm::merge))
        notes.push_back("The arrays' elements follow each other at random, alike in each tile.");
    if (is_ordered) notes.push_back("No block waits: totals of earlier blocks are there in time.");
    if (is_automatic && is(r, explained_algorithm::matmul))
        notes.push_back("On a GPU, most products are computed by cuBLAS or tensor cores.");
    return notes;
}

void check(explain_request& r) {
    if (r.version != request_version)
        throw error("this library takes requests of version " + std::to_string(request_version) +
                    ", not " + std::to_string(r.version));
    if (r.algorithm >= algorithms.size() || r.value >= types_of(r).size())
        throw unsupported_operator("this library cannot explain algorithm number " +
                                   std::to_string(r.algorithm) + " for type number " +
                                   std::to_string(r.value));
    check_strategy(r);
    check_sizes(r);
    auto const simulated = static_cast<std::uint32_t>(device_kind::simulated);
    if (r.target.kind != unspecified && r.target.kind != simulated)
        throw std::invalid_argument(
            "on(device) was given; kernels are explained on the simulated device only");
    std::uint32_t const given = r.block_size;
    check_options(given, r.space, strategies_of(r)[r.strategy]);
    if (is(r, explained_algorithm::matmul)) check_matmul_block(r, given);
    else if (given == unspecified) r.block_size = default_block_size;
    if (is(r, explained_algorithm::transform)) check_block_shape(r);
    if ((is(r, explained_algorithm::min_element) || is_selection(r) || is_by_order(r)) &&
        !orders[r.value])
        throw std::invalid_argument(std::string(type_of(r).name) + " has no order");
    if (is_scan(r)) check_scan(r);
    if (is_by_order(r)) check_sort(r);
}

} // namespace gpu::inline v0::detail
