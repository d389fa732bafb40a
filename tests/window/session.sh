#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A session by hand: with real keys it is saved under a typed name, the window is closed, and the command line opens it again where
# it was. Ends with exit 77 where there is nothing to drive a window with.
#   SATSCOPE  the program (else the one on the PATH)
# The helpers desk-* of tests/desk are used unless others are found first on the PATH.
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/ui_e2e.sh"

# because: some displays start anew when their last client leaves, and the window is closed once in between
xdotool search --sync --name '^keeps the display open$' >/dev/null 2>&1 &
keeper=$!
trap 'kill "$keeper" 2>/dev/null || true; tidy_up' EXIT

# its own settings, so that no earlier run is remembered
export XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder
start() {
  "$satscope" "$@" --state-out "$state" >"$folder/said" 2>&1 &
  pid=$!
  desk-wait-window '^satscope' >/dev/null
}

python3 -B "$here/picture.py" write "$folder/picture.pgm"
start "$folder/picture.pgm" --workspace steps
wait_for "settled and workspace == 'steps' and steps.steps > 3" 30

step="go to the third step"
desk-key Home Right Right Right
wait_for "settled and steps.step == 3"

step="save under a typed name"
desk-key ctrl+shift+s
wait_for "popup == 'save'"
desk-type "$folder/lesson"
desk-key Return
wait_for "settled and popup == '' and session_file == '$folder/lesson.satscope'"
[[ -f $folder/lesson.satscope ]]

step="another step, saved again under the same name"
desk-key Right
wait_for "settled and steps.step == 4"
desk-key ctrl+shift+s
wait_for "settled and popup == '' and 'saved' in message"
traced=$(get steps.traced.algorithm steps.traced.w steps.traced.h)

step="quit"
quit >/dev/null

step="open it again from the command line"
start "$folder/lesson.satscope"
wait_for "settled and workspace == 'steps' and steps.step == 4" 30
[[ $(get steps.traced.algorithm steps.traced.w steps.traced.h) == "$traced" ]]
[[ $(get "input.rsplit('/', 1)[1]") == picture.pgm ]]

step="quit again"
quit
