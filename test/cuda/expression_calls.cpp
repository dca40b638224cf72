// SPDX-License-Identifier: Apache-2.0
/// Calls with expressions on GPUs: kernels are made once, and ahead if wanted. Nothing leaks if a
/// call of CUDA fails. The whole library on a fake runtime, which launches nothing; kernels are
/// made by the toolkit's compilers.
#include "fake_runtime.hpp"

#include "support/environment.hpp"
#include "tool/temporary_directory.hpp"

#include <gpualgo/expression.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/generate.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/prepare.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/scan_into.hpp>
#include <gpualgo/source.hpp>
#include <gpualgo/stencil.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

using namespace gpu::placeholders;

namespace {

gpu::device gpu_22() { return gpu::device::cuda(22); }

/// Set before the library looks at the GPUs.
[[maybe_unused]] int const older = fake_cuda::here().gpus[24].major = 8;

using call = std::function<void()>;

/// One call of each kind, on ranges of a GPU.
std::vector<call> calls_on(gpu::device_vector<float>& x) {
    return {
        [&] { gpu::transform(x, x, _1 * 3 + 1); },
        [&] { gpu::generate(x, _1 * 5); },
        [&] { gpu::for_each(x, _1 += 7); },
        [&] { (void)gpu::reduce(x, 0.f, gpu::max(_1, _2 * 1)); },
        [&] { (void)gpu::count_if(x, _1 > 11); },
        [&] { (void)gpu::reduce(gpu::views::strided(x, 3), 0.f, gpu::max(_1, _2 * 4)); },
        [&] { gpu::replace_if(x, _1 > 13, 2.f); },
        [&] { (void)gpu::find_if(x, _1 > 17); },
        [&] { gpu::inclusive_scan(x, x, gpu::max(_1, _2 * 1)); },
        [&] { (void)gpu::min_element(x, std::less<>(), _1 * 19); },
        [&] { (void)gpu::find_if(gpu::views::strided(x, 3), _1 > 19); },
        [&] { (void)gpu::find(gpu::views::transformed(x, x, _1 * _2), 23.f); },
        [&] { (void)gpu::max_element(gpu::views::transformed(x, 43 - _1)); },
        [&] { (void)gpu::max_element(gpu::views::strided(x, 7), std::less<>(), _1 * 37); },
        [&] {
            auto const numbers = gpu::views::transformed(gpu::views::iota(1, 999), _1 * 41);
            (void)gpu::minmax_element(gpu::automatic.on(gpu_22()), numbers);
        },
        [&] { (void)gpu::minmax_element(x.begin() + 1, x.end(), std::less<>(), _1 * 19); },
        [&] { gpu::transform(gpu::views::zip(x, x), x, gpu::field<1>(_1) * 13); },
        [&] { gpu::transform(gpu::views::iota(1, 9999), x, x, _1 * _2); },
        [&] { (void)gpu::find(gpu::views::transformed(x, gpu::views::iota(1, 99), _1 * _2), 3.f); },
        [&] {
            gpu::device_vector<double> const y(10000, 1., gpu_22());
            (void)gpu::transform_reduce(x, y, 0.f, gpu::plus<>(), _1 * _2);
        },
        [&] {
            auto const product = gpu::field<0>(_1) * gpu::field<1>(_1);
            (void)gpu::transform_reduce(gpu::views::zip(x, x), 0.f, gpu::plus<>(), product);
        }};
}

} // namespace

TEST_CASE("gpu::prepare makes the kernels of calls, and launches nothing") {
    test::environment_variable const no_cache("GPUALGO_CACHE_DIR", "");
    auto& machine = fake_cuda::here();
    gpu::device_vector<float> x(10000, 1.f, gpu_22());
    for (auto const& f : calls_on(x)) {
        int const launches = machine.launches, kernels = machine.libraries;
        gpu::prepare(f, gpu_22());
        CHECK(machine.launches == launches);
        int const made = machine.libraries; // scans and selections have two kernels
        CHECK((made == kernels + 1 || made == kernels + 2));
        f();
        CHECK(machine.launches > launches);
        CHECK(machine.libraries == made);       // nothing was left to make
        gpu::prepare(f, gpu::device::cuda(23)); // another GPU's calls run
        CHECK(machine.launches > launches + 1);
    }
}

