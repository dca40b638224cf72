// SPDX-License-Identifier: Apache-2.0
/// Refused calls: type and text of the exception; and nothing has happened.
#include "support/environment.hpp"

#include <gpualgo/copy_if.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/sort.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <list>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

using Catch::Contains;

namespace {

std::vector<int> const numbers{1, 2, 3, 4};
int multiply(int a, int b) { return a * b; }

/// Returns the text of the exception that `f` throws, which must have exactly this type.
template <class Exception, class F>
std::string failure(F f) {
    try {
        f();
    } catch (Exception const& e) {
        CHECK(typeid(e) == typeid(Exception));
        return e.what();
    }
    FAIL("nothing was thrown");
    return {};
}

template <class Exception, class Policy, class... Arguments>
std::string failure_of_reduce(Policy const& policy, Arguments const&... arguments) {
    return failure<Exception>([&] { (void)gpu::reduce(policy, arguments...); });
}

bool has_gpu() {
    auto const devices = gpu::devices();
    return std::any_of(devices.begin(), devices.end(),
                       [](gpu::device d) { return d.kind() == gpu::device_kind::cuda; });
}

} // namespace

TEST_CASE("block sizes: 1 to 1024, for policies that take one") {
    for (auto const device : gpu::devices()) {
        for (unsigned const threads : {0U, 1025U, std::numeric_limits<unsigned>::max() - 1}) {
            auto const text = failure_of_reduce<std::invalid_argument>(
                gpu::interleaved.on(device).block_size(threads), numbers);
            CHECK_THAT(text, Contains("block_size(" + std::to_string(threads) + ")") &&
                                 Contains("1 to 1024") && Contains("interleaved"));
        }
        CHECK_THAT(failure_of_reduce<std::invalid_argument>(
                       gpu::automatic.on(device).block_size(256), numbers),
                   Contains("block_size(256)") && Contains("automatic chooses its own"));
        CHECK(gpu::reduce(gpu::interleaved.on(device).block_size(1), numbers) == 10);
        CHECK(gpu::reduce(gpu::interleaved.on(device).block_size(1024), numbers) == 10);
    }
}

TEST_CASE("exchange media: only those that the strategy has") {
    using enum gpu::memory_space;
    for (auto const device : gpu::devices()) {
        CHECK_THAT(failure_of_reduce<std::invalid_argument>(
                       gpu::interleaved.on(device).in(registers), numbers),
                   Contains("in(registers)") &&
                       Contains("interleaved exchanges values through shared or global"));
        CHECK_THAT(failure_of_reduce<std::invalid_argument>(
                       gpu::bank_conflict_free.on(device).in(global), numbers),
                   Contains("in(global)") && Contains("shared"));
        CHECK_THAT(failure_of_reduce<std::invalid_argument>(gpu::cg_tile<8>.on(device).in(global),
                                                            numbers),
                   Contains("registers") && Contains("cg_tile<8>"));
        CHECK_THAT(
            failure_of_reduce<std::invalid_argument>(gpu::automatic.on(device).in(shared), numbers),
            Contains("in(shared)"));
    }
}

TEST_CASE("options are also checked if the program computes inline, and for empty ranges") {
    std::list<int> const list(numbers.begin(), numbers.end());
    CHECK_THAT(failure_of_reduce<std::invalid_argument>(gpu::interleaved.block_size(0), numbers, 1,
                                                        multiply),
               Contains("1 to 1024"));
    CHECK_THAT(failure_of_reduce<std::invalid_argument>(gpu::automatic.block_size(32), list),
               Contains("automatic chooses its own"));
    CHECK_THAT(
        failure_of_reduce<std::invalid_argument>(gpu::automatic.block_size(32), list, 1, multiply),
        Contains("automatic chooses its own"));
    CHECK_THAT(failure_of_reduce<std::invalid_argument>(gpu::interleaved.block_size(1025),
                                                        std::vector<int>()),
               Contains("1 to 1024"));
}

TEST_CASE("a range on a device is reduced there or not at all") {
    auto const host = gpu::device::host();
    auto const simulated = gpu::device::simulated();
    gpu::device_vector<int> const there(numbers, simulated);
    gpu::device_vector<int> const here(numbers, host);
    CHECK_THAT(failure_of_reduce<std::invalid_argument>(gpu::automatic.on(host), there),
               Contains("simulated") && Contains("host"));
    CHECK_THAT(failure_of_reduce<std::invalid_argument>(gpu::interleaved.on(simulated),
                                                        here.begin(), here.end()),
               Contains("simulated") && Contains("host"));
    CHECK(gpu::reduce(gpu::automatic.on(simulated), there) == 10);
    CHECK(gpu::reduce(gpu::interleaved.on(host), here) == 10);
}

