// SPDX-License-Identifier: Apache-2.0
/// Benchmarks the kernels of tensor_core against cuBLAS on a GPU:
///
///     matmul_tensor_core [--json FILE] [--types NAMES] [--all 1] [--max N] [--shapes LIST]
///                        [--random N] [--apart 1]
///
/// Times one product among many in a CUDA graph. Contenders alternate and use more memory than the
/// L2 cache holds. NAMES are of types, as "half,bfloat16". With --all, every kernel is timed, not
/// only the one that is chosen. --max omits shapes with more operations than N x N x N. LIST has
/// other shapes than the usual ones: "1000x1000x1000,1024x1024x4096at,64x64x64@1000". With an "a",
/// A is column-major, and with a "t" B is. "@" precedes the number of products of a batch. --random
/// takes N random ones in each of four layouts, the same in each run, after those of LIST. With
/// --apart, four bytes are filled before each product, so that none begins before the previous one
/// has ended. The fill's microsecond counts, too.
#include "interleaved.hpp"
#include "results.hpp"
#include "tensor_core_contenders.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace bench;

struct row {
    product_shape shape;
    std::vector<std::string> names;
    std::vector<double> microseconds;
    std::vector<double> spreads;
};

constexpr std::size_t rounds = 12;

double operations(product_shape const& s) {
    return 2.0 * static_cast<double>(s.m) * static_cast<double>(s.n) * static_cast<double>(s.k) *
           static_cast<double>(s.count);
}

/// Median time of one product by each contender, in microseconds.
row measure(product_shape const& shape, bool all) {
    matrices const data(shape);
    int const calls =
        std::clamp(static_cast<int>(2e-3 / (operations(shape) / 5e14 + 5e-6)), data.sets(), 300);
    std::vector<std::unique_ptr<graph_of_products>> graphs;
    for (auto const& one : contenders(data, all))
        graphs.push_back(std::make_unique<graph_of_products>(one, data, calls));
    std::vector<std::vector<double>> times(graphs.size());
    // The order rotates: the clock speed that a contender meets depends on the one before it.
    for (std::size_t round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < graphs.size(); ++i) {
            std::size_t const next =
                (round % 2 == 0 ? i + round : 2 * graphs.size() - 1 - i + round) % graphs.size();
            times[next].push_back(graphs[next]->microseconds());
        }
    row result{shape, {}, {}, {}};
    for (std::size_t i = 0; i < graphs.size(); ++i) {
        result.names.push_back(graphs[i]->name());
        result.microseconds.push_back(median(times[i]));
        result.spreads.push_back(spread(times[i]));
    }
    return result;
}

void print(row const& r) {
    std::printf("%s %lldx%lldx%lld%s", r.shape.type.c_str(), static_cast<long long>(r.shape.m),
                static_cast<long long>(r.shape.n), static_cast<long long>(r.shape.k),
                layout_of(r.shape).c_str());
    if (r.shape.count > 1) std::printf(" @%lld", static_cast<long long>(r.shape.count));
    for (std::size_t i = 0; i < r.names.size(); ++i)
        std::printf("; %s %.2f us %.0f T x %.3f", r.names[i].c_str(), r.microseconds[i],
                    operations(r.shape) / r.microseconds[i] * 1e-6,
                    r.microseconds[0] / r.microseconds[i]);
    std::printf("\n");
    std::fflush(stdout);
}

void write_json(std::string const& path, std::vector<row> const& rows,
                std::vector<std::string> const& command) {
    json list = json::array();
    for (row const& r : rows) {
        json object{
            {"type", r.shape.type},         {"m", r.shape.m}, {"n", r.shape.n}, {"k", r.shape.k},
            {"layout", layout_of(r.shape)}, {"runs", rounds}};
        if (r.shape.count > 1) object["count"] = r.shape.count;
        if (r.shape.is_apart) object["apart"] = true;
        for (std::size_t i = 0; i < r.names.size(); ++i)
            object[r.names[i]] = {{"us", record::rounded(r.microseconds[i])},
                                  {"speed", record::rounded(r.microseconds[0] / r.microseconds[i])},
                                  {"spread", record::rounded(r.spreads[i], 3)}};
        list.push_back(std::move(object));
    }
    write_results(path, "matmul_tensor_core", gpu::device::cuda(), command, {}, std::move(list));
}

