// SPDX-License-Identifier: Apache-2.0
#include "simulated/fiber.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using gpu::simulated::fiber;

namespace {

/// A fiber with its stack, and a log.
struct fixture {
    std::vector<std::byte> memory = std::vector<std::byte>(2 * size);
    fiber flow{std::span(memory).subspan(size)};
    std::string log;

    static constexpr std::size_t size = 256 << 10;
};

/// Appends to the log when the stack is unwound.
struct mark {
    std::string& log;
    ~mark() { log += "~"; }
};

} // namespace

TEST_CASE("a fiber runs between suspensions, and runs several tasks in sequence") {
    fixture f;
    REQUIRE(f.flow.done());
    auto const task = [](void* argument) {
        auto& self = *static_cast<fixture*>(argument);
        for (char c = 'a'; c < 'd'; ++c) {
            self.log += c;
            if (c < 'c') self.flow.suspend();
        }
    };
    for (int round = 0; round < 3; ++round) {
        f.log.clear();
        f.flow.start(task, &f);
        for (char const* const expected : {"a", "a.b", "a.b.c"}) {
            REQUIRE(!f.flow.done());
            f.flow.resume();
            REQUIRE(f.log == expected);
            f.log += ".";
        }
        REQUIRE(f.flow.done());
    }
    REQUIRE(f.flow.intact());
}

TEST_CASE("exceptions of a task propagate out of resume, and the fiber can be reused") {
    fixture f;
    auto const task = [](void* argument) {
        auto& self = *static_cast<fixture*>(argument);
        mark const left{self.log};
        self.flow.suspend();
        throw std::runtime_error("thrown in a fiber");
    };
    for (int round = 0; round < 2; ++round) {
        f.flow.start(task, &f);
        f.flow.resume();
        REQUIRE_THROWS_WITH(f.flow.resume(), "thrown in a fiber");
        REQUIRE(f.flow.done());
    }
    REQUIRE(f.log == "~~");
}

TEST_CASE(
    "a cancelled task is unwound, also inside a handler; one that has not started never runs") {
    fixture f;
    auto const task = [](void* argument) {
        auto& self = *static_cast<fixture*>(argument);
        mark const left{self.log};
        self.log += "begun";
        self.flow.suspend();
        self.log += "resumed";
    };
    f.flow.start(task, &f);
    f.flow.cancel();
    REQUIRE(f.flow.done());
    REQUIRE(f.log.empty());

    f.flow.start(task, &f);
    f.flow.resume();
    try {
        throw std::runtime_error("outside");
    } catch (std::runtime_error const&) {
        f.flow.cancel();
    }
    REQUIRE(f.flow.done());
    REQUIRE(f.log == "begun~");

    f.flow.start(task, &f); // reusable
    f.flow.resume();
    f.flow.resume();
    REQUIRE(f.log == "begun~begunresumed~");
}

TEST_CASE("a task that swallows its cancellation is cancelled again at its next suspension") {
    fixture f;
    f.flow.start(
        [](void* argument) {
            auto& self = *static_cast<fixture*>(argument);
            try {
                self.flow.suspend();
            } catch (...) {
                self.log += "swallowed";
            }
            self.flow.suspend();
            self.log += "went on";
        },
        &f);
    f.flow.resume();
    f.flow.cancel();
    REQUIRE(f.flow.done());
    REQUIRE(f.log == "swallowed");
}

TEST_CASE("exceptions of a cancelled task are dropped") {
    fixture f;
    f.flow.start(
        [](void* argument) {
            auto& self = *static_cast<fixture*>(argument);
            try {
                self.flow.suspend();
            } catch (...) {
                throw std::runtime_error("while it is unwound");
            }
        },
        &f);
    f.flow.resume();
    f.flow.cancel();
    REQUIRE(f.flow.done());
    f.flow.start([](void* argument) { static_cast<fixture*>(argument)->log += "next"; }, &f);
    f.flow.resume();
    REQUIRE(f.log == "next");
}

TEST_CASE("a stack overflow is detected") {
    fixture f;
    f.flow.start(
        [](void*) {
            std::byte frame[fixture::size + 1024];
            std::memset(frame, 1, sizeof frame);
            asm volatile("" : : "r"(frame) : "memory"); // as if it were used
        },
        &f);
    f.flow.resume();
    REQUIRE(f.flow.done());
    REQUIRE(!f.flow.intact());
}

TEST_CASE("tasks of one fiber run on several host threads, one after the other", "[threads]") {
    fixture f;
    auto const task = [](void* argument) {
        auto& self = *static_cast<fixture*>(argument);
        self.flow.suspend();
        self.log += "x";
    };
    for (int round = 0; round < 3; ++round)
        std::thread([&] {
            f.flow.start(task, &f);
            f.flow.resume();
            f.flow.resume();
        }).join();
    REQUIRE(f.log == "xxx");
}