TEST_CASE("the device of a call that does not name one") {
    gpu::report report;
    for (auto const device : gpu::devices()) {
        gpu::device_vector<int> const v(numbers, device);
        CHECK(gpu::reduce(gpu::automatic.report_to(report), v) == 10);
        CHECK(report.device == device);
        CHECK(gpu::reduce(gpu::interleaved.report_to(report), v) == 10);
        CHECK(report.device == device);
    }
    CHECK(gpu::reduce(gpu::automatic.report_to(report), numbers) == 10);
    CHECK(report.device == gpu::device::host());
    CHECK(gpu::reduce(gpu::interleaved.report_to(report), numbers) == 10);
    CHECK(report.device == gpu::device::preferred());
    CHECK(report.strategy == "interleaved");
    if (report.device == gpu::device::host())
        CHECK_THAT(report.fallback,
                   Contains("the host has no interleaved kernel and computed the canonical order"));
}

TEST_CASE("operators and types that are not listed do not run on requested devices") {
    auto const simulated = gpu::device::simulated();
    auto const text = failure_of_reduce<gpu::unsupported_operator>(gpu::interleaved.on(simulated),
                                                                   numbers, 1, multiply);
    CHECK_THAT(text, Contains("int (*)(int, int)") &&
                         Contains("is not precompiled (plus, minimum, maximum, multiplies,") &&
                         Contains("without on(simulated) it runs on the host"));
    CHECK_THAT(failure_of_reduce<gpu::unsupported_operator>(gpu::automatic.on(simulated), numbers,
                                                            1, std::minus<>()),
               Contains("std::minus<void>"));
    CHECK_THAT(
        failure_of_reduce<gpu::unsupported_operator>(gpu::automatic.on(simulated), numbers, 1.0F),
        Contains("elements of type int with an init of type float"));
    CHECK(gpu::reduce(gpu::automatic.on(gpu::device::host()), numbers, 1, multiply) == 24);
}

TEST_CASE("GPUs that do not exist") {
    CHECK_THAT(failure<gpu::no_device>([] { (void)gpu::device::cuda(99); }), Contains("cuda:99"));
    if (has_gpu()) return;
    auto const reason = failure<gpu::no_device>([] { (void)gpu::device::cuda(); });
    CHECK_THAT(reason, Contains("cuda:0") && !Contains("?"));
    CHECK_THAT(gpu::device::host().why(), !Catch::Equals(""));
    CHECK(gpu::device::preferred() == gpu::device::host());
}

TEST_CASE("GPUALGO_DEVICE affects only named strategies and containers") {
    gpu::report report;
    {
        test::environment_variable const variable("GPUALGO_DEVICE", "simulated");
        CHECK(gpu::device::preferred() == gpu::device::simulated());
        CHECK(gpu::device_vector<int>(numbers).device() == gpu::device::simulated());
        CHECK(gpu::reduce(gpu::interleaved.report_to(report), numbers) == 10);
        CHECK(report.device == gpu::device::simulated());
        CHECK(gpu::reduce(gpu::interleaved.report_to(report),
                          std::list<int>(numbers.begin(), numbers.end())) == 10);
        CHECK(report.device == gpu::device::simulated());
        CHECK(gpu::reduce(gpu::automatic.report_to(report), numbers) == 10);
        CHECK(report.device == gpu::device::host());
        CHECK(gpu::reduce(gpu::interleaved.on(gpu::device::host()).report_to(report), numbers) ==
              10);
        CHECK(report.device == gpu::device::host());
    }
    {
        test::environment_variable const variable("GPUALGO_DEVICE", "host");
        CHECK(gpu::device::preferred() == gpu::device::host());
    }
    for (char const* const wrong : {"gpu", "cuda:", "cuda:x", "HOST", "simulated "}) {
        test::environment_variable const variable("GPUALGO_DEVICE", wrong);
        CAPTURE(wrong);
        for (auto const& text :
             {failure<std::invalid_argument>([] { (void)gpu::device::preferred(); }),
              failure_of_reduce<std::invalid_argument>(gpu::interleaved, numbers),
              failure<std::invalid_argument>([] { gpu::device_vector<int> const v(1); })})
            CHECK_THAT(text, Contains("'" + std::string(wrong) + "'") &&
                                 Contains("auto, host, simulated, cuda or cuda:N"));
        CHECK(gpu::reduce(numbers) == 10); // needs no preferred device
        CHECK(gpu::reduce(gpu::interleaved.on(gpu::device::host()), numbers) == 10);
    }
    test::environment_variable const variable("GPUALGO_DEVICE", "cuda:99");
    CHECK_THAT(failure<gpu::no_device>([] { (void)gpu::device::preferred(); }),
               Contains("cuda:99"));
}

