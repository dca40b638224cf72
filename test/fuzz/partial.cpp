// SPDX-License-Identifier: Apache-2.0
/// Compares random merges of partial reductions with one reduction: any cut, any bracketing and any
/// mix of devices. Every listed pair of types and every operator is taken. `fuzz_partial SECONDS
/// [SEED]`: a failure prints the seed of its case; given that seed, the case runs first.
#include <gpualgo/complex.hpp>
#include <gpualgo/device_group.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/partial.hpp>

#include <algorithm>
#include <chrono>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using gpu::detail::type_list;
using generator = std::mt19937_64;

/// A listed type, as programs spell it.
template <class T>
struct program_type {
    using type = T;
};
template <class T>
struct program_type<gpu::kernel::complex<T>> {
    using type = std::complex<T>;
};

template <class T>
inline constexpr bool is_std_complex = false;
template <class T>
inline constexpr bool is_std_complex<std::complex<T>> = true;

/// Bits of any kind for integers. Other numbers are such that sums show their order; one in 200 is
/// special.
template <class T>
T number(generator& g) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(g());
    } else if constexpr (is_std_complex<T>) {
        using part = typename T::value_type;
        return T(number<part>(g), number<part>(g));
    } else {
        using limits = std::numeric_limits<T>;
        if (g() % 200 == 0) {
            T const special[] = {T(-0.0F), limits::infinity(), limits::quiet_NaN(),
                                 limits::denorm_min(), limits::max()};
            return special[g() % 5];
        }
        return T(static_cast<float>(static_cast<std::int32_t>(g() % 20'001) - 10'000) * 1.37e-3F);
    }
}

/// Indices that cut n elements, often at boundaries of segments.
std::vector<std::size_t> cuts(generator& g, std::size_t n, std::size_t segment) {
    std::vector<std::size_t> at{0, n};
    for (std::size_t left = g() % 12; left > 0; --left)
        at.push_back(std::min<std::size_t>(n, g() % 3 == 0 ? g() % (n / segment + 2) * segment
                                                           : g() % (n + 1)));
    std::sort(at.begin(), at.end());
    return at;
}

gpu::device any_device(generator& g) {
    return g() % 8 == 0 ? gpu::device::simulated() : gpu::device::host();
}

/// A partial reduction of any kind. There are hundreds of kinds: little code depends on them.
struct part {
    part() = default;
    part(part const&) = delete;
    part& operator=(part const&) = delete;
    virtual ~part() = default;
    virtual void merge(part const& next) = 0;
    virtual void travel_as_bytes() = 0;
};
using part_pointer = std::unique_ptr<part>;

template <class Partial>
struct part_of : part {
    explicit part_of(Partial made) : partial(std::move(made)) {}
    void merge(part const& next) override {
        partial.merge(static_cast<part_of const&>(next).partial);
    }
    void travel_as_bytes() override { partial = Partial::deserialize(partial.serialize()); }
    Partial partial;
};

/// Reduces the elements [begin, end) of a range on one device, or on several.
template <class Partial, class Value>
part_pointer part_on(std::vector<gpu::device> const& devices, void const* x, std::size_t begin,
                     std::size_t end) {
    auto const first = static_cast<Value const*>(x) + begin, last = first + (end - begin);
    if (devices.size() == 1)
        return part_pointer(
            new part_of<Partial>(Partial(gpu::automatic.on(devices[0]), begin, first, last)));
    gpu::device_group const group(devices);
    return part_pointer(
        new part_of<Partial>(Partial(gpu::automatic.on(group), begin, first, last)));
}
using make_part = part_pointer (*)(std::vector<gpu::device> const& devices, void const* x,
                                   std::size_t begin, std::size_t end);

