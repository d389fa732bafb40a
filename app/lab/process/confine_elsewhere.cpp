// SPDX-License-Identifier: Apache-2.0
// Nothing: there are no processes to confine (why_no_process).
