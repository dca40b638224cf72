// SPDX-License-Identifier: Apache-2.0
/// Available memory as reported by fake system files.
#include "host/available_memory.hpp"
#include "host/memory.hpp"
#include "tool/temporary_directory.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

using gpu::detail::available_memory;

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

/// The files of a fake system.
class fake_system {
public:
    void write(std::filesystem::path const& path, std::string_view text) const {
        auto const file = files_ / path.native();
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    [[nodiscard]] std::uint64_t available() const {
        return available_memory((files_ / "").native());
    }

private:
    test::temporary_directory files_;
};

constexpr std::string_view meminfo = "MemTotal:        4194304 kB\n"
                                     "MemFree:          102400 kB\n"
                                     "MemAvailable:    1048576 kB\n"
                                     "SwapFree:        8388608 kB\n";

} // namespace

TEST_CASE("available memory: as the system reports, without swap") {
    fake_system const system;
    CHECK(system.available() == std::numeric_limits<std::uint64_t>::max()); // nothing is reported
    system.write("proc/meminfo", meminfo);
    CHECK(system.available() == 1024 * mebibyte);
    system.write("proc/self/cgroup", "garbage\n:\n0::\n4:cpu:/a\n5:memory:x/y\n");
    CHECK(system.available() == 1024 * mebibyte);
}

TEST_CASE("available memory: a limit of control groups, version 2") {
    fake_system const system;
    system.write("proc/meminfo", meminfo);
    system.write("proc/self/cgroup", "0::/jobs/mine\n");
    system.write("sys/fs/cgroup/jobs/mine/memory.max", "max\n");
    system.write("sys/fs/cgroup/jobs/mine/memory.current", "104857600\n");
    CHECK(system.available() == 1024 * mebibyte);
    system.write("sys/fs/cgroup/jobs/memory.max", "536870912\n");
    system.write("sys/fs/cgroup/jobs/memory.current", "419430400\n");
    CHECK(system.available() == 112 * mebibyte);
    // page cache can be reclaimed
    system.write("sys/fs/cgroup/jobs/memory.stat",
                 "anon 1\ninactive_file 104857600\nactive_file 104857600\n");
    CHECK(system.available() == 212 * mebibyte);
    system.write("sys/fs/cgroup/jobs/mine/memory.max", "105906176\n");
    CHECK(system.available() == 1 * mebibyte);
    system.write("sys/fs/cgroup/jobs/mine/memory.current", "209715200\n");
    CHECK(system.available() == 0); // the limit is below the usage
}

TEST_CASE("available memory: a limit of control groups, version 1, seen from a container") {
    fake_system const system;
    system.write("proc/meminfo", meminfo);
    system.write("proc/self/cgroup", "5:devices:/a\n4:cpu,memory:/docker/0123\n0::/\n");
    system.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "314572800\n");
    system.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "104857600\n");
    CHECK(system.available() == 200 * mebibyte);
    system.write("sys/fs/cgroup/memory/memory.stat", "total_inactive_file 52428800\n");
    CHECK(system.available() == 250 * mebibyte);
    // this number stands for "no limit"
    system.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    CHECK(system.available() == 1024 * mebibyte);
}

TEST_CASE("available memory: of this machine") {
    CHECK(available_memory() > 0);
    CHECK(gpu::detail::free_memory() <= gpu::detail::total_memory());
    CHECK(gpu::detail::free_memory() > 0);
}