TEST_CASE("GPUALGO_STRICT turns falling back into an error") {
    test::environment_variable const variable("GPUALGO_STRICT", "1");
    CHECK_THAT(failure_of_reduce<gpu::unsupported_operator>(gpu::interleaved, numbers, 1, multiply),
               Contains("GPUALGO_STRICT=1") && Contains("int (*)(int, int)") &&
                   Contains("is not precompiled"));
    // the host was requested
    CHECK(gpu::reduce(gpu::interleaved.on(gpu::device::host()), numbers, 1, multiply) == 24);
    // automatic may choose the host
    CHECK(gpu::reduce(gpu::automatic, numbers, 1, multiply) == 24);
    CHECK(gpu::reduce(numbers, 1, multiply) == 24);
    if (!has_gpu()) {
        CHECK_THAT(failure_of_reduce<gpu::no_device>(gpu::interleaved, numbers),
                   Contains("GPUALGO_STRICT=1"));
        // containers are on the preferred device, too
        CHECK_THAT(failure<gpu::no_device>([] { gpu::device_vector<int> const v(3); }),
                   Contains("GPUALGO_STRICT=1"));
        test::environment_variable const named("GPUALGO_DEVICE", "host");
        CHECK(gpu::device_vector<int>(3).device() == gpu::device::host());
        CHECK(gpu::reduce(gpu::interleaved, numbers) == 10);
    }
    CHECK(gpu::device_vector<int>(3, gpu::device::host()).size() == 3);

    test::environment_variable const lenient("GPUALGO_STRICT", "0");
    CHECK(gpu::reduce(gpu::interleaved, numbers, 1, multiply) == 24);
    CHECK(gpu::reduce(gpu::interleaved, numbers) == 10);
}

TEST_CASE("scans, sorts and selections that only the host can run say so, or are refused") {
    std::vector<int> x = numbers, out(4);
    auto const before = [](int a, int b) { return a < b; };
    auto const is_small = [](int a) { return a < 3; };
    gpu::report ran;
    auto const check_all = [&](auto check) {
        check(gpu::blelloch.report_to(ran), "gpu::inclusive_scan(blelloch",
              [&](auto policy) { gpu::inclusive_scan(policy, x, out, multiply); });
        check(gpu::vendor.report_to(ran), "gpu::sort(vendor",
              [&](auto policy) { gpu::sort(policy, x, before); });
        check(gpu::vendor.report_to(ran), "gpu::argsort(vendor",
              [&](auto policy) { gpu::argsort(policy, x, out, before); });
        check(gpu::warp_shuffle.report_to(ran), "gpu::copy_if(warp_shuffle",
              [&](auto policy) { gpu::copy_if(policy, x, out, is_small); });
    };
    check_all([&](auto policy, char const* call, auto f) {
        INFO(call);
        ran.fallback.clear();
        f(policy);
        CHECK(ran.strategy == policy.name);
        CHECK_THAT(ran.fallback, Contains("the host "));
        test::environment_variable const strict("GPUALGO_STRICT", "1");
        CHECK_THAT(failure<gpu::unsupported_operator>([&] { f(policy); }),
                   Contains(call) && Contains("GPUALGO_STRICT=1") && Contains("not precompiled"));
        f(policy.on(gpu::device::host())); // it was requested
        CHECK_THAT(ran.fallback, Contains("the host "));
    });
}

TEST_CASE("a report is filled only by calls that succeed") {
    gpu::report report;
    report.strategy = "untouched";
    (void)failure_of_reduce<std::invalid_argument>(gpu::interleaved.block_size(0).report_to(report),
                                                   numbers);
    (void)failure_of_reduce<gpu::unsupported_operator>(
        gpu::automatic.on(gpu::device::simulated()).report_to(report), numbers, 1, multiply);
    CHECK_THROWS_AS(gpu::reduce(gpu::automatic.report_to(report), numbers, 1,
                                [](int, int) -> int { throw std::logic_error("op"); }),
                    std::logic_error);
    CHECK(report.strategy == "untouched");
}

TEST_CASE("out of memory") {
    // false if std::exception were an ambiguous base
    static_assert(std::is_convertible_v<gpu::out_of_memory*, std::exception*>);
    auto const text = failure<gpu::out_of_memory>([] {
        gpu::device_vector<char> const v(std::size_t{1} << 50, gpu::uninitialized,
                                         gpu::device::host());
    });
    CHECK_THAT(text, Contains("1125899906842624"));
    CHECK_THROWS_AS(gpu::device_vector<char>(std::size_t{1} << 50, gpu::uninitialized,
                                             gpu::device::simulated()),
                    std::bad_alloc);
    CHECK_THROWS_AS(gpu::device_vector<double>(std::numeric_limits<std::size_t>::max() / 8 + 1,
                                               gpu::uninitialized, gpu::device::host()),
                    std::length_error);
    CHECK_THROWS_AS(
        gpu::device_vector<char>(gpu::device_vector<char>::max_size() + 1, gpu::device::host()),
        std::length_error);
}
