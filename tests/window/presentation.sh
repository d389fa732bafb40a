#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Before a class, by hand: the real window, a real clicker's keys, the pen, and a second window whose pixels are looked at. Ends with
# exit 77 where there is nothing to drive a window with.
#   SATSCOPE        the program (else the one on the PATH)
#   SATSCOPE_SHOTS  a folder for pictures of the screen (else none are kept)
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/ui_e2e.sh"
command -v import >/dev/null && command -v identify >/dev/null || cannot "ImageMagick is not installed"

export XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder
"$satscope" pattern:ramp:6x5 --workspace explore --box 1,1,3,2 --theme light --size 1280x720 --state-out "$state" >"$folder/said" 2>&1 &
pid=$!
window=$(desk-wait-window '^satscope - ' 60)
wait_for "settled and box.w == 3" 60

# mean_of ID: the mean brightness of a window, in thousandths
mean_of() {
  import -silent -window "$1" "$folder/window.png"
  identify -format '%[fx:int(1000*mean)]' "$folder/window.png"
}
# comes_to LOW HIGH: the class's window becomes as bright as that
comes_to() {
  for ((i = 0; i < 60; i++)); do
    mean=$(mean_of "$class")
    if ((mean >= $1 && mean <= $2)); then return; fi
    sleep 0.1
  done
  echo "the class's window has a mean of $mean, not $1 ... $2"
  false
}
windows() { xdotool search --onlyvisible --name '^satscope' 2>/dev/null | wc -l; }

step="present, and go on with a clicker"
desk-key F5
wait_for "presentation.on and settled and 'menu:file' not in controls"
shot presentation
desk-key Next
wait_for "explore.why and explore.reads == 0"
desk-key Next Next
wait_for "explore.reads == 2"
desk-key Prior
wait_for "explore.reads == 1"
shot presentation-reads

step="the pen leaves the box alone"
desk-key u
wait_for "presentation.pen"
desk-drag 300 200 420 300
wait_for "presentation.marks == 1 and box.w == 3 and box.x == 1"
shot presentation-pen
desk-key u
sleep 8
wait_for "not presentation.pen and presentation.marks == 1"
desk-key shift+u
wait_for "presentation.marks == 0"

step="a window for the class"
desk-key ctrl+F5
wait_for "presentation.audience"
class=$(desk-wait-window '^satscope for the class')
xdotool windowmove "$class" 100 60
comes_to 400 990
shot audience

step="a window without room, with the pen in the hand"
desk-key u
wait_for "presentation.pen"
eval "$(xdotool getwindowgeometry --shell "$window" | grep -E '^(WIDTH|HEIGHT)=[0-9]+$')"
xdotool windowsize "$window" 1 "$HEIGHT"
sleep 0.3
xdotool windowsize "$window" "$WIDTH" "$HEIGHT"
desk-key u
wait_for "not presentation.pen"
comes_to 400 990

step="black for the class alone"
desk-key b
wait_for "presentation.black"
comes_to 0 0
(($(mean_of "$window") > 200))
desk-key period
wait_for "not presentation.black"
comes_to 400 990

step="the class's window is closed: the lecturer's is whole"
python3 -B "$here/close_window.py" "$class"
wait_for "not presentation.audience and presentation.on"
[[ $(windows) == 1 ]]

step="the lecturer's is closed: the class's goes on in its place"
desk-key ctrl+F5
wait_for "presentation.audience"
class=$(desk-wait-window '^satscope for the class')
xdotool windowmove "$class" 160 90
sleep 0.5
python3 -B "$here/close_window.py" "$window"
wait_for "not presentation.audience and presentation.on"
[[ $(windows) == 1 ]]
eval "$(xdotool getwindowgeometry --shell "$window" | sed -n 's/^\(X\|Y\|WIDTH\|HEIGHT\)=/at_\1=/p')"
((at_X == 160 && at_Y == 90 && at_WIDTH == 960 && at_HEIGHT == 540))
desk-key Next
wait_for "explore.reads == 2"

step="leave"
desk-key Escape
wait_for "not presentation.on and 'menu:file' in controls"
quit
