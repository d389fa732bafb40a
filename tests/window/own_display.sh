#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# own_display.sh COMMAND...: runs it under an X server of its own. A display has one pointer and one keyboard, so each
# test that drives the window has its own and they run beside each other. Without Xvfb it takes the display there is.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../../scripts/common.sh"
source "$here/../../scripts/display.sh"
if command -v Xvfb >/dev/null; then
  trap end_display EXIT
  begin_display
fi
status=0
"$@" || status=$?
exit "$status"
