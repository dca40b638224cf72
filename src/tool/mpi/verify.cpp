// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"

#include "call/names.hpp"
#include "conformance/digest.hpp"
#include "conformance/golden.hpp"
#include "conformance/oracle.hpp"

#include <cstring>

namespace tool {

namespace {

/// The bits of a case that all ranks compute, on the first rank.
conformance::result_bits result_of(ranks const& all, conformance::reduction_case const& c,
                                   conformance::input const& x, gpu::device device) {
    auto const size = gpu::detail::known_types[c.value].size;
    auto const segment = partial_total::segment_of(c.value);
    auto const begin = all.begin_of_block(all.rank(), c.n, segment);
    auto const end = all.begin_of_block(all.rank() + 1, c.n, segment);
    partial_total part({c.value, c.accumulator, c.operation}, begin);
    all.together([&] {
        gpu::report ignored;
        part.append(static_cast<std::byte const*>(x.first()) + begin * size, end - begin, device,
                    ignored);
    });
    auto const whole = all.merged(part);
    if (!all.is_first()) return 0;
    auto init = number::zero_of(c.accumulator);
    auto const bytes = gpu::detail::known_types[c.accumulator].size;
    std::memcpy(init.data(), x.init(), bytes);
    conformance::result_bits bits = 0;
    std::memcpy(&bits, whole.total(init).data(), bytes);
    return bits;
}

} // namespace

verified_ranks verify_across(ranks const& all, std::uint64_t seed) {
    auto const device = all.device();
    conformance::digest found, expected;
    auto const cases = conformance::cases(seed, conformance::golden_each);
    for (auto const& c : cases) {
        conformance::input const x(c);
        found.add(result_of(all, c, x, device));
        if (all.is_first()) expected.add(conformance::expected(c, x));
    }
    return {cases.size(), found.value(), expected.value()};
}

} // namespace tool
