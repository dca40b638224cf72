// SPDX-License-Identifier: Apache-2.0
#include "tool/partial_total.hpp"

#include "call/names.hpp"
#include "conformance/golden.hpp"
#include "conformance/oracle.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>

namespace {

using tool::partial_total;

std::size_t size_of(std::uint32_t type) { return gpu::detail::known_types[type].size; }

/// A part of a case, from a boundary of segments to another or to the end, in pieces.
partial_total part_of(conformance::reduction_case const& c, conformance::input const& x,
                      std::uint64_t begin, std::uint64_t end, conformance::random_bits& random) {
    partial_total part({c.value, c.accumulator, c.operation}, begin);
    gpu::report report;
    while (part.end() < end) {
        auto const n = std::min<std::uint64_t>(end - part.end(), 1 + random.below(9000));
        auto const* const first = static_cast<std::byte const*>(x.first());
        auto const device = random.below(8) == 0 ? gpu::device::simulated() : gpu::device::host();
        part.append(first + part.end() * size_of(c.value), n, device, report);
    }
    return part;
}

/// The parts of a case, cut at random.
std::vector<partial_total> parts_of(conformance::reduction_case const& c,
                                    conformance::input const& x, std::size_t count,
                                    conformance::random_bits& random) {
    auto const segment = partial_total::segment_of(c.value);
    std::vector<std::uint64_t> cuts{0, c.n};
    while (cuts.size() <= count) cuts.push_back(random.below(c.n / segment + 1) * segment);
    std::sort(cuts.begin(), cuts.end());
    std::vector<partial_total> parts;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i)
        parts.push_back(part_of(c, x, cuts[i], cuts[i + 1], random));
    return parts;
}

/// Merges neighbours in random order, through bytes.
partial_total merged(std::vector<partial_total> parts, conformance::random_bits& random) {
    while (parts.size() > 1) {
        auto const left =
            parts.begin() + static_cast<std::ptrdiff_t>(random.below(parts.size() - 1));
        auto const bytes = (left + 1)->serialize();
        REQUIRE(bytes.size() <= partial_total::max_serialized_size);
        left->merge(partial_total::deserialize(bytes));
        parts.erase(left + 1);
    }
    return parts[0];
}

} // namespace

TEST_CASE("parts of reductions, appended in pieces and merged, have the bits of the definition") {
    conformance::random_bits random(1);
    for (auto const& c : conformance::cases(conformance::golden_seed, conformance::golden_each)) {
        conformance::input const x(c);
        auto init = tool::number::zero_of(c.accumulator);
        std::memcpy(init.data(), x.init(), size_of(c.accumulator));
        auto const total = merged(parts_of(c, x, 1 + random.below(6), random), random).total(init);
        conformance::result_bits bits = 0;
        std::memcpy(&bits, total.data(), size_of(c.accumulator));
        INFO(conformance::described(c));
        REQUIRE(bits == conformance::expected(c, x));
    }
}

TEST_CASE("parts that are no neighbours, and damaged bytes, are refused") {
    tool::reduction_kind const sum_of_int8{}, other{1, 1, 0};
    partial_total part(sum_of_int8);
    CHECK_THROWS_AS(part.merge(partial_total(other)), std::invalid_argument);
    CHECK_THROWS_AS(part.merge(partial_total(sum_of_int8, 8192)), std::invalid_argument);
    auto bytes = part.serialize();
    bytes.resize(bytes.size() - 1);
    CHECK_THROWS_AS(partial_total::deserialize(bytes), std::invalid_argument);
}

TEST_CASE("products of complex numbers have no parts") {
    auto const number_of = [](std::string_view name) {
        auto const& types = gpu::detail::known_types;
        return static_cast<std::uint32_t>(
            std::find_if(types.begin(), types.end(), [&](auto& t) { return t.name == name; }) -
            types.begin());
    };
    constexpr auto plus = gpu::detail::number_of<gpu::kernel::plus, gpu::detail::operators>;
    constexpr auto times = gpu::detail::number_of<gpu::kernel::multiplies, gpu::detail::operators>;
    auto const complex = number_of("complex64"), real = number_of("float");
    CHECK(tool::has_parts({complex, complex, plus}));
    CHECK_FALSE(tool::has_parts({complex, complex, times}));
    CHECK(tool::has_parts({real, real, times}));
}
