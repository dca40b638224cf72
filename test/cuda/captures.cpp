// SPDX-License-Identifier: Apache-2.0
/// Calls while a stream is being captured into a graph must not invalidate the capture; on a fake
/// runtime.
#include "fake_calls.hpp"
#include "fake_runtime.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

using namespace gpu::detail;

namespace {

/// A stream that is being captured during the lifetime of the object.
class capture {
public:
    explicit capture(bool is_independent = false) {
        REQUIRE(cudaStreamCreateWithFlags(&stream_, is_independent
                                                        ? cudaStreamNonBlocking
                                                        : cudaStreamDefault) == cudaSuccess);
        machine_.captured = stream_;
    }
    capture(capture const&) = delete;
    capture& operator=(capture const&) = delete;
    ~capture() {
        machine_.captured = nullptr;
        (void)cudaStreamDestroy(stream_);
        CHECK(machine_.broken_captures == 0);
    }
    [[nodiscard]] cudaStream_t get() const { return stream_; }

private:
    fake_cuda::machine& machine_ = fake_cuda::here();
    cudaStream_t stream_ = nullptr;
};

/// A reduction that waits for its result; on the fake runtime, the result is init.
std::int32_t reduced(void* stream, std::uint32_t ordinal) {
    std::vector<std::int32_t> const values(1000);
    std::int32_t const init = 7;
    std::int32_t result = -1;
    reduce_request request;
    request.strategy = index_of<gpu::policy::automatic, strategies>;
    request.value = request.accumulator = index_of<std::int32_t, types>;
    request.first = values.data();
    request.n = values.size();
    request.init = &init;
    request.result = &result;
    request.stream = stream;
    call_result ran;
    cuda_backend().reduce(ordinal, request, ran);
    return result;
}

/// Matches the message of an exception.
Catch::Matchers::StdString::RegexMatcher says_default_stream() {
    return Catch::Matches(".*the default stream cannot be used while another stream is captured.*"
                          "on\\(stream\\).*");
}

} // namespace

TEST_CASE("while a stream is captured, calls on the default stream are refused with a reason") {
    void* const memory = cuda_backend().allocate(55, 400);
    std::vector<std::int32_t> values(100);
    {
        capture const captured;
        CHECK_THROWS_WITH(reduced(nullptr, 55), says_default_stream());
        CHECK_THROWS_WITH(left_to(nullptr, 55, 1), says_default_stream());
        CHECK_THROWS_WITH(left_to(nullptr, 55, 1, 0), says_default_stream());
        CHECK_THROWS_WITH(cuda_backend().copy(memory, values.data(), 400), says_default_stream());
        CHECK_THROWS_WITH(cuda_backend().fill(55, memory, 100, values.data(), 4),
                          says_default_stream());
        CHECK_THROWS_WITH(cuda_backend().synchronize(55, nullptr), says_default_stream());
        CHECK(cudaGetLastError() == cudaSuccess);
    }
    CHECK(reduced(nullptr, 55) == 7);
    cuda_backend().copy(memory, values.data(), 400);
    cuda_backend().deallocate(55, memory);
}

TEST_CASE("while a stream is captured, calls on other streams work, including first calls") {
    void* const stream = cuda_backend().make_stream(56);
    capture const captured;
    CHECK(reduced(stream, 56) == 7);
    CHECK(left_to(stream, 56, 8) == 8);
    cuda_backend().synchronize(56, stream);
    void* const memory = cuda_backend().allocate(56, 400, stream);
    std::vector<std::int32_t> const values(100, 3);
    cuda_backend().copy(memory, values.data(), 400, stream);
    CHECK(std::equal(values.begin(), values.end(), static_cast<std::int32_t*>(memory)));
    cuda_backend().deallocate(56, memory, stream);
    void* const made_meanwhile = cuda_backend().make_stream(56);
    CHECK(reduced(made_meanwhile, 56) == 7);
    cuda_backend().end_stream(56, made_meanwhile);
    cuda_backend().end_stream(56, stream);
}

