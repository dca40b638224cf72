// SPDX-License-Identifier: Apache-2.0
/// Ranges whose end lies before their first element are refused by every algorithm.
#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/any_of.hpp>
#include <gpualgo/binary_search.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/fill.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/generate.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/min_max.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/reduce_by_key.hpp>
#include <gpualgo/reduce_into.hpp>
#include <gpualgo/remove.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/scan_into.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/top_k.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/unique.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr char const* message = "a range ends before it begins: its last iterator lies 3 elements "
                                "before its first";

void require_refusal(char const* name, std::function<void()> const& call) {
    CAPTURE(name);
    CHECK_THROWS_MATCHES(
        call(), std::invalid_argument,
        Catch::Matchers::Predicate<std::invalid_argument>(
            [](auto const& e) { return std::string(e.what()).find(message) != std::string::npos; },
            "has the distance"));
}
#define REFUSED(...) require_refusal(#__VA_ARGS__, [&] { (void)(__VA_ARGS__); })

/// Calls algorithms on the range [b, a), which ends before it begins.
/// @param out as many elements as the range [a, b)
template <class I, class O, class... P>
void check_reductions(I a, I b, O out, P const&... policy) {
    auto const positive = gpu::greater_than(0);
    REFUSED(gpu::reduce(policy..., b, a));
    REFUSED(gpu::reduce(policy..., b, a, 1, gpu::maximum<>()));
    REFUSED(gpu::transform_reduce(policy..., b, a, 0, gpu::plus<>(), gpu::negate<>()));
    REFUSED(gpu::transform_reduce(policy..., b, a, a, 0));
    REFUSED(gpu::mean(policy..., b, a));
    REFUSED(gpu::inclusive_scan(policy..., b, a, out));
    REFUSED(gpu::exclusive_scan(policy..., b, a, out, 0));
    REFUSED(gpu::adjacent_difference(policy..., b, a, out));
    REFUSED(gpu::count(policy..., b, a, 1));
    REFUSED(gpu::count_if(policy..., b, a, positive));
    REFUSED(gpu::copy_if(policy..., b, a, out, positive));
    REFUSED(gpu::remove_copy_if(policy..., b, a, out, positive));
    REFUSED(gpu::partition_copy(policy..., b, a, out, out + 1, positive));
    REFUSED(gpu::unique(policy..., b, a));
    REFUSED(gpu::remove(policy..., b, a, 1));
    REFUSED(gpu::remove_copy(policy..., b, a, out, 1));
    REFUSED(gpu::unique_copy(policy..., b, a, out));
    REFUSED(gpu::reduce_by_key(policy..., b, a, a, out, out + 1));
}

template <class I, class O, class... P>
void check_searches(I a, I b, O out, P const&... policy) {
    auto const positive = gpu::greater_than(0);
    REFUSED(gpu::find(policy..., b, a, 1));
    REFUSED(gpu::find_if(policy..., b, a, positive));
    REFUSED(gpu::find_if_not(policy..., b, a, positive));
    REFUSED(gpu::any_of(policy..., b, a, positive));
    REFUSED(gpu::all_of(policy..., b, a, positive));
    REFUSED(gpu::none_of(policy..., b, a, positive));
    REFUSED(gpu::equal(policy..., b, a, a));
    REFUSED(gpu::equal(policy..., a, b, b, a));
    REFUSED(gpu::mismatch(policy..., b, a, a));
    REFUSED(gpu::min_element(policy..., b, a));
    REFUSED(gpu::max_element(policy..., b, a));
    REFUSED(gpu::minmax_element(policy..., b, a));
    REFUSED(gpu::min(policy..., b, a));
    REFUSED(gpu::max(policy..., b, a));
    REFUSED(gpu::top_k(policy..., b, a, 1, out));
    REFUSED(gpu::lower_bound(policy..., b, a, a, b, out));
    REFUSED(gpu::lower_bound(policy..., a, b, b, a, out));
    REFUSED(gpu::upper_bound(policy..., b, a, a, b, out));
    REFUSED(gpu::is_sorted(policy..., b, a));
    REFUSED(gpu::is_sorted_until(policy..., b, a));
}

