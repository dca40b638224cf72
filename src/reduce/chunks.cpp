// SPDX-License-Identifier: Apache-2.0
#include "chunks.hpp"

#include "call/devices.hpp"
#include "host/instruction_set.hpp"
#include "host/reduce/reductions.hpp"

#include <gpualgo/kernel/reduce/canonical.hpp>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace gpu::inline v0::detail {

chunk_pipeline::chunk_pipeline(std::span<device_id const> devices, reduce_request const& request,
                               std::uint64_t most, subtree_totals& totals, call_result& ran)
    : request_(request), totals_(totals), ran_(ran), value_bytes_(known_types[request.value].size),
      segment_bytes_(kernel::segmentation(value_bytes_).size() * value_bytes_),
      buffer_bytes_(segment_bytes_ * static_cast<std::size_t>(std::min<std::uint64_t>(
                                         chunk_bytes / segment_bytes_,
                                         most / (segment_bytes_ / value_bytes_) + 1))) {
    request_.stream = nullptr;
    std::size_t const ranges = request.second != nullptr ? 2 : 1;
    for (std::size_t turn = 0; turn < 2; ++turn)
        for (device_id const device : devices) {
            auto& backend = backend_of(device);
            bool const is_alone = backend.reads_host_memory() || buffer_bytes_ < chunk_bytes;
            if (is_alone && turn > 0) continue;
            // chunks have other streams than the work that may still write the range
            if (!backend.reads_host_memory() && turn == 0)
                backend.synchronize(device.ordinal, request.stream);
            lanes_.push_back({device, backend.make_chunk_buffer(device.ordinal,
                                                                ranges * buffer_bytes_, request)});
        }
}

chunk_pipeline::lane& chunk_pipeline::take_lane() {
    auto& next = lanes_[turn_++ % lanes_.size()];
    collect(next);
    return next;
}

void chunk_pipeline::collect(lane& from) {
    if (from.pending == nullptr) return;
    for (auto const& groups : from.pending->wait()) totals_.append(groups);
    from.pending.reset();
}

void chunk_pipeline::collect_all() {
    for (std::size_t i = 0; i < lanes_.size(); ++i) (void)take_lane();
}

std::uint64_t chunk_pipeline::segments_until_boundary(std::uint64_t segment) const {
    std::uint64_t const per_chunk = chunk_bytes / segment_bytes_;
    return per_chunk - segment % per_chunk;
}

void chunk_pipeline::start(lane& on, reduce_request const& chunk, std::uint64_t first_segment) {
    on.pending =
        backend_of(on.device).start_groups(on.device.ordinal, chunk, first_segment, {}, ran_);
}

void chunk_pipeline::reduce(reduce_request const& request, std::uint64_t first_segment) {
    std::uint64_t left = request.n * value_bytes_ / segment_bytes_;
    auto const* first = static_cast<std::byte const*>(request.first);
    auto const* second = static_cast<std::byte const*>(request.second);
    while (left > 0) {
        std::uint64_t const segments = std::min(left, segments_until_boundary(first_segment));
        auto const bytes = static_cast<std::size_t>(segments * segment_bytes_);
        lane& to = take_lane();
        reduce_request chunk = request_;
        chunk.first = first;
        chunk.second = second;
        chunk.n = bytes / value_bytes_;
        if (to.buffer != nullptr) {
            chunk.stream = to.buffer->stream();
            chunk.first = to.buffer->data();
            to.buffer->upload(to.buffer->data(), first, bytes);
            if (second != nullptr) {
                chunk.second = to.buffer->data() + buffer_bytes_;
                to.buffer->upload(to.buffer->data() + buffer_bytes_, second, bytes);
            }
        }
        start(to, chunk, first_segment);
        first += bytes;
        if (second != nullptr) second += bytes;
        first_segment += segments;
        left -= segments;
    }
    collect_all();
}

std::uint64_t chunk_pipeline::reduce(element_source const& source, std::uint64_t n,
                                     std::uint64_t first_segment, void* tail) {
    std::uint64_t left = n;
    for (bool has_ended = false; left > 0 && !has_ended;) {
        std::uint64_t const wanted =
            std::min(left, segments_until_boundary(first_segment) * segment_bytes_ / value_bytes_);
        lane& to = take_lane();
        std::uint64_t const bytes = read_chunk(to, source, wanted * value_bytes_, tail);
        if (bytes % value_bytes_ != 0)
            throw std::invalid_argument("the source of elements ends inside an element of " +
                                        std::to_string(value_bytes_) + " bytes");
        has_ended = bytes < wanted * value_bytes_;
        left -= bytes / value_bytes_;
        reduce_request chunk = request_;
        chunk.first = to.buffer != nullptr ? to.buffer->data() : to.memory.data();
        chunk.n = bytes / segment_bytes_ * (segment_bytes_ / value_bytes_);
        if (to.buffer != nullptr) chunk.stream = to.buffer->stream();
        if (chunk.n > 0) start(to, chunk, first_segment);
        first_segment += bytes / segment_bytes_;
    }
    collect_all();
    return n - left;
}

/// @return the number of bytes, fewer than wanted only at the end of the source
std::uint64_t chunk_pipeline::read_chunk(lane& to, element_source const& source,
                                         std::uint64_t bytes, void* tail) {
    if (to.buffer == nullptr) to.memory.resize(buffer_bytes_);
    std::uint64_t begin = 0;
    for (bool has_ended = false; begin < bytes && !has_ended;) {
        auto const piece = to.buffer != nullptr
                               ? to.buffer->next_piece()
                               : std::span(to.memory).subspan(static_cast<std::size_t>(begin));
        std::uint64_t const wanted = std::min<std::uint64_t>(piece.size(), bytes - begin);
        std::uint64_t const read = source.read(source.context, piece.data(), wanted);
        if (read > wanted)
            throw std::invalid_argument("the source of elements wrote too many bytes");
        has_ended = read < wanted;
        auto const rest = static_cast<std::size_t>(read % segment_bytes_); // pieces are segments
        auto const complete = static_cast<std::size_t>(read) - rest;
        if (rest != 0) std::memcpy(tail, piece.data() + complete, rest);
        if (to.buffer != nullptr && complete != 0)
            to.buffer->send(to.buffer->data() + begin, complete);
        begin += read;
    }
    return begin;
}

void reduce_in_chunks(device_id device, reduce_request const& request, call_result& ran) {
    std::size_t const value_bytes = known_types[request.value].size;
    std::size_t const segment = kernel::segmentation(value_bytes).size();
    std::uint64_t const complete = request.n / segment * segment;
    subtree_totals totals(request);
    {
        reduce_request whole = request;
        whole.n = complete;
        chunk_pipeline(std::span(&device, 1), request, complete, totals, ran).reduce(whole, 0);
    }
    alignas(std::max_align_t) std::byte tail[largest_type];
    if (complete < request.n) {
        reduce_request last = request;
        last.first = static_cast<std::byte const*>(request.first) + complete * value_bytes;
        if (request.second != nullptr)
            last.second = static_cast<std::byte const*>(request.second) + complete * value_bytes;
        last.n = request.n - complete;
        last.init = nullptr;
        last.result = tail;
        reduce_on_host(last, processors_instruction_set());
    }
    totals.finish(complete < request.n ? tail : nullptr, request.init, request.result);
}

} // namespace gpu::inline v0::detail
