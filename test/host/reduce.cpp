// SPDX-License-Identifier: Apache-2.0
/// The host's reduction equals the definition of the canonical order, bit for bit. Covers every
/// listed pair and operator, every instruction set of this processor, sizes around every boundary
/// of the order, alignments, and numbers of threads.
#include "host/reduce/reductions.hpp"
#include "support/same_bits.hpp"
#include "support/thinned.hpp"
#include "values.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <catch2/catch.hpp>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

using namespace gpu::detail;
namespace kernel = gpu::kernel;

namespace {

std::vector<instruction_set> usable_sets() {
    std::vector<instruction_set> sets;
    for (auto const set :
         {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512})
        if (is_usable(set)) sets.push_back(set);
    return sets;
}

/// The elements of a reduction.
/// @tparam T the type of totals
template <class T>
struct elements {
    void const* first;
    std::size_t n;
    std::size_t size;   ///< bytes of an element
    std::uint32_t type; ///< its index in `types`
    std::vector<T> converted;
};
template <class T, class Value>
elements<T> elements_of(std::vector<Value> const& x) {
    return {x.data(), x.size(), sizeof(Value), index_of<Value, types>, {x.begin(), x.end()}};
}

/// An operator of totals of type T. Few templates depend on it: it has hundreds of instances.
template <class T>
struct checked_operation {
    std::string_view name;
    std::uint32_t number; ///< its index in `operators`
    T (*definition)(T const* x, std::size_t n, std::size_t value_size, T init);
};
template <class T, class Op>
T by_definition(T const* x, std::size_t n, std::size_t value_size, T init) {
    return kernel::quieted(Op()(init, kernel::canonical<T>(x, n, value_size, Op())));
}
template <class T, class Op>
checked_operation<T> operation_of() {
    return {Op::name, index_of<Op, operators>, &by_definition<T, Op>};
}

/// The total of n elements from an offset on, by the library.
template <class T>
T on_host(checked_operation<T> const& op, elements<T> const& all, std::size_t offset, std::size_t n,
          T init, instruction_set set) {
    T result;
    reduce_request request;
    request.value = all.type;
    request.accumulator = index_of<T, types>;
    request.operation = op.number;
    request.first = static_cast<std::byte const*>(all.first) + offset * all.size;
    request.n = n;
    request.init = &init;
    request.result = &result;
    reduce_on_host(request, set);
    return result;
}

template <class T>
std::string bits(T value) {
    std::string text;
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof value);
    for (std::size_t i = sizeof(T); i > 0; --i)
        text += "0123456789abcdef"[bytes[i - 1] / 16],
            text += "0123456789abcdef"[bytes[i - 1] % 16];
    return text + " (" + std::to_string(value) + ")";
}

/// Compares all sizes with the definition; reports the first difference.
template <class T>
void compare(checked_operation<T> const& op, elements<T> const& all,
             std::set<std::size_t> const& sizes, T init, test::values kind) {
    std::size_t compared = 0, different = 0;
    for (std::size_t const n : sizes) {
        // offset in elements: covers all possible alignments
        std::size_t const offset = n % 33;
        if (n + offset > all.n) continue;
        T const expected = op.definition(all.converted.data() + offset, n, all.size, init);
        for (auto const set : usable_sets()) {
            T const result = on_host(op, all, offset, n, init, set);
            ++compared;
            if (test::same_bits(result, expected) || ++different > 1) continue;
            UNSCOPED_INFO("n = " << n << ", " << name_of(set) << ": " << bits(result) << ", not "
                                 << bits(expected));
        }
    }
    INFO(op.name << ", elements of " << all.size << " bytes in an accumulator of " << sizeof(T)
                 << ", values " << static_cast<int>(kind));
    CHECK(compared >= sizes.size());
    CHECK(different == 0);
}

/// Adds a size and its neighbours.
void add_edge(std::set<std::size_t>& sizes, std::size_t n) { sizes.insert({n - 1, n, n + 1}); }

/// Returns all small sizes, and sizes around multiples of rows and segments.
std::set<std::size_t> sizes_around_edges(std::size_t value_size) {
    std::set<std::size_t> sizes;
    for (std::size_t n = 1; n <= 300; ++n) sizes.insert(n);
    kernel::segmentation const shape(value_size);
    for (std::size_t const rows : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 9u, 12u, 15u})
        add_edge(sizes, rows * shape.lanes);
    for (std::size_t const segments : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 15u, 31u}) {
        add_edge(sizes, segments * shape.size());
        // the last segment is shorter than a row
        sizes.insert(segments * shape.size() + shape.lanes / 2 + 3);
        sizes.insert(segments * shape.size() + 5 * shape.lanes + 3);
    }
    return sizes;
}