template <class I, class O, class... P>
void check_changes(I a, I b, O out, P const&... policy) {
    using namespace gpu::placeholders;
    REFUSED(gpu::fill(policy..., b, a, 1));
    REFUSED(gpu::iota(policy..., b, a, 1));
    REFUSED(gpu::generate(policy..., b, a, 2 * _1));
    REFUSED(gpu::for_each(policy..., b, a, _1 += 1));
    REFUSED(gpu::transform(policy..., b, a, out, gpu::negate<>()));
    REFUSED(gpu::transform(policy..., b, a, a, out, gpu::plus<>()));
    REFUSED(gpu::transform(policy..., b, a, out, 2 * _1));
    REFUSED(gpu::replace(policy..., b, a, 1, 2));
    REFUSED(gpu::replace_if(policy..., b, a, gpu::greater_than(0), 2));
    REFUSED(gpu::reverse(policy..., b, a));
    REFUSED(gpu::reverse_copy(policy..., b, a, out));
    REFUSED(gpu::swap_ranges(policy..., b, a, out));
    REFUSED(gpu::gather(policy..., b, a, a, out));
    REFUSED(gpu::scatter(policy..., b, a, a, out));
    REFUSED(gpu::sort(policy..., b, a));
    REFUSED(gpu::stable_sort(policy..., b, a));
    REFUSED(gpu::sort_by_key(policy..., b, a, out));
    REFUSED(gpu::argsort(policy..., b, a, out));
    REFUSED(gpu::merge(policy..., b, a, a, b, out));
    REFUSED(gpu::merge(policy..., a, b, b, a, out));
    std::vector<std::uint64_t> counts(2);
    if constexpr (!gpu::detail::is_device_iterator<I>)
        REFUSED(gpu::histogram(policy..., b, a, counts.begin(), 2, 0, 9));
}

template <class I, class O, class... P>
void check_all(I a, I b, O out, P const&... policy) {
    check_reductions(a, b, out, policy...);
    check_searches(a, b, out, policy...);
    check_changes(a, b, out, policy...);
}

} // namespace

TEST_CASE("algorithms refuse ranges of the host that end before they begin") {
    std::vector<int> x{1, 2, 3}, out(3);
    check_all(x.begin(), x.end(), out.begin());
    check_all(x.begin(), x.end(), out.begin(), gpu::automatic);
    check_all(x.begin(), x.end(), out.begin(), gpu::automatic.on(gpu::device::simulated()));
    CHECK(x == std::vector{1, 2, 3});
    CHECK(out == std::vector{0, 0, 0});
}

TEST_CASE("algorithms refuse ranges of devices that end before they begin") {
    for (auto const& d : {gpu::device::host(), gpu::device::simulated()}) {
        gpu::device_vector<int> x({1, 2, 3}, d), out(3, 0, d), one(1, 0, d);
        check_all(x.begin(), x.end(), out.begin());
        check_all(x.begin(), x.end(), out.begin(), gpu::automatic);
        REFUSED(gpu::copy(x.end(), x.begin(), out.begin()));
        REFUSED(gpu::reduce_into(gpu::automatic, x.end(), x.begin(), one.begin()));
        REFUSED(gpu::inclusive_scan_into(gpu::automatic, x.end(), x.begin(), out.begin()));
        CHECK(x.to_host() == std::vector{1, 2, 3});
        CHECK(out.to_host() == std::vector{0, 0, 0});
    }
}

TEST_CASE("callables of a program are not called for such ranges") {
    std::vector<std::string> x{"a", "b", "c"}, out(3);
    auto const a = x.begin(), b = x.end();
    auto const no_call = [](auto const&...) -> bool { throw std::logic_error("called"); };
    auto const no_text = [](auto const&...) -> std::string { throw std::logic_error("called"); };
    auto const check = [&](auto const&... policy) {
        REFUSED(gpu::reduce(policy..., b, a, std::string(), no_text));
        REFUSED(gpu::inclusive_scan(policy..., b, a, out.begin(), no_text));
        REFUSED(gpu::adjacent_difference(policy..., b, a, out.begin(), no_text));
        REFUSED(gpu::transform(policy..., b, a, out.begin(), no_text));
        REFUSED(gpu::for_each(policy..., b, a, no_call));
        REFUSED(gpu::count_if(policy..., b, a, no_call));
        REFUSED(gpu::copy_if(policy..., b, a, out.begin(), no_call));
        REFUSED(gpu::find_if(policy..., b, a, no_call));
        REFUSED(gpu::any_of(policy..., b, a, no_call));
        REFUSED(gpu::equal(policy..., b, a, a, no_call));
        REFUSED(gpu::min_element(policy..., b, a, no_call));
        REFUSED(gpu::top_k(policy..., b, a, 2, out.begin(), no_call));
        REFUSED(gpu::sort(policy..., b, a, no_call));
        REFUSED(gpu::is_sorted(policy..., b, a, no_call));
        REFUSED(gpu::unique(policy..., b, a, no_call));
        REFUSED(gpu::remove_if(policy..., b, a, no_call));
        REFUSED(gpu::unique_copy(policy..., b, a, out.begin(), no_call));
        REFUSED(gpu::reduce_by_key(policy..., b, a, a, out.begin(), out.begin()));
        REFUSED(gpu::merge(policy..., b, a, a, b, out.begin(), no_call));
        REFUSED(gpu::merge(policy..., a, b, b, a, out.begin(), no_call));
    };
    check();
    check(gpu::automatic);
    CHECK(x == std::vector<std::string>{"a", "b", "c"});
}