std::vector<product_shape> shapes_of(std::string const& type) {
    std::vector<product_shape> shapes;
    for (std::int64_t const n : {256, 512, 768, 1024, 1536, 2048, 3072, 4096, 8192, 16384})
        shapes.push_back({type, n, n, n});
    shapes.push_back({type, 256, 8192, 8192});
    shapes.push_back({type, 512, 4096, 4096});
    shapes.push_back({type, 1024, 1024, 4096});
    shapes.push_back({type, 256, 1024, 1024});
    shapes.push_back({type, 1024, 256, 4096});
    shapes.push_back({type, 1024, 1024, 256});
    for (std::int64_t const n :
         {776, 1000, 1304, 1504, 2008, 3000}) // all but 1504 are odd multiples of 8
        shapes.push_back({type, n, n, n});
    shapes.push_back({type, 640, 640, 640});
    shapes.push_back({type, 1280, 1280, 1280});
    shapes.push_back({type, 2500, 2500, 2500});
    shapes.push_back({type, 4096, 4096, 256});
    shapes.push_back({type, 128, 8192, 8192});
    shapes.push_back({type, 64, 64, 1 << 20});
    shapes.push_back({type, 100000, 16, 16});
    shapes.push_back({type, 16, 4096, 4096});
    shapes.push_back({type, 4096, 11008, 4096});
    shapes.push_back({type, 16384, 4096, 1024});
    shapes.push_back({type, 4096, 4096, 4096, false, true});
    shapes.push_back({type, 4096, 4096, 4096, true, false});
    shapes.push_back({type, 4096, 4096, 4096, true, true});
    return shapes;
}

/// @param list of shapes, see above
std::vector<product_shape> shapes_in(std::string const& list, std::string const& type) {
    std::vector<product_shape> shapes;
    std::istringstream text(list);
    char separator = 0;
    for (product_shape s{type, 0, 0, 0}; text >> s.m >> separator >> s.n >> separator >> s.k;) {
        s.a_is_column_major = text.peek() == 'a';
        if (s.a_is_column_major) text >> separator;
        s.b_is_column_major = text.peek() == 't';
        if (s.b_is_column_major) text >> separator;
        s.count = 1;
        if (text.peek() == '@') text >> separator >> s.count;
        shapes.push_back(s);
        text >> separator;
    }
    return shapes;
}

/// Random multiples of 8, 16 or 64: m and n from 64 to 3072, and k from 64 to 4096. They are
/// equally likely on a logarithmic scale.
std::vector<product_shape> random_shapes(int count, std::string const& type) {
    std::mt19937 generator(7);
    auto const below = [&](double end) { return static_cast<double>(generator()) * end * 0x1p-32; };
    std::vector<product_shape> shapes;
    for (int i = 0; i < count; ++i) {
        std::int64_t const unit = std::array{8, 16, 64}[static_cast<std::size_t>(below(3))];
        auto const extent = [&](double longest) {
            double const random = 64 * std::pow(longest / 64, below(1));
            return std::max<std::int64_t>(std::llround(random / static_cast<double>(unit)), 1) *
                   unit;
        };
        std::int64_t const m = extent(3072), n = extent(3072), k = extent(4096);
        for (bool const a_is_column_major : {false, true})
            for (bool const b_is_column_major : {false, true})
                shapes.push_back({type, m, n, k, a_is_column_major, b_is_column_major});
    }
    return shapes;
}

/// The shapes of the list, and random ones; the usual ones if there are neither.
std::vector<product_shape> chosen_shapes(std::string const& list, int random,
                                         std::string const& type) {
    if (list.empty() && random == 0) return shapes_of(type);
    std::vector<product_shape> shapes = shapes_in(list, type);
    std::ranges::move(random_shapes(random, type), std::back_inserter(shapes));
    return shapes;
}

} // namespace

int main(int argc, char** argv) {
    std::string file, types, list;
    bool all = false, are_apart = false;
    int random = 0;
    std::int64_t max = 16384;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--json") file = argv[i + 1];
        if (std::string_view(argv[i]) == "--types") types = argv[i + 1];
        if (std::string_view(argv[i]) == "--shapes") list = argv[i + 1];
        if (std::string_view(argv[i]) == "--random") random = std::atoi(argv[i + 1]);
        if (std::string_view(argv[i]) == "--all") all = argv[i + 1] == std::string_view("1");
        if (std::string_view(argv[i]) == "--apart")
            are_apart = argv[i + 1] == std::string_view("1");
        if (std::string_view(argv[i]) == "--max") max = std::strtoll(argv[i + 1], nullptr, 10);
    }
    std::vector<row> rows;
    for (auto const* const one : {"bfloat16", "half", "int8", "double", "float", "tf32"})
        if (types.empty() || ("," + types + ",").find("," + std::string(one) + ",") != types.npos)
            for (auto s : chosen_shapes(list, random, one)) {
                s.is_apart = are_apart;
                if (operations(s) <= 2 * std::pow(static_cast<double>(max), 3))
                    print(rows.emplace_back(measure(s, all)));
            }
    if (!file.empty()) write_json(file, rows, {argv, argv + argc});
}