/// Cuts n elements anywhere, reduces each part on any device, and merges random neighbours until
/// one part is left; some travel as bytes.
part_pointer merged(generator& g, make_part make, void const* x, std::size_t n,
                    std::size_t segment) {
    auto const at = cuts(g, n, segment);
    std::vector<part_pointer> parts;
    for (std::size_t i = 0; i + 1 < at.size(); ++i) {
        std::vector<gpu::device> devices{any_device(g)};
        if (g() % 8 == 0) devices.push_back(any_device(g));
        parts.push_back(make(devices, x, at[i], at[i + 1]));
    }
    while (parts.size() > 1) {
        std::size_t const i = g() % (parts.size() - 1);
        if (g() % 2 == 0) parts[i + 1]->travel_as_bytes();
        parts[i]->merge(*parts[i + 1]);
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return std::move(parts[0]);
}

template <class Value>
std::vector<Value> elements(generator& g, std::size_t segment) {
    std::size_t const sizes[] = {g() % 5, g() % (2 * segment), g() % (20 * segment),
                                 (1 + g() % 12) * segment + g() % 3};
    std::vector<Value> x(sizes[g() % 4]);
    for (auto& v : x) v = number<Value>(g);
    return x;
}

/// @return whether all went well
template <class T, class Value, class Op>
bool run_case(generator& g) {
    using partial = gpu::partial_reduction<T, Value, Op>;
    std::size_t const segment = gpu::kernel::segmentation(sizeof(Value)).size();
    auto const x = elements<Value>(g, segment);
    T const init = number<T>(g);
    auto const whole = merged(g, &part_on<partial, Value>, x.data(), x.size(), segment);
    T const total = static_cast<part_of<partial> const&>(*whole).partial.total(init);
    T const expected = gpu::reduce(gpu::automatic, x, init, Op());
    return std::memcmp(&total, &expected, sizeof total) == 0;
}

struct reduction {
    bool (*run)(generator& g);
    std::string name;
};

/// Adds a reduction of elements of type Value to totals of type T, if there is one.
template <class Value, class T, class Op>
void add(std::vector<reduction>& all) {
    using kernel_op = gpu::detail::listed_operator<Op, T>;
    if constexpr (!std::is_void_v<kernel_op>)
        if constexpr (gpu::detail::partially_reducible<T, Value, Op, std::identity>)
            all.push_back(
                {&run_case<T, Value, Op>, std::string(gpu::detail::type_name<Value>()) + " to " +
                                              std::string(gpu::detail::type_name<T>()) + " by " +
                                              std::string(gpu::detail::type_name<Op>())});
}

template <class Value, class T, class... Ops>
void add_operators(std::vector<reduction>& all, type_list<Ops...>) {
    (add<Value, T, Ops>(all), ...);
}
template <class Value, class... Ts>
void add_totals(std::vector<reduction>& all, type_list<Ts...>) {
    using operators =
        type_list<std::plus<>, std::multiplies<>, std::bit_and<>, std::bit_or<>, std::bit_xor<>,
                  std::logical_and<>, std::logical_or<>, gpu::minimum<>, gpu::maximum<>>;
    (add_operators<Value, Ts>(all, operators()), ...);
}
template <class... Values>
std::vector<reduction> all_reductions(type_list<Values...>) {
    std::vector<reduction> all;
    using values = type_list<typename program_type<Values>::type...>;
    (add_totals<typename program_type<Values>::type>(all, values()), ...);
    return all;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::puts("usage: fuzz_partial SECONDS [SEED]"), 2;
    auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[1]));
    std::uint64_t const first =
        argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device()();
    auto const reductions = all_reductions(gpu::detail::types());
    std::uint64_t cases = 0;
    do { // the first cases take each reduction once
        std::uint64_t const seed = first + cases;
        auto const& [run, name] = reductions[seed % reductions.size()];
        generator g(seed);
        std::string failure;
        try {
            if (!run(g)) failure = "the bits differ from those of one reduction";
        } catch (std::exception const& thrown) {
            failure = thrown.what();
        }
        if (!failure.empty()) {
            std::printf("seed %llu: %s: %s\n", static_cast<unsigned long long>(seed), name.c_str(),
                        failure.c_str());
            return 1;
        }
        ++cases;
    } while (std::chrono::steady_clock::now() < end);
    std::printf("%llu merges of %zu kinds from seed %llu\n", static_cast<unsigned long long>(cases),
                reductions.size(), static_cast<unsigned long long>(first));
}