TEST_CASE("gpu::prepare makes the kernel that tests a stencil, and gathers nothing") {
    test::environment_variable const no_cache("GPUALGO_CACHE_DIR", "");
    auto& machine = fake_cuda::here();
    gpu::device_vector<float> const x(10000, 1.f, gpu_22());
    gpu::device_vector<float> out(x.size(), gpu_22());
    int const launches = machine.launches, kernels = machine.libraries;
    auto const blocks = machine.device_memory.size();
    gpu::prepare([&] { CHECK(gpu::copy_if(x, x, out, _1 > 47) == out.begin()); }, gpu_22());
    CHECK(machine.launches == launches);
    CHECK(machine.libraries == kernels + 1);
    CHECK(machine.device_memory.size() == blocks);
}

TEST_CASE(
    "gpu::prepare makes the kernels that write views, and nothing reads what is not written") {
    test::environment_variable const no_cache("GPUALGO_CACHE_DIR", "");
    auto& machine = fake_cuda::here();
    gpu::device_vector<int> const x(10000, 1, gpu_22());
    gpu::device_vector<int> out(x.size(), gpu_22());
    for (auto const& f : std::vector<call>{
             [&] { gpu::gather(gpu::views::transformed(x, _1 * 53), x, out); },
             [&] { (void)gpu::is_sorted(gpu::views::transformed(x, _1 - 59)); },
             [&] { gpu::inclusive_scan(gpu::views::transformed(x, _1 + 61), out); }}) {
        int const launches = machine.launches, kernels = machine.libraries;
        gpu::prepare(f, gpu_22());
        CHECK(machine.launches == launches);
        CHECK(machine.libraries == kernels + 1);
    }
}

TEST_CASE("process: calls with expressions", "[.process]") {
    gpu::device_vector<float> x(10000, 1.f, gpu_22());
    for (auto const& f : calls_on(x)) f();
    std::ifstream maps("/proc/self/maps");
    std::string const loaded{std::istreambuf_iterator<char>(maps), {}};
    bool const has_compiler = loaded.find("libnvrtc") != std::string::npos ||
                              loaded.find("libnvJitLink") != std::string::npos;
    CHECK(has_compiler == (std::getenv("EXPECTED_COMPILER") != nullptr));
}

TEST_CASE("kernels on disk are loaded without a compiler") {
    test::temporary_directory const folder;
    test::environment_variable const cache("GPUALGO_CACHE_DIR", (folder / "cache").c_str());
    std::string const process =
        "'" + std::filesystem::read_symlink("/proc/self/exe").native() + "' [.process] >&2";
    CHECK(std::system(("EXPECTED_COMPILER=1 " + process).c_str()) == 0);
    CHECK(std::system(process.c_str()) == 0);
    test::environment_variable const none("GPUALGO_NVRTC", "/nonexistent/libnvrtc.so");
    CHECK(std::system(process.c_str()) == 0);
}

TEST_CASE("a search by a key makes no array of keys") {
    test::environment_variable const no_cache("GPUALGO_CACHE_DIR", "");
    gpu::device_vector<float> x(10000, 1.f, gpu_22());
    auto const search = [&] { (void)gpu::max_element(x, std::less<>(), gpu::abs(_1 - 23)); };
    search();
    int const allocations = fake_cuda::here().allocations, launches = fake_cuda::here().launches;
    search();
    CHECK(fake_cuda::here().allocations == allocations);
    CHECK(fake_cuda::here().launches == launches + 1);
}

TEST_CASE("searches of views make no array of the elements; other algorithms free theirs") {
    test::environment_variable const no_cache("GPUALGO_CACHE_DIR", "");
    auto& machine = fake_cuda::here();
    gpu::device_vector<float> x(10000, 1.f, gpu_22());
    auto const view = gpu::views::transformed(gpu::views::strided(x, 2), x, _1 * 3 + _2);
    auto const search = [&] {
        (void)gpu::find(view, 5.f);
        (void)gpu::min_element(view);
    };
    auto const store = [&] { (void)gpu::is_sorted(view); };
    search();
    store();
    int const allocations = machine.allocations;
    std::size_t const blocks = machine.device_memory.size();
    int const launches = machine.launches;
    search();
    CHECK(machine.allocations == allocations);
    CHECK(machine.launches <= launches + 3); // one clears a word
    int const waits = machine.synchronisations;
    store();
    CHECK(machine.device_memory.size() == blocks);
    CHECK(machine.synchronisations > waits);
}

