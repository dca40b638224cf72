// SPDX-License-Identifier: Apache-2.0
/// Lets the first, second ... allocation of every public call fail until the call succeeds. Each
/// failure must throw std::bad_alloc or gpu::out_of_memory, change and leak nothing, and let the
/// next call work. On the CPU's devices, device memory is program memory, too.
#include "support/counting_resource.hpp"
#include "support/failing_new.hpp"

#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/pool_resource.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <list>
#include <new>
#include <numeric>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace {

using vector = gpu::device_vector<int>;

std::vector<int> const numbers = [] {
    std::vector<int> v(3000);
    std::iota(v.begin(), v.end(), 0);
    return v;
}();
std::list<int> const list(numbers.begin(), numbers.end());
int const sum = std::accumulate(numbers.begin(), numbers.end(), 0);

/// Whether vectors allocate memory of a GPU, which does not come from operator new.
bool is_on_gpu = false;

gpu::device any_device() {
    auto const device = GENERATE(from_range(gpu::devices()));
    UNSCOPED_INFO("on " << to_string(device));
    is_on_gpu = device.kind() == gpu::device_kind::cuda;
    return device;
}

enum class end { succeeded, failed, otherwise };

/// @param call returns whether its result is right
template <class Call>
end end_of(Call& call) {
    try {
        return call() ? end::succeeded : end::otherwise;
    } catch (std::bad_alloc const& e) {
        return typeid(e) == typeid(std::bad_alloc) || typeid(e) == typeid(gpu::out_of_memory)
                   ? end::failed
                   : end::otherwise;
    }
}

/// Outcome of a call in which one allocation failed. Must not allocate, since Catch's allocations
/// would be counted.
struct trial {
    end ended{};
    bool reached = false;
    bool untouched = false;
    bool works = false; ///< whether the next call works
    std::size_t live = 0;
};

template <class Call, class Untouched>
trial try_failing(std::size_t k, Call& call, Untouched& is_untouched) {
    trial t;
    {
        test::failing_new const failing(k);
        t.ended = end_of(call);
        t.reached = failing.reached();
    }
    t.untouched = t.ended != end::failed || is_untouched();
    t.works = call();
    t.live = test::live_allocations();
    return t;
}

/// Next allocation to fail: each of the first hundred, then at growing distances, since the
/// simulated device makes thousands.
std::size_t next_allocation(std::size_t k) { return k + 1 + (k < 100 ? 0 : k / 8); }

/// @param call repeatable; returns whether its result is right
/// @param is_untouched whether the outputs are unchanged
/// @param least the fewest allocations that must fail the call
template <class Call, class Untouched>
void fail_each(Call call, Untouched is_untouched, std::size_t least = 1) {
    REQUIRE(call());
    auto live = test::live_allocations();
    std::size_t failures = 0;
    for (std::size_t k = 1;; k = next_allocation(k)) {
        trial t = try_failing(k, call, is_untouched);
        // caches of threads grow only a few times, leaks grow each time
        for (int again = 0; again < 8 && t.reached && t.live != live; ++again) {
            live = t.live;
            t = try_failing(k, call, is_untouched);
        }
        INFO("allocation " << k << " failed");
        REQUIRE(t.works);
        if (!t.reached) {
            REQUIRE(t.ended == end::succeeded);
            break;
        }
        REQUIRE(t.ended != end::otherwise); // the call may succeed if the memory is optional
        REQUIRE(t.untouched);
        REQUIRE(t.live == live);
        failures += t.ended == end::failed;
    }
    CHECK((is_on_gpu || failures >= least));
}

bool nothing() { return true; }

} // namespace

