// SPDX-License-Identifier: Apache-2.0
/// @file
/// `std::mutex` and `std::lock_guard` without the rest of <mutex>, which costs clients 100 ms of
/// compilation.
#pragma once

// libstdc++
#if __has_include(<bits/std_mutex.h>)
#include <bits/std_mutex.h>
#else
#include <mutex>
#endif
