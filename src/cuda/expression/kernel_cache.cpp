// SPDX-License-Identifier: Apache-2.0
#include "kernel_cache.hpp"

#include "cuda/check.hpp"
#include "expression/compiler.hpp"
#include "expression/disk_cache.hpp"

#include <gpualgo/version.hpp>

#include <functional>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string_view>

namespace gpu::inline v0::detail {
namespace {

/// All kernels of the process. They are never unloaded, as programs cache no more than they have
/// expressions.
struct kernels_in_memory {
    std::shared_mutex mutex;
    std::map<std::string, cudaKernel_t, std::less<>> kernels;
    std::mutex compiling; ///< one thread compiles, and the others find its kernel
};

kernels_in_memory& in_memory() {
    static auto& kernels = *new kernels_in_memory;
    return kernels;
}

cudaKernel_t look_up(std::string_view key) {
    auto& memory = in_memory();
    std::shared_lock const lock(memory.mutex);
    auto const found = memory.kernels.find(key);
    return found != memory.kernels.end() ? found->second : nullptr;
}

/// The source, and all else that machine code depends on. The compiler's version is not asked: that
/// would load it, and all versions of a toolkit's major version give the same bits.
std::string disk_key(kernel_recipe const& recipe, int capability) {
    int driver = 0;
    ignore_failure(cudaDriverGetVersion(&driver));
    return "gpualgo " + std::to_string(GPUALGO_VERSION) + ", toolkit " +
           std::to_string(CUDART_VERSION) + ", driver " + std::to_string(driver) + ", sm_" +
           std::to_string(capability) + ", fragment " +
           std::to_string(hash_of({recipe.fragment.data(), recipe.fragment.size()})) + "\n" +
           recipe.source;
}

kernel_image compile(kernel_recipe const& recipe, int capability) {
    return recipe.fragment.empty()
               ? compile_kernel(recipe.source, capability)
               : compile_with_fragment(recipe.source, recipe.fragment, capability);
}

cudaKernel_t load(kernel_image const& image, char const* name) {
    cudaLibrary_t library = nullptr;
    check_cuda(
        cudaLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        "cudaLibraryLoadData");
    cudaKernel_t kernel = nullptr;
    if (auto const code = cudaLibraryGetKernel(&kernel, library, name); code != cudaSuccess) {
        ignore_failure(cudaLibraryUnload(library));
        check_cuda(code, "cudaLibraryGetKernel");
    }
    return kernel;
}

} // namespace

cudaKernel_t find_kernel(std::string_view key, int capability,
                         std::function<kernel_recipe()> const& recipe) {
    if (auto const kernel = look_up(key)) return kernel;
    auto& memory = in_memory();
    std::lock_guard const one(memory.compiling);
    if (auto const kernel = look_up(key)) return kernel;
    auto const made = recipe();
    disk_cache const disk(cache_folder());
    std::string const on_disk = disk_key(made, capability);
    auto image = disk.read(on_disk);
    bool const is_new = image.empty();
    if (is_new) image = compile(made, capability);
    auto const kernel = load(image, made.name);
    if (is_new) disk.write(on_disk, image);
    std::lock_guard const lock(memory.mutex);
    memory.kernels.emplace(key, kernel);
    return kernel;
}

} // namespace gpu::inline v0::detail