TEST_CASE("constructing vectors") {
    auto const where = any_device();
    vector const source(numbers, where);
    fail_each([&] { return vector(100, where).size() == 100; }, nothing);
    fail_each([&] { return vector(100, 7, where).size() == 100; }, nothing);
    fail_each([&] { return vector(numbers, where).size() == 3000; }, nothing);
    fail_each([&] { return vector(list, where).size() == 3000; }, nothing, 2);
    fail_each([&] { return vector(source).size() == 3000; }, nothing);
    fail_each([&] { return source.to_host().size() == 3000; }, nothing);
    fail_each([&] { return source == std::vector<int>(source); }, nothing);
    fail_each([&] { return gpu::device_vector<double>(source, where).size() == 3000; }, nothing);
    fail_each(
        [&] {
            vector v(source);
            v.insert(v.begin() + 1, list.begin(), list.end());
            v.erase(v.begin());
            v.push_back(1);
            return v.size() == 6000;
        },
        nothing, 4);
    fail_each([&] { return gpu::to_device(numbers, where).size() == 3000; }, nothing);
    fail_each([&] { return gpu::matrix<float>(10, 10, where).rows() == 10; }, nothing);
}

TEST_CASE("assigning to containers") {
    auto const where = any_device();
    vector const few(3, 1, where);
    vector const many(numbers, where);
    vector v(few);
    auto const v_is = [&](vector const& other) { return v.to_host() == other.to_host(); };
    // Every call restores the elements that it began with.
    auto const assigned = [](auto& to, auto const& other, auto const& former, auto is) {
        return [&, is] {
            to = other;
            bool const right = is(other);
            to = std::remove_cvref_t<decltype(to)>(former);
            return right;
        };
    };
    fail_each(
        assigned(v, many, few, v_is), [&] { return v_is(few) || v_is(many); }, 2);

    using matrix = gpu::matrix<float>;
    matrix const small(2, 2, {1, 2, 3, 4}, where);
    matrix const large(90, 90, std::vector<float>(8100, 5.0F), where);
    matrix m(small);
    auto const m_is = [&](matrix const& other) {
        return m.rows() == other.rows() && m.columns() == other.columns() &&
               m.to_host() == other.to_host();
    };
    fail_each(
        assigned(m, large, small, m_is), [&] { return m_is(small) || m_is(large); }, 2);
}

TEST_CASE("growing vectors") {
    auto const where = any_device();
    vector v(where);
    auto const anew = [&] { v = vector(where), v.resize(2, 5); };
    auto const is_untouched = [&] {
        return v.size() == 2 && v.capacity() == 2 && v[0] == 5 && v[1] == 5;
    };
    // Growing is the last allocation: an earlier failure happens before it starts.
    auto const grown = [&](auto grow) {
        return [&v, grow, where] {
            vector w(2, 5, where);
            v = std::move(w);
            grow(v);
            return v.size() == 9 || v.capacity() == 9;
        };
    };
    fail_each(
        grown([](vector& w) { w.resize(9); }), [&] { return is_untouched() || v.size() == 9; }, 2);
    fail_each(
        grown([](vector& w) { w.resize(9, 7); }),
        [&] { return is_untouched() || (v.size() == 9 && v[8] == 7); }, 2);
    fail_each(
        grown([](vector& w) { w.reserve(9); }), [&] { return is_untouched() || v.capacity() == 9; },
        2);
    fail_each(
        grown([](vector& w) { w.assign(9, 1); }), [&] { return is_untouched() || v.size() == 9; },
        2);
    fail_each(
        grown([](vector& w) {
            w.assign({1, 2, 3, 4, 5, 6, 7, 8, 9});
        }),
        [&] { return is_untouched() || v.size() == 9; }, 2);
    anew();
    CHECK(is_untouched());
}

