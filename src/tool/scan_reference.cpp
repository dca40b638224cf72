// SPDX-License-Identifier: Apache-2.0
#include "scan_reference.hpp"

#include "by_number.hpp"
#include "complex_totals.hpp"
#include "number.hpp"
#include "totals.hpp"

#include <gpualgo/abi/host_services.hpp>

#include <algorithm>
#include <atomic>
#include <vector>

namespace tool {

namespace {

constexpr std::size_t chunk = std::size_t{1} << 16; // elements that one core checks at a time

/// @param total of n elements
template <class T, class Op, class Total>
bool allows(Total const& total, T result, std::size_t chain, std::size_t n) {
    if constexpr (gpu::kernel::is_complex<T>) return total.allows(result, chain, n);
    else if constexpr (std::is_same_v<Total, exact_total<T, Op>>)
        return is_same(number(result), number(total.value));
    else return lies_in<T>(total.template bounds<gpu::detail::computed_as<T>>(chain, n), result);
}

/// A check in two passes over chunks: their totals, then the prefixes within each.
template <class T, class Op>
class scan_check {
    using total_type = total_of<T, Op>;

public:
    scan_check(numbers const& elements, numbers const& result, bool is_exclusive, std::size_t chain)
        : elements_(elements.elements<T>()), result_(result.elements<T>()),
          is_exclusive_(is_exclusive), chain_(chain),
          before_((elements.count + chunk - 1) / chunk + 1) {}

    bool run() {
        for_each_chunk([](void* context, std::uint64_t i) {
            auto& check = *static_cast<scan_check*>(context);
            for (T const x : check.part(check.elements_, i)) check.before_[i + 1].add(x);
        });
        for (std::size_t i = 1; i < before_.size(); ++i) {
            auto total = before_[i - 1];
            total.merge(before_[i]);
            before_[i] = total;
        }
        for_each_chunk([](void* context, std::uint64_t i) {
            auto& check = *static_cast<scan_check*>(context);
            if (!check.is_right(i)) check.is_right_ = false;
        });
        return is_right_;
    }

private:
    void for_each_chunk(void (*task)(void*, std::uint64_t)) {
        gpualgo_v0_parallel_for(before_.size() - 1, task, this);
    }
    static std::span<T const> part(std::span<T const> all, std::size_t i) {
        return all.subspan(i * chunk, std::min(chunk, all.size() - i * chunk));
    }
    [[nodiscard]] bool is_right(std::size_t i) const {
        auto total = before_[i];
        auto const x = part(elements_, i), y = part(result_, i);
        for (std::size_t k = 0; k < x.size(); ++k) {
            if (!is_exclusive_) total.add(x[k]);
            // one element is its own prefix, also if operators make truth values of two
            bool const is_alone = !is_exclusive_ && i == 0 && k == 0;
            if (is_alone ? !is_same(number(y[k]), number(x[k]))
                         : !allows<T, Op>(total, y[k], chain_, i * chunk + k + 1))
                return false;
            if (is_exclusive_) total.add(x[k]);
        }
        return true;
    }

    std::span<T const> elements_, result_;
    bool is_exclusive_;
    std::size_t chain_;
    std::vector<total_type> before_; ///< chunk i, first the total of chunk i - 1
    std::atomic<bool> is_right_{true};
};

} // namespace

bool is_right_scan(numbers const& elements, numbers const& result, std::uint32_t op,
                   bool is_exclusive, std::size_t chain) {
    return with_type(elements.type, [&]<class T>(std::type_identity<T>) {
        return with_operator(op, [&]<class Op>(std::type_identity<Op>) {
            if constexpr (gpu::detail::accepts<Op, T>)
                return scan_check<T, Op>(elements, result, is_exclusive, chain).run();
            else return false; // the library has refused them
        });
    });
}

} // namespace tool
