// SPDX-License-Identifier: Apache-2.0
#include "reduce_by_key.hpp"

#include "host/extrema/key_search.hpp"
#include "host/reduce/reduce.hpp"
#include "host/reduce/reductions.hpp"
#include "reduce_by_key/request.hpp"
#include "select/table.hpp"

#include <gpualgo/detail/runs_on_cores.hpp>
#include <gpualgo/kernel/reduce_by_key/few.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {
namespace {

/// An array, as kernel bodies access arrays.
template <class T>
struct plain_values {
    T const* first;
    [[nodiscard]] T get(std::size_t i) const { return first[i]; }
};

/// The total of a few values. Not inlined or analysed, like all computations under a
/// `standard_floating_environment`.
template <class T, class Op>
[[gnu::noipa]] T total_of_few(T const* x, unsigned m) {
    [[maybe_unused]] environment_of<T> const standard{};
    return kernel::fold_few<T>(plain_values<T>{x}, m, Op());
}

/// Folds runs to totals of one type. The type of the operation is in the request.
template <class T, class Op>
class fold_on_host {
public:
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
            total = values_[begin]; // no arithmetic: the environment does not matter
        } else if (m <= kernel::most_few) {
            total = total_of_few<T, Op>(values_ + begin, static_cast<unsigned>(m));
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

/// Calls f(runs, keys) with the runs of a request's keys.
template <class Bits, class F>
void with_runs(reduce_by_key_request const& request, F const& f) {
    auto const* const keys = static_cast<std::byte const*>(request.first);
    auto const test = comparison_of_bits<Bits>(request.test);
    auto const starts = [=](std::size_t i) {
        return test(bits_at<Bits>(keys, i), bits_at<Bits>(keys, i - 1));
    };
    f(runs_on_cores(request.n, starts), keys);
}

/// Visits the runs of keys of one size: copies the first keys, and folds the values.
template <class Bits, class Fold>
void reduce_runs(reduce_by_key_request const& request, instruction_set set) {
    with_runs<Bits>(request, [&](auto const& runs, std::byte const* keys) {
        *request.runs = runs.count();
        if (runs.count() > room_for_runs(request)) return;
        auto* const out = static_cast<std::byte*>(request.keys_out.first);
        auto const visit = [&, fold = Fold(request, set)](std::size_t r, std::size_t begin,
                                                          std::size_t end) {
            Bits const key = bits_at<Bits>(keys, begin);
            __builtin_memcpy(out + r * sizeof key, &key, sizeof key);
            fold(r, begin, end);
        };
        runs.for_each(visit, visit);
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
                std::size_t found = 0;
                with_runs<Bits>(r, [&](auto const& runs, auto) { found = runs.count(); });
                return found;
            };
        },
        bits_of_elements());
    return counts[index_of_key_size(request)](request);
}

} // namespace gpu::inline v0::detail