TEST_CASE("capturing a stream that does not synchronise with the default one forbids nothing") {
    capture const captured(true);
    CHECK(reduced(nullptr, 57) == 7);
    CHECK(left_to(nullptr, 57, 8) == 8);
    void* const memory = cuda_backend().allocate(57, 400);
    cuda_backend().fill(57, memory, 400, "x", 1);
    cuda_backend().deallocate(57, memory);
}

TEST_CASE("memory can be allocated and given back while a stream is captured") {
    auto& machine = fake_cuda::here();
    void* const before = cuda_backend().allocate(58, 1000);
    auto const blocks = machine.device_memory.size();
    {
        capture const captured;
        void* const memory = cuda_backend().allocate(58, 2000);
        CHECK(machine.device_memory.at(memory) == 2000);
        // work on the default stream may still use these blocks
        cuda_backend().deallocate(58, memory);
        cuda_backend().deallocate(58, before);
        CHECK(machine.device_memory.size() == blocks + 1);
        char page[100];
        cuda_backend().lock_pages(page, sizeof page);
        cuda_backend().unlock_pages(page);
        CHECK(machine.registered.empty());
    }
    void* const next = cuda_backend().allocate(58, 3000);
    CHECK(machine.device_memory.size() == blocks);
    {
        capture const captured;
        cuda_backend().deallocate(58, next);
    }
    cuda_backend().deallocate(58, cuda_backend().allocate(58, 1));
    CHECK(machine.device_memory.size() == blocks - 1);
}

TEST_CASE("whatever call of CUDA fails, the captures of other streams stay valid") {
    constexpr std::uint32_t ordinal = 54;
    auto& machine = fake_cuda::here();
    std::vector<char> values(std::size_t{17} << 20);
    void *stream = nullptr, *memory = nullptr;
    std::vector<std::function<void()>> const calls{
        [&] { (void)reduced(stream, ordinal); },
        [&] { (void)cuda_backend().allocate(ordinal, 100); },
        [&] { (void)cuda_backend().allocate(ordinal, 100, stream); },
        [&] { cuda_backend().copy(memory, values.data(), values.size(), stream); },
        [&] { cuda_backend().copy(values.data(), memory, values.size(), stream); },
        [&] {
            auto const buffer = cuda_backend().make_chunk_buffer(ordinal, values.size(), {});
            buffer->upload(buffer->data(), values.data(), values.size());
        },
        [&] { cuda_backend().end_stream(ordinal, cuda_backend().make_stream(ordinal)); },
        [&] {
            cuda_backend().lock_pages(values.data(), 4096);
            cuda_backend().unlock_pages(values.data());
        }};
    for (std::size_t c = 0; c < calls.size(); ++c)
        for (int good = 0, has_ended = 0; has_ended == 0; ++good) {
            INFO("in call " << c << " the one after " << good << " fails");
            machine.reset(ordinal); // so that it is the first call
            stream = cuda_backend().make_stream(ordinal);
            memory = cuda_backend().allocate(ordinal, values.size());
            capture const captured;
            machine.fail_after(good, cudaErrorMemoryAllocation);
            try {
                calls[c]();
            } catch (std::exception const&) {}
            has_ended = machine.calls < machine.failing_call;
            machine.heal();
            REQUIRE(machine.broken_captures == 0);
        }
}

TEST_CASE("a call that would wait for a captured stream is refused with a reason") {
    capture const captured;
    auto const says_captured =
        Catch::Matches(".*the stream is being captured into a graph.*gpu::reduce_into.*");
    CHECK_THROWS_WITH(reduced(captured.get(), 59), says_captured);
    CHECK_THROWS_WITH(cuda_backend().synchronize(59, captured.get()), says_captured);
    CHECK_THROWS_WITH(cuda_backend().allocate(59, 100, captured.get()), says_captured);
    CHECK(left_to(captured.get(), 59, 8) == 8);
    fake_cuda::here().end_graph();
}
