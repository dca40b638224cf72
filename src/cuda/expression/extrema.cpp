// SPDX-License-Identifier: Apache-2.0
#include "extrema.hpp"

#include "expression/extrema.hpp"
#include "made_parameters.hpp"
#include "run_time_queue.hpp"

#include <functional>

namespace gpu::inline v0::detail {
namespace {

/// The queue of kernel/extrema/launches.hpp for a kernel that was made at run time.
class search_queue : public run_time_queue<extrema_request> {
public:
    using run_time_queue::run_time_queue;

    template <class Body, class Bits, bool Both, class Key, class KeyBits>
    void launch(launch_config shape,
                kernel::extrema_arguments<Bits const*, Both, Key> const& search,
                kernel::number_order<KeyBits> order) {
        launch_kernel<Body>(shape, extrema_parameters<Bits, KeyBits, Both>{search, order});
    }
    template <class Body, bool Both, class Key, class KeyBits>
    void launch(launch_config shape,
                kernel::extrema_arguments<kernel::made_positions, Both, Key> const& search,
                kernel::number_order<KeyBits> order) {
        launch_kernel<Body>(shape, made_extrema_parameters<KeyBits, Both>{search, order});
    }
};

} // namespace

void find_extrema_by_keys(cuda_queue& queue, extrema_request const& r) {
    search_queue search(queue, r);
    if (r.n == 0) return; // the kernel was to be made only
    if (r.keys->made != nullptr)
        search_made_elements(search, r, kernel::made_positions(), std::identity());
    else search_by_keys(search, r, std::identity());
}

} // namespace gpu::inline v0::detail