TEST_CASE("reductions") {
    auto const where = any_device();
    vector const v(numbers, where);
    gpu::report report;
    std::size_t const least = where == gpu::device::host() ? 0 : 1;
    auto const is_untouched = [&] { return report.strategy.empty(); };
    auto const reduced = [&](auto const& policy, auto const& range) {
        return [&, policy] {
            report = {};
            return gpu::reduce(policy.report_to(report), range) == sum &&
                   std::exchange(report.strategy, {}) == policy.name;
        };
    };
    fail_each(reduced(gpu::automatic, v), is_untouched, least);
    fail_each(reduced(gpu::neighbored.in(gpu::memory_space::global), v), is_untouched, least);
    fail_each(reduced(gpu::cg_tile<8>.on(where), numbers), is_untouched, least);
    fail_each(reduced(gpu::interleaved.on(where), list), is_untouched, 1);
    fail_each(
        [&] {
            return gpu::reduce(gpu::automatic, list, 0, [](int a, int b) { return a + b; }) == sum;
        },
        nothing, 0);

    vector out(1, 7, where);
    fail_each(
        [&] {
            gpu::reduce_into(gpu::automatic, v.begin(), v.end(), out.begin());
            bool const right = out[0] == sum;
            out[0] = 7;
            return right;
        },
        [&] { return out[0] == 7; }, least);
}

TEST_CASE("searches") {
    auto const where = any_device();
    vector const v(numbers, where);
    gpu::report report;
    std::size_t const least = where == gpu::device::host() ? 0 : 1;
    auto const is_untouched = [&] { return report.strategy.empty(); };
    auto const on = gpu::automatic.on(where).report_to(report);
    auto const searched = [&](auto search) {
        return [&, search] {
            report = {};
            return search() && std::exchange(report.strategy, {}) == "automatic";
        };
    };
    fail_each(searched([&] { return gpu::max_element(on, v) == v.end() - 1; }), is_untouched,
              least);
    fail_each(
        searched([&] { return gpu::minmax_element(on, numbers).second == numbers.end() - 1; }),
        is_untouched, least);
    fail_each(searched([&] { return gpu::min_element(on, list) == list.begin(); }), is_untouched);
}

TEST_CASE("products of matrices") {
    auto const where = any_device();
    std::size_t const least = where == gpu::device::host() ? 0 : 1;
    gpu::matrix<float> const a(17, 17, std::vector<float>(289, 1.0F), where);
    gpu::matrix<float> c(17, 17, where);
    auto const is_untouched = [&] { return c(3, 3) == 0.0F; };
    auto const product = [&](auto const& policy) {
        return [&, policy] {
            gpu::matmul(policy, a, a, c);
            bool const right = c(3, 3) == 17.0F;
            c(3, 3) = 0.0F;
            return right;
        };
    };
    fail_each(product(gpu::automatic), is_untouched, least);
    fail_each(product(gpu::shared_tile), is_untouched, least);
    fail_each([&] { return gpu::matmul(a, a)(1, 1) == 17.0F; }, nothing);
}

TEST_CASE("devices, streams and resources") {
    auto const where = any_device();
    std::size_t const count = gpu::devices().size();
    fail_each([&] { return gpu::devices().size() == count; }, nothing);
    fail_each([&] { return !where.name().empty() && !where.why().empty(); }, nothing, 0);
    fail_each([&] { return gpu::device::preferred() == gpu::device::preferred(); }, nothing, 0);
    fail_each([&] { return gpu::stream(where).device() == where; }, nothing, 0);
    gpu::device_resource upstream(where);
    fail_each(
        [&] {
            gpu::pool_resource pool(upstream);
            vector const one(10, 1, pool);
            vector const two(1000, 2, pool);
            return one[9] == 1 && two[999] == 2;
        },
        nothing, 2); // a failed pool allocation is retried
}

TEST_CASE("scratch from a resource that fails") {
    auto const where = any_device();
    test::counting_resource resource(where);
    vector const v(numbers, where);
    for (std::size_t k = 1;; ++k) {
        auto const calls = resource.calls();
        resource.fail(k);
        auto reduce = [&] {
            return gpu::reduce(gpu::neighbored.in(gpu::memory_space::global).with(resource), v) ==
                   sum;
        };
        auto const ended = end_of(reduce);
        bool const reached = resource.calls() >= calls + k;
        resource.fail(0);
        CHECK(ended == (reached ? end::failed : end::succeeded));
        CHECK(resource.blocks() == 0);
        CHECK(reduce());
        if (!reached) break;
    }
}
