// SPDX-License-Identifier: Apache-2.0
// How much memory this process may still use.
#pragma once
#include <cstddef>
#include <limits>
#include <string>

namespace satscope {

inline constexpr std::size_t k_unlimited_memory = std::numeric_limits<std::size_t>::max();

/// Bytes available without swapping: the least of MemAvailable of Linux, what the control groups around this process leave (a
/// container's limit), and the room in its address space (`ulimit -v`). k_unlimited_memory if there is no limit. proc, groups:
/// paths of these file systems, for tests.
std::size_t available_host_memory(const std::string& proc = "/proc", const std::string& groups = "/sys/fs/cgroup");

/// Bytes that the machine has in all; 0 where the system does not say.
std::size_t installed_host_memory();

/// Bytes by which this process may extend its address space (`ulimit -v`); k_unlimited_memory without a limit.
std::size_t available_address_space(const std::string& proc = "/proc");

}  // namespace satscope