template <class T, class Value>
void compare_all_kinds(checked_operation<T> const& op) {
    auto const sizes = sizes_around_edges(sizeof(Value));
    for (auto const kind : test::kinds_of_values<Value>()) {
        auto const values = test::some_values<Value>(kind, *sizes.rbegin() + 33);
        auto const all = elements_of<T>(values);
        compare(op, all, sizes, all.converted[5], kind);
    }
}

template <class F, class... Xs>
void for_types(type_list<Xs...>, F f) {
    (f(std::type_identity<Xs>{}), ...);
}

/// Calls f with the operator, for everything that is compiled.
template <class F>
void for_reductions(F f) {
    for_types(real_types{}, [&]<class T>(std::type_identity<T>) {
        for_types(real_types{}, [&]<class Value>(std::type_identity<Value>) {
            for_types(operators{}, [&]<class Op>(std::type_identity<Op>) {
                if constexpr (compiled<gpu::policy::automatic, Value, T, Op>)
                    f.template operator()<T, Value>(operation_of<T, Op>());
            });
        });
    });
}

/// Runs `f` with `threads` threads, which may be more than there are cores.
template <class F>
void on_threads(int threads, F f) {
    tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(threads));
    tbb::task_arena arena(threads);
    arena.execute(f);
}

} // namespace

TEST_CASE("the baseline and at most two more instruction sets are tested") {
    CHECK(usable_sets().front() == instruction_set::baseline);
    CHECK(is_usable(best_instruction_set()));
    CHECK(usable_sets().back() == best_instruction_set());
}

TEST_CASE("the host equals the definition around every boundary of the order") {
    for_reductions([]<class T, class Value>(checked_operation<T> const& op) {
        compare_all_kinds<T, Value>(op);
    });
}

TEST_CASE("the host equals the definition on any number of threads", "[threads]") {
    int const threads = GENERATE(1, 2, 7);
    unsigned turn = 0;
    for_reductions([&]<class T, class Value>(checked_operation<T> const& op) {
        if (turn++ % test::thinned != 0) return;
        // Work above 1 MiB is shared. These sizes give odd numbers of tasks, and tails of every
        // kind.
        std::size_t const shared = (1 << 20) / sizeof(Value),
                          segment = kernel::segmentation(sizeof(Value)).size();
        std::set<std::size_t> const sizes{shared,
                                          shared + 1,
                                          shared + segment - 1,
                                          3 * shared / 2 + 5,
                                          2 * shared + 9 * segment,
                                          3 * shared - 1};
        auto const kind =
            std::is_floating_point_v<Value> ? test::values::cancelling : test::values::ordinary;
        auto const values = test::some_values<Value>(kind, 3 * shared + 33);
        auto const all = elements_of<T>(values);
        on_threads(threads, [&] { compare(op, all, sizes, T(3), kind); });
    });
}

TEMPLATE_TEST_CASE("the host equals the definition on large inputs", "[threads]", float, double) {
    std::size_t const megabyte = (1 << 20) / sizeof(TestType);
    auto const values = test::some_values<TestType>(test::values::cancelling, 128 * megabyte + 33);
    compare(operation_of<TestType, kernel::plus>(), elements_of<TestType>(values),
            {10'000'019, 64 * megabyte, 128 * megabyte + 33}, TestType(-1),
            test::values::cancelling);
}

TEST_CASE("elements are widened to the accumulator without loss") {
    std::vector<std::int32_t> const large(3000, std::numeric_limits<std::int32_t>::max());
    auto const total = [&]<class T>(checked_operation<T> const& op, T init, instruction_set set) {
        return on_host(op, elements_of<T>(large), 0, large.size(), init, set);
    };
    for (auto const set : usable_sets()) {
        CHECK(total(operation_of<std::int64_t, kernel::plus>(), std::int64_t{0}, set) ==
              3000ll * std::numeric_limits<std::int32_t>::max());
        CHECK(total(operation_of<double, kernel::plus>(), 0.5, set) ==
              3000.0 * std::numeric_limits<std::int32_t>::max() + 0.5);
        CHECK(total(operation_of<std::int64_t, kernel::minimum>(), std::int64_t{1} << 40, set) ==
              std::numeric_limits<std::int32_t>::max());
    }
}
