// SPDX-License-Identifier: Apache-2.0
/// Any input describes a reduction by key. In the library on the host, on the simulated device and
/// by the program, runs must be those of a loop. Totals must have the bits of gpu::reduce of each
/// run. The first bytes choose types, operator, device, lengths and addresses; the others are the
/// values, repeated, and the lengths of the runs.
#include "../reduce_by_key/identity.hpp"

#include <gpualgo/half.hpp>
#include <gpualgo/reduce.hpp>
#include <gpualgo/reduce_by_key.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

/// Who reduces.
enum class way : std::uint8_t { host, simulated, program_here, program_on_cores };

struct fuzz_case {
    std::uint8_t types, operation;
    way by;
    bool is_short; ///< an output has too few elements
    std::size_t n, offset;
    std::uint8_t longest; ///< values in a run, on a scale of powers of two
};

void require(bool is_right, fuzz_case const& c, char const* what) {
    if (is_right) return;
    std::fprintf(stderr, "types %u, operation %u, way %u, n = %zu, offset %zu, runs to 2^%u: %s\n",
                 c.types, c.operation, static_cast<unsigned>(c.by), c.n, c.offset, c.longest, what);
    std::abort();
}

/// Keys, values and results.
template <class K, class V>
struct pairs {
    std::vector<K> keys;
    std::vector<V> values;
};

/// One of few keys: then neighbours are often equal. Zeros of both signs are, NaNs are not.
template <class K>
K make_key(std::uint8_t byte) {
    if constexpr (std::numeric_limits<K>::is_integer) {
        return static_cast<K>(byte % 3);
    } else {
        float const keys[] = {0.f, -0.f, 1.f, std::numeric_limits<float>::quiet_NaN()};
        return static_cast<K>(keys[byte % 4]);
    }
}

/// Runs of lengths that the bytes give.
template <class K, class V>
pairs<K, V> make_pairs(fuzz_case const& c, std::uint8_t const* data, std::size_t size) {
    pairs<K, V> x{{}, std::vector<V>(c.n + c.offset)};
    auto* const bytes = reinterpret_cast<std::uint8_t*>(x.values.data());
    for (std::size_t i = 0; i < x.values.size() * sizeof(V); ++i) bytes[i] = data[i % size];
    for (std::size_t run = 0; x.keys.size() < c.n + c.offset; ++run) {
        std::size_t const scale = std::size_t{1} << data[run % size] % (c.longest + 1u);
        std::size_t const length = 1 + data[(run + 1) % size] * scale / 256;
        x.keys.insert(x.keys.end(), length, make_key<K>(data[run % size]));
    }
    x.keys.resize(c.n + c.offset);
    return x;
}

template <class K, class V, class Op>
pairs<K, V> expected_of(pairs<K, V> const& x, std::size_t offset, Op op) {
    pairs<K, V> out;
    for (std::size_t i = offset, end = 0; i < x.keys.size(); i = end) {
        end = i + 1;
        while (end < x.keys.size() && x.keys[end - 1] == x.keys[end]) ++end;
        out.keys.push_back(x.keys[i]);
        out.values.push_back(gpu::reduce(gpu::automatic.on(gpu::device::host()),
                                         x.values.begin() + static_cast<std::ptrdiff_t>(i),
                                         x.values.begin() + static_cast<std::ptrdiff_t>(end),
                                         identity<V>(op), op));
    }
    return out;
}

/// Calls the function for the way of a case.
template <class K, class V, class Op>
void reduce(fuzz_case const& c, pairs<K, V> const& x, pairs<K, V>& out, Op op) {
    auto const offset = static_cast<std::ptrdiff_t>(c.offset);
    std::vector<V> const values(x.values.begin() + offset, x.values.end());
    auto const call = [&](auto const&... before_outputs) {
        auto const ends =
            gpu::reduce_by_key(before_outputs..., out.keys, out.values, std::equal_to<>(), op);
        require(ends.first == out.keys.end() && ends.second == out.values.end(), c, "wrong ends");
    };
    auto const in_library = [&](gpu::device where) {
        auto const ends = gpu::reduce_by_key(
            gpu::automatic.on(where), x.keys.begin() + offset, x.keys.end(),
            x.values.begin() + offset, out.keys.begin(), out.values.begin(), std::equal_to<>(), op);
        require(ends.first == out.keys.end() && ends.second == out.values.end(), c, "wrong ends");
    };
    std::deque<K> const keys(x.keys.begin() + offset, x.keys.end());
    auto const policy =
        gpu::automatic.on(c.by == way::simulated ? gpu::device::simulated() : gpu::device::host());
    switch (c.by) {
    case way::host:
    case way::simulated:
        if (!c.is_short) return in_library(policy.target().value());
        return call(policy, std::vector<K>(x.keys.begin() + offset, x.keys.end()), values);
    case way::program_here: return call(keys, values);
    case way::program_on_cores: return call(gpu::automatic, keys, values);
    }
}

template <class K, class V, class Op>
void check(fuzz_case const& c, pairs<K, V> const& x, Op op) {
    auto const expected = expected_of(x, c.offset, op);
    pairs<K, V> out{std::vector<K>(expected.keys.size()), std::vector<V>(expected.keys.size())};
    if (c.is_short && !expected.keys.empty()) {
        (c.offset % 2 == 0 ? (void)out.keys.pop_back() : (void)out.values.pop_back());
        try {
            reduce(c, x, out, op);
        } catch (std::invalid_argument const&) {
            return;
        }
        require(false, c, "an output that is too short was not refused");
    }
    reduce(c, x, out, op);
    require(same_bits(out.keys, expected.keys), c, "wrong keys");
    require(same_bits(out.values, expected.values), c, "wrong totals");
}

template <class K, class V>
void run(fuzz_case const& c, std::uint8_t const* data, std::size_t size) {
    auto const x = make_pairs<K, V>(c, data, size);
    switch (c.operation) {
    case 0: return check(c, x, gpu::plus<>());
    case 1: return check(c, x, gpu::minimum<>());
    default: return check(c, x, gpu::maximum<>());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    constexpr std::size_t header = 6;
    if (size <= header) return 0;
    fuzz_case c{};
    c.types = data[0] % 6;
    c.operation = data[1] % 3;
    bool const is_simulated = data[2] % 16 == 0; // fibers are slow
    c.by = is_simulated       ? way::simulated
           : data[2] % 2 == 0 ? way::host
           : data[2] % 4 == 1 ? way::program_here
                              : way::program_on_cores;
    c.is_short = data[2] / 16 == 3;
    c.offset = data[3] % 8;
    c.longest = static_cast<std::uint8_t>(data[3] / 8 % (is_simulated ? 14 : 18));
    c.n = data[4] + 256 * std::size_t{data[5]} / (is_simulated ? 8 : 1);
    switch (data += header, size -= header; c.types) {
    case 0: run<std::int8_t, float>(c, data, size); break;
    case 1: run<std::uint16_t, double>(c, data, size); break;
    case 2: run<std::int32_t, std::int32_t>(c, data, size); break;
    case 3: run<std::uint64_t, std::int64_t>(c, data, size); break;
    case 4: run<float, std::uint64_t>(c, data, size); break;
    default: run<gpu::half, std::uint32_t>(c, data, size);
    }
    return 0;
}
