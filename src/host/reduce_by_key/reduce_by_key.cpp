// SPDX-License-Identifier: Apache-2.0
#include "reduce_by_key.hpp"

#include "host/by_instruction_set.hpp"
#include "host/extrema/key_search.hpp"
#include "host/reduce/reduce.hpp"
#include "host/reduce/reductions.hpp"
#include "reduce_by_key/request.hpp"
#include "select/table.hpp"

#include <gpualgo/detail/runs_on_cores.hpp>
#include <gpualgo/kernel/reduce_by_key/few.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {
namespace {

/// The total of a few values: the canonical order, which adds those that are a power of two apart,
/// the furthest first.
template <class T, class Op>
T total_of_few(T const* x, std::size_t m) {
    constexpr Op op;
    if constexpr (kernel::folds_in_any_order<T, Op>) {
        T total = x[0];
        for (std::size_t i = 1; i < m; ++i) total = op(total, x[i]);
        return total;
    } else {
        if (m == 2) return op(x[0], x[1]);
        T folded[kernel::most_few];
        std::size_t distance = std::bit_ceil(m) / 2;
        for (std::size_t i = 0; i < distance; ++i)
            folded[i] = i + distance < m ? op(x[i], x[i + distance]) : x[i];
        while ((distance /= 2) > 0)
            for (std::size_t i = 0; i < distance; ++i)
                folded[i] = op(folded[i], folded[i + distance]);
        return folded[0];
    }
}

/// Folds runs to totals of one type, in a `standard_floating_environment`. The type of the
/// operation is in the request.
template <class T, class Op>
class fold_on_host {
public:
    using environment = environment_of<T>;

    fold_on_host(reduce_by_key_request const& request, instruction_set set)
        : values_(static_cast<T const*>(request.values)),
          totals_(static_cast<T*>(request.totals_out.first)), set_(set) {
        part_.value = part_.accumulator = request.total;
        part_.operation = request.operation;
    }

    void operator()(std::size_t r, std::size_t begin, std::size_t end) const {
        std::size_t const m = end - begin;
        T total;
        if (m == 1) {
            total = values_[begin];
        } else if (m <= kernel::most_few) {
            total = total_of_few<T, Op>(values_ + begin, m);
        } else {
            reduce_request part = part_;
            part.first = values_ + begin;
            part.n = m;
            part.result = &total;
            reduce_on_host(part, set_);
        }
        totals_[r] = kernel::quieted(total);
    }

private:
    T const* values_;
    T* totals_;
    instruction_set set_;
    reduce_request part_; ///< without an init
};

/// The bits that 64 bytes, each 0 or 1, stand for.
[[gnu::always_inline]] inline std::uint64_t bits_of_flags(unsigned char const (&flags)[64]) {
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 8; ++i) {
        std::uint64_t eight;
        __builtin_memcpy(&eight, flags + 8 * i, 8);
        bits |= (eight * 0x0102'0408'1020'4080 >> 56) << 8 * i; // byte j becomes bit j
    }
    return bits;
}

/// Says which of m elements, at most 64, differ from their predecessors.
/// @param keys the first element
template <class Bits>
[[gnu::always_inline]] inline std::uint64_t find_starts(std::byte const* keys, unsigned m,
                                                        kernel::unlike_previous<Bits> test) {
    unsigned char flags[flags_in_word] = {};
    auto const compare = [&](unsigned i) {
        Bits const previous = bits_at<Bits>(keys - sizeof(Bits), i);
        flags[i] = test(bits_at<Bits>(keys, i), previous) ? 1 : 0;
    };
    if (m == flags_in_word)
        for (unsigned i = 0; i < flags_in_word; ++i) compare(i);
    else
        for (unsigned i = 0; i < m; ++i) compare(i);
    return bits_of_flags(flags);
}

/// Finds the runs of a request's keys.
template <class Bits>
runs_on_cores runs_of(reduce_by_key_request const& request, instruction_set set) {
    auto const* const keys = static_cast<std::byte const*>(request.first);
    auto const test = comparison_of_bits<Bits>(request.test);
    auto const find = by_instruction_set<find_starts<Bits>>::choose(set);
    return runs_on_cores(request.n, [=](std::size_t begin, unsigned m) {
        return find(keys + begin * sizeof(Bits), m, test);
    });
}

/// Runs work as a function of its own, which compilers do not mix with its caller's.
template <class F>
[[gnu::noipa]] void run_apart(F const& work) {
    work();
}

/// Visits the runs of keys of one size: copies the first keys, and folds the values.
template <class Bits, class Fold>
void reduce_runs(reduce_by_key_request const& request, instruction_set set) {
    auto const runs = runs_of<Bits>(request, set);
    *request.runs = runs.count();
    if (runs.count() > room_for_runs(request)) return;
    auto const* const keys = static_cast<std::byte const*>(request.first);
    auto* const out = static_cast<std::byte*>(request.keys_out.first);
    auto const visit = [&, fold = Fold(request, set)](std::size_t r, std::size_t begin,
                                                      std::size_t end) {
        Bits const key = bits_at<Bits>(keys, begin);
        __builtin_memcpy(out + r * sizeof key, &key, sizeof key);
        fold(r, begin, end);
    };
    runs.for_each(visit, visit, [](auto const& work) {
        [[maybe_unused]] typename Fold::environment const standard{};
        run_apart(work);
    });
}

using function = void (*)(reduce_by_key_request const& request, instruction_set set);

constexpr auto table = tabulate(
    []<class Bits, class T, class Op>(type_list<Bits, T, Op>) -> function {
        if constexpr (reduces_by_key<T, Op>)
            return &reduce_runs<Bits, fold_on_host<kernel_type<Op, T>, Op>>;
        else return nullptr;
    },
    bits_of_elements(), types(), operators());

} // namespace

void reduce_by_key_on_host(reduce_by_key_request const& request, instruction_set set) {
    table[index_of_key_size(request)][request.total][request.operation](request, set);
}

std::size_t count_runs_on_host(reduce_by_key_request const& request) {
    using count = std::size_t (*)(reduce_by_key_request const& request);
    static constexpr auto counts = tabulate(
        []<class Bits>(type_list<Bits>) -> count {
            return [](reduce_by_key_request const& r) {
                return runs_of<Bits>(r, processors_instruction_set()).count();
            };
        },
        bits_of_elements());
    return counts[index_of_key_size(request)](request);
}

} // namespace gpu::inline v0::detail
