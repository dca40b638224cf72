// SPDX-License-Identifier: Apache-2.0
/// The 16-bit types of kernels, compiled by g++ with stand-ins for CUDA's functions. Numbers of
/// every type are rounded to them once, as to the library's own types.
#include "expression/compiled_source.hpp"
#include "expression/source.hpp"
#include "expression/values.hpp"

#include <gpualgo/expression.hpp>

#include <catch2/catch.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

using namespace gpu::detail;

namespace {

constexpr char const* stand_ins = R"(
#include <cfenv>
#include <cstring>
#define __device__
template <class To, class From>
static To as(From x) {
    To y;
    std::memcpy(&y, &x, sizeof y);
    return y;
}
static unsigned __float_as_uint(float x) { return as<unsigned>(x); }
static float __uint_as_float(unsigned x) { return as<float>(x); }
template <class T>
static float toward_zero(T x) {
    std::fesetround(FE_TOWARDZERO);
    volatile T const given = x;
    volatile float const y = static_cast<float>(given);
    std::fesetround(FE_TONEAREST);
    return y;
}
static float __double2float_rz(double x) { return toward_zero(x); }
static float __ll2float_rz(long long x) { return toward_zero(x); }
static float __ull2float_rz(unsigned long long x) { return toward_zero(x); }
static unsigned short narrowed_to_half(float x) {
    _Float16 const y = x;
    return x != x ? 0x7fff : as<unsigned short>(y);
}
static float widened_half(unsigned short bits) { return as<_Float16>(bits); }
)";

/// The definitions, with calls of stand-ins for their instructions.
std::string definitions(expression_view const& view) {
    std::string text = type_definitions({view});
    auto const replace = [&](std::string const& from, std::string const& to) {
        auto const at = text.find(from);
        REQUIRE(at != std::string::npos);
        text.replace(at, from.size(), to);
    };
    replace(R"(asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(gpualgo_narrowed(x)));)",
            "bits = narrowed_to_half(gpualgo_narrowed(x));");
    replace(R"(asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));)", "x = widened_half(bits);");
    return text;
}

/// Functions that convert a number to a 16-bit type, and back to float with an addition.
class conversions {
public:
    template <class To, class From>
    void add() {
        using gpu::placeholders::_1;
        scalar_bytes none;
        auto const view = view_of<To, From>(_1, none);
        number_type const operand[] = {number_type_of<From>()};
        if (source_.empty()) source_ = stand_ins + definitions(view);
        std::string const name = "f" + std::to_string(checks_.size());
        source_ += function_by_address(name, view, operand);
        checks_.push_back([](test::compiled_source::function f) {
            auto values = test::values_of<From>(20000, 3);
            // just above the middle of two results, as a float in the middle
            if constexpr (std::same_as<From, double>)
                for (double const x : {1 + 0x1p-11, 1 + 0x1p-8}) values.push_back(x + 0x1p-40);
            else if constexpr (sizeof(From) == 8) values.push_back((From(257) << 40) + 1);
            int wrong = 0;
            for (From const x : values) {
                To got;
                f(&got, &x, nullptr, nullptr);
                wrong += !test::same_result(got, convert_number<To>()(x));
            }
            return wrong;
        });
    }
    template <class To>
    void add_all() {
        add<To, float>();
        add<To, double>();
        add<To, std::int8_t>();
        add<To, std::int32_t>();
        add<To, std::uint32_t>();
        add<To, std::int64_t>();
        add<To, std::uint64_t>();
        add<To, gpu::half>();
        add<To, gpu::bfloat16>();
    }
    void run() const {
        test::compiled_source const library(source_);
        for (std::size_t i = 0; i < checks_.size(); ++i) {
            CAPTURE(i);
            CHECK(checks_[i](library.find("f" + std::to_string(i))) == 0);
        }
    }

private:
    std::string source_;
    std::vector<std::function<int(test::compiled_source::function)>> checks_;
};

} // namespace

TEST_CASE("the source of 16-bit types rounds once") {
    conversions all;
    all.add_all<gpu::half>();
    all.add_all<gpu::bfloat16>();
    all.run();
}
