// SPDX-License-Identifier: Apache-2.0
// SATSCOPE_WIDE before a function of plain loops: it is also compiled for wider vectors, and the better one is chosen when the
// program starts. Without fused multiply-add, so that results agree.
#pragma once
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__ELF__) && defined(__OPTIMIZE__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SATSCOPE_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define SATSCOPE_WIDE
#endif
