// SPDX-License-Identifier: Apache-2.0
/// Compares random elementwise calls on the host and on the simulated device with the standard
/// library. `fuzz_elementwise SECONDS [SEED]`: a failure prints the seed of its case; given that
/// seed, the case runs first.
#include <gpualgo/fill.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/transform.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

namespace {

/// A case, determined by its seed.
struct fuzz_case {
    explicit fuzz_case(std::uint32_t from) : seed(from), random(from) {
        n = below(4) == 0 ? below(20000) : below(600);
        offset = below(17);
        other_offset = below(17);
        device = below(2) == 0 ? gpu::device::host() : gpu::device::simulated();
    }
    std::size_t below(std::size_t limit) { return random() % limit; }

    std::uint32_t seed;
    std::mt19937 random;
    std::size_t n, offset, other_offset;
    gpu::device device = gpu::device::host();
};

template <class T>
std::vector<T> numbers(fuzz_case& f) {
    std::vector<T> x(f.n + 32);
    for (auto& element : x) element = static_cast<T>(f.random() % 251);
    return x;
}

template <class T>
bool same(gpu::device_vector<T> const& a, std::vector<T> const& b) {
    auto const x = a.to_host();
    return std::memcmp(x.data(), b.data(), b.size() * sizeof(T)) == 0;
}

/// Positions 0 to n - 1 in any order.
template <class Index>
std::vector<Index> permutation(fuzz_case& f) {
    std::vector<Index> indices(f.n);
    std::iota(indices.begin(), indices.end(), Index{});
    std::shuffle(indices.begin(), indices.end(), f.random);
    return indices;
}

template <class T, class Index>
bool is_permuted(fuzz_case& f, std::vector<T> x, std::vector<T> y) {
    auto const indices = permutation<Index>(f);
    gpu::device_vector<Index> const on(indices, f.device);
    gpu::device_vector<T> const from(x, f.device);
    gpu::device_vector<T> to(y, f.device);
    auto const in = from.begin() + static_cast<std::ptrdiff_t>(f.offset);
    auto const out = to.begin() + static_cast<std::ptrdiff_t>(f.other_offset);
    bool const gathers = f.below(2) == 0;
    if (gathers) gpu::gather(on.begin(), on.end(), in, out);
    else gpu::scatter(in, in + static_cast<std::ptrdiff_t>(f.n), on.begin(), out);
    for (std::size_t i = 0; i < f.n; ++i) {
        auto const at = static_cast<std::size_t>(indices[i]);
        if (gathers) y[f.other_offset + i] = x[f.offset + at];
        else y[f.other_offset + at] = x[f.offset + i];
    }
    return same(to, y);
}

/// Runs one algorithm on elements of type T.
/// @return whether the result is right
template <class T>
bool is_right(fuzz_case& f) {
    auto x = numbers<T>(f), y = numbers<T>(f);
    auto const count = static_cast<std::ptrdiff_t>(f.n);
    gpu::device_vector<T> on(x, f.device), other(y, f.device);
    auto const policy = gpu::automatic;
    auto const a = x.begin() + static_cast<std::ptrdiff_t>(f.offset);
    auto const b = y.begin() + static_cast<std::ptrdiff_t>(f.other_offset);
    auto const c = on.begin() + static_cast<std::ptrdiff_t>(f.offset);
    auto const d = other.begin() + static_cast<std::ptrdiff_t>(f.other_offset);
    T const value = static_cast<T>(f.below(251)), next = static_cast<T>(f.below(251));
    switch (f.below(9)) {
    case 0:
        std::fill(a, a + count, value);
        gpu::fill(policy, c, c + count, value);
        break;
    case 1:
        for (std::size_t i = 0; i < f.n; ++i)
            a[static_cast<std::ptrdiff_t>(i)] = static_cast<T>(value + static_cast<T>(i) * next);
        gpu::iota(policy, c, c + count, value, next);
        break;
    case 2:
        std::replace_if(a, a + count, gpu::between(value, next), value);
        gpu::replace_if(policy, c, c + count, gpu::between(value, next), value);
        break;
    case 3:
        std::replace(a, a + count, value, next);
        gpu::replace(policy, c, c + count, value, next);
        break;
    case 4:
        std::reverse(a, a + count);
        gpu::reverse(policy, c, c + count);
        break;
    case 5:
        std::reverse_copy(a, a + count, b);
        gpu::reverse_copy(policy, c, c + count, d);
        break;
    case 6:
        std::swap_ranges(a, a + count, b);
        gpu::swap_ranges(policy, c, c + count, d);
        break;
    case 7:
        std::transform(a, a + count, b, b, [](T p, T q) { return static_cast<T>(p - q); });
        gpu::transform(policy, c, c + count, d, d, std::minus<>());
        break;
    default:
        return f.below(2) == 0 ? is_permuted<T, std::int32_t>(f, x, y)
                               : is_permuted<T, std::uint64_t>(f, x, y);
    }
    return same(on, x) && same(other, y);
}

bool is_right(std::uint32_t seed) {
    fuzz_case f(seed);
    switch (f.below(4)) {
    case 0: return is_right<std::uint8_t>(f);
    case 1: return is_right<std::int16_t>(f);
    case 2: return is_right<float>(f);
    default: return is_right<std::int64_t>(f);
    }
}

} // namespace

int main(int argc, char** argv) {
    double const seconds = argc > 1 ? std::atof(argv[1]) : 10;
    auto seed = argc > 2 ? static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)) : 1;
    auto const start = std::chrono::steady_clock::now();
    std::size_t cases = 0;
    for (; std::chrono::steady_clock::now() - start < std::chrono::duration<double>(seconds);
         ++seed, ++cases) {
        bool good = false;
        try {
            good = is_right(seed);
        } catch (std::exception const& thrown) {
            std::printf("%s\n", thrown.what());
        }
        if (!good) {
            std::printf("the case of seed %u fails\n", seed);
            return 1;
        }
    }
    std::printf("%zu cases\n", cases);
}
