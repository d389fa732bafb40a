// SPDX-License-Identifier: Apache-2.0
// Nothing: there are no processes to confine (process_windows.cpp).
