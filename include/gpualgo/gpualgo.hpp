// SPDX-License-Identifier: Apache-2.0
/// @file
/// All of the library that plain g++ compiles.
#pragma once

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/copy.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/matmul.hpp>
#include <gpualgo/matrix.hpp>
#include <gpualgo/matrix_view.hpp>
#include <gpualgo/mean.hpp>
#include <gpualgo/memory_resource.hpp>
#include <gpualgo/memory_source.hpp>
#include <gpualgo/pinned_vector.hpp>
#include <gpualgo/policy.hpp>
#include <gpualgo/reduce.hpp>
#include <gpualgo/reduce_into.hpp>
#include <gpualgo/report.hpp>
#include <gpualgo/stream.hpp>
#include <gpualgo/transform_reduce.hpp>
#include <gpualgo/version.hpp>
