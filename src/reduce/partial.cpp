// SPDX-License-Identifier: Apache-2.0
#include "partial.hpp"

#include "call/backend.hpp"
#include "call/devices.hpp"
#include "chunks.hpp"
#include "dispatch.hpp"
#include "subtree_totals.hpp"

#include <gpualgo/error.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

/// The elements before, in and after complete segments.
struct cut_interval {
    std::uint64_t head;
    std::uint64_t middle;
    std::uint64_t tail;
    std::uint64_t first_segment; ///< of the middle

    cut_interval(std::uint64_t begin, std::uint64_t n, std::size_t value_bytes) {
        std::uint64_t const segment = kernel::segmentation(value_bytes).size();
        head = std::min((segment - begin % segment) % segment, n);
        tail = (n - head) % segment;
        middle = n - head - tail;
        first_segment = (begin + head) / segment;
    }
};

/// A partial reduction on its way: on a device, or complete after chunks.
class running_partial {
public:
    explicit running_partial(partial_request const& given, call_result& ran)
        : given_(given), request_(given), where_(place(ran)),
          value_bytes_(known_types[given.value].size), cut_(given.begin, given.n, value_bytes_),
          totals_(given) {
        if (given.source.read != nullptr) read_source(ran);
        else read_range(ran);
    }

    void finish() {
        if (pending_ != nullptr)
            for (auto const& groups : pending_->wait()) totals_.append(groups);
        totals_.copy_to(given_.totals);
    }

private:
    void read_range(call_result& ran) {
        ran.bytes = given_.n * value_bytes_ * ranges();
        if (given_.n == 0) return;
        request_.first = at(given_.first, cut_.head);
        if (given_.second != nullptr) request_.second = at(given_.second, cut_.head);
        request_.n = cut_.middle;
        if (given_.device_count > 0 && where_.device == host_id)
            reduce_chunks({given_.devices, static_cast<std::size_t>(given_.device_count)}, ran);
        else if (where_.staged) reduce_chunks(std::span(&where_.device, 1), ran);
        else start(where_.device, ran);
    }

    [[nodiscard]] std::size_t ranges() const { return given_.second != nullptr ? 2 : 1; }
    [[nodiscard]] void const* at(void const* first, std::uint64_t element) const {
        return static_cast<std::byte const*>(first) + element * value_bytes_;
    }

    /// Checks the request.
    placement place(call_result& ran) {
        reduce_request checked = given_;
        if (given_.source.read != nullptr) checked.n = 0; // there is no range
        auto where = prepare_reduction(checked, ran);
        if (known_types[given_.accumulator].computed_in != given_.accumulator)
            throw unsupported_operator("partial reductions have no totals of type " +
                                       std::string(known_types[given_.accumulator].name));
        static_cast<call_options&>(request_) = checked;
        if (given_.device_count == 0 || where.device == host_id) return where;
        auto const devices = std::span(given_.devices, given_.device_count);
        if (std::ranges::find(devices, where.device) == devices.end())
            throw std::invalid_argument("the range lies on " + name_of(where.device) +
                                        ", which is none of the group's devices");
        return where;
    }

    /// The elements of cut segments, up to two of each range.
    [[nodiscard]] std::vector<host_copy> cut_elements() const {
        std::vector<host_copy> copies;
        auto const add = [&](void* target, void const* first, std::uint64_t i, std::uint64_t n) {
            if (n != 0)
                copies.push_back(
                    {target, at(first, i), static_cast<std::size_t>(n * value_bytes_)});
        };
        for (std::size_t r = 0; r < ranges(); ++r) {
            void const* const first = r == 0 ? given_.first : given_.second;
            add(given_.head[r], first, 0, cut_.head);
            add(given_.tail[r], first, cut_.head + cut_.middle, cut_.tail);
        }
        return copies;
    }

    void start(device_id device, call_result& ran) {
        pending_ = backend_of(device).start_groups(device.ordinal, request_, cut_.first_segment,
                                                   cut_elements(), ran);
    }

    void reduce_chunks(std::span<device_id const> devices, call_result& ran) {
        for (auto const& c : cut_elements()) std::memcpy(c.target, c.source, c.bytes);
        if (cut_.middle > 0)
            chunk_pipeline(devices, request_, cut_.middle, totals_, ran)
                .reduce(request_, cut_.first_segment);
        if (given_.device_count > 0) ran.device = devices[0];
    }

    /// Reads the elements before the first boundary of segments, then chunks.
    void read_source(call_result& ran) {
        auto const devices = std::span(given_.devices, given_.device_count);
        std::uint64_t const head_bytes = cut_.head * value_bytes_;
        std::uint64_t const read =
            head_bytes == 0 ? 0
                            : given_.source.read(given_.source.context, given_.head[0], head_bytes);
        if (read % value_bytes_ != 0)
            throw std::invalid_argument("the source of elements ends inside an element");
        *given_.elements_read = read / value_bytes_;
        if (read == head_bytes)
            *given_.elements_read += chunk_pipeline(devices, request_, given_.n, totals_, ran)
                                         .reduce(given_.source, given_.n - cut_.head,
                                                 cut_.first_segment, given_.tail[0]);
        ran.device = devices[0];
        ran.bytes = *given_.elements_read * value_bytes_;
    }

    partial_request const& given_;
    reduce_request request_; ///< of the complete segments
    placement where_;
    std::size_t value_bytes_;
    cut_interval cut_;
    subtree_totals totals_;
    std::unique_ptr<pending_groups> pending_;
};

} // namespace

void partial_dispatch::run(call_result& ran) {
    call_result later; // the report shows the first part
    std::vector<std::unique_ptr<running_partial>> parts;
    auto const* const first = current_;
    for (; current_ != nullptr; current_ = current_->next)
        parts.push_back(
            std::make_unique<running_partial>(*current_, current_ == first ? ran : later));
    current_ = first;
    for (auto const& part : parts) {
        part->finish();
        current_ = current_->next;
    }
    current_ = first;
}

std::string partial_dispatch::described() const { return detail::described(*current_); }

} // namespace gpu::inline v0::detail
