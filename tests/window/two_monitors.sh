#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A lecturer with a second monitor, by hand: an X server with two of them, which are not visible. The window for the class opens on the
# monitor where the lecturer's window is not, in full and without a frame; with one monitor it is a plain window. Ends with exit 77
# where there is no such server.
#   SATSCOPE        the program (else the one on the PATH)
#   SATSCOPE_SHOTS  a folder for pictures of the screen (else none are kept)
set -Eeuo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for program in Xorg xrandr; do command -v $program >/dev/null || { echo "$program is not installed"; exit 77; }; done
server=$(mktemp -d)
Xorg -displayfd 3 -noreset -novtswitch -sharevts -nolisten tcp -config "$here/two_monitors.conf" -logfile "$server/log" 3>"$server/number" >"$server/said" 2>&1 &
server_pid=$!
trap 'kill $server_pid 2>/dev/null || true; rm -rf "$server"' EXIT
for ((i = 0; i < 100; i++)); do
  [[ ! -s $server/number ]] || break
  kill -0 $server_pid 2>/dev/null || break
  sleep 0.1
done
[[ -s $server/number ]] || { echo "Xorg cannot show monitors that are not there: $(grep -m1 -A1 'Fatal\|(EE)' "$server/said" "$server/log" | tail -1)"; exit 77; }
export DISPLAY=:$(<"$server/number")
xrandr --addmode DUMMY1 1024x768
for ((i = 0; i < 50; i++)); do  # because: the server may still look for its monitors
  xrandr --output DUMMY0 --mode 1280x720 --pos 0x0 --output DUMMY1 --mode 1024x768 --pos 1280x0
  sleep 0.2
  if xrandr --listmonitors | grep -q 'Monitors: 2' && xrandr | grep -q '1024x768+1280+0'; then break; fi
done

source "$here/ui_e2e.sh"
trap 'tidy_up; kill $server_pid 2>/dev/null || true; rm -rf "$server"' EXIT
export XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder
"$satscope" lesson four-reads --size 1200x640 --state-out "$state" >"$folder/said" 2>&1 &
pid=$!
window=$(desk-wait-window '^satscope - ' 60)
wait_for "settled and learn.lesson == 'four-reads'" 60

# class_is X Y WIDTH HEIGHT: where the window for the class is; its place is not asked for where X is "any"
class_is() {
  local at_X at_Y at_WIDTH at_HEIGHT
  for ((i = 0; i < 50; i++)); do
    eval "$(xdotool getwindowgeometry --shell "$class" | sed -n 's/^\(X\|Y\|WIDTH\|HEIGHT\)=/at_\1=/p')"
    if [[ ($1 == any || "$at_X $at_Y" == "$1 $2") && "$at_WIDTH $at_HEIGHT" == "$3 $4" ]]; then return; fi
    sleep 0.1
  done
  echo "the window for the class is at $at_X, $at_Y with $at_WIDTH x $at_HEIGHT"
  false
}
# toggle ON: opens or closes it
toggle() {
  xdotool mousemove --window "$window" 300 300  # because: without a window manager keys go where the pointer is
  desk-key ctrl+F5
  wait_for "presentation.audience == $1"
  [[ $1 == False ]] || class=$(desk-wait-window '^satscope for the class')
}

step="it opens on the other monitor, in full"
toggle True
class_is 1280 0 1024 768
shot two-monitors
toggle False

step="the lecturer moves over: it opens on the first"
xdotool windowmove "$window" 1290 20
sleep 0.5
toggle True
class_is 0 0 1280 720
shot two-monitors-changed
toggle False

step="the second monitor is unplugged: a plain window"
xdotool windowmove "$window" 0 0
xrandr --output DUMMY1 --off
sleep 0.5
toggle True
class_is any any 960 540

step="leave"
desk-key Escape
wait_for "not presentation.on and not presentation.audience"
quit
