// SPDX-License-Identifier: Apache-2.0
// The source of the target that precompiles Catch2's header, which is all that it has.