TEST_CASE("ranges at multiples of 16 bytes have reductions of their own") {
    test::environment_variable const no_cache("GPUALGO_CACHE_DIR", "");
    gpu::device_vector<float> x(100, 1.f, gpu_22());
    int const kernels = fake_cuda::here().libraries;
    for (std::ptrdiff_t const skipped : {0, 1, 4, 2, 8})
        (void)gpu::reduce(x.begin() + skipped, x.end(), 0.f, _1 + _2 * 29);
    CHECK(fake_cuda::here().libraries == kernels + 2);
}

TEST_CASE("a warm scan by an expression in stream order neither waits nor allocates") {
    auto& machine = fake_cuda::here();
    gpu::stream const stream(gpu_22());
    gpu::device_vector<float> x(10000, 1.f, gpu_22());
    auto const scan = [&] {
        gpu::inclusive_scan_into(gpu::automatic.on(stream), x.begin(), x.end(), x.begin(),
                                 gpu::max(_1, _2 * 31));
    };
    scan();
    int const waits = machine.synchronisations, allocations = machine.allocations;
    int const launches = machine.launches;
    scan();
    CHECK(machine.synchronisations == waits);
    CHECK(machine.allocations == allocations);
    CHECK(machine.launches == launches + 1);
}

TEST_CASE("another number in an expression needs no other kernel") {
    test::environment_variable const no_cache("GPUALGO_CACHE_DIR", "");
    auto& machine = fake_cuda::here();
    gpu::device_vector<float> x(100, 1.f, gpu_22());
    int const kernels = machine.libraries;
    for (float const a : {2.5f, 3.5f, 0.f}) gpu::transform(x, x, _1 * a - a);
    CHECK(machine.libraries == kernels + 1);
}

TEST_CASE("a predicate that uses no element has kernels of its own for elements of each type") {
    test::environment_variable const no_cache("GPUALGO_CACHE_DIR", "");
    auto& machine = fake_cuda::here();
    gpu::device_vector<float> x(100, 1.f, gpu_22());
    gpu::device_vector<double> y(100, 1., gpu_22());
    int const kernels = machine.libraries;
    gpu::expressions::scalar const always(true);
    for (int i = 0; i < 2; ++i) {
        (void)gpu::count_if(x, always);
        (void)gpu::count_if(y, always);
        (void)gpu::find_if(x, always);
        (void)gpu::find_if(y, always);
    }
    CHECK(machine.libraries == kernels + 4);
}

TEST_CASE("GPUs of different architectures have kernels of their own") {
    test::environment_variable const no_cache("GPUALGO_CACHE_DIR", "");
    auto& machine = fake_cuda::here();
    int const kernels = machine.libraries;
    for (int i = 0; i < 2; ++i)
        for (int const ordinal : {22, 24, 25}) {
            gpu::device_vector<float> x(100, 1.f, gpu::device::cuda(ordinal));
            gpu::transform(x, x, _1 * 17 - _1);
        }
    CHECK(machine.libraries == kernels + 2);
}

TEST_CASE("an error of the compiler is shown, and the next call works") {
    test::environment_variable const no_cache("GPUALGO_CACHE_DIR", "");
    gpu::device_vector<float> x(100, 1.f, gpu_22());
    auto const wrong = gpu::source<float(float)>("[](float x) {\n  return nothing + x; }");
    for (int i = 0; i < 2; ++i)
        CHECK_THROWS_WITH(gpu::transform(x, x, wrong(_1) + 1),
                          Catch::Contains("gpu::transform(automatic") &&
                              Catch::Contains("gpu::source(2)") &&
                              Catch::Contains("\"nothing\" is undefined"));
    CHECK_THROWS_WITH(gpu::transform(x, x, gpu::source<float(float)>("[](int* x) { return *x; }")),
                      Catch::Contains("argument types are: (const float)"));
    gpu::transform(x, x, gpu::source<float(float)>("[](float x) { return x; }"));
}

TEST_CASE("whatever call of CUDA fails, calls with expressions leak nothing") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<float> x(10000, 1.f, gpu_22());
    for (auto const& f : calls_on(x)) {
        f(); // what stays allocated
        auto const blocks = machine.device_memory.size();
        unsigned failures = 0;
        for (int k = 1;; ++k) {
            machine.failing_call = machine.calls + k;
            try {
                f();
                break;
            } catch (std::exception const&) { // gpu::error or gpu::out_of_memory
                ++failures;
            }
            REQUIRE(k < 200);
            CHECK(machine.device_memory.size() <= blocks);
        }
        machine.failing_call = 0;
        CHECK(failures > 0);
        f();
        CHECK(machine.device_memory.size() <= blocks);
    }
}
