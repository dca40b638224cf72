# SPDX-License-Identifier: Apache-2.0
# How Doxygen reads policy.hpp: the options that all policies inherit are shown beside the policies.
s/namespace gpu::inline v0/namespace gpu/
s/namespace detail/namespace policy/
s/detail:://g
