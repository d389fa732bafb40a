#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The four-corner trick by hand: the real window, a real mouse and real keys; what the window believes is read from its state
# file and compared with the definition. Ends with exit 77 where there is nothing to drive a window with.
#   SATSCOPE          the program (else the one on the PATH)
#   SATSCOPE_DISPLAY  the display path that it must take: interop, copy or cpu (else its own choice)
#   SATSCOPE_SHOTS    a folder for pictures of the screen (else none are kept)
# The helpers desk-* of tests/desk are used unless others are found first on the PATH.
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/ui_e2e.sh"
alive() { kill -0 "$pid"; }

# sum_is_true: the box's sum is what the double loop of the definition gives
sum_is_true() {
  local expected
  expected=$(python3 -B "$here/picture.py" sum $(get box.x box.y box.w box.h))
  wait_for "settled and box.sum == $expected"
}

python3 -B "$here/picture.py" write "$folder/picture.pgm"
# its own settings, so that no earlier run is remembered
export XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder
"$satscope" "$folder/picture.pgm" --state-out "$state" ${SATSCOPE_DISPLAY:+--display "$SATSCOPE_DISPLAY"} >"$folder/said" 2>&1 &
pid=$!
window=$(desk-wait-window '^satscope')
wait_for "settled and box is not None and box.w > 0" 30
eval "$(xdotool getwindowgeometry --shell "$window" | sed -n 's/^\(X\|Y\|WIDTH\|HEIGHT\)=/window_\1=/p')"
[[ -z ${SATSCOPE_DISPLAY:-} ]] || wait_for "display == '$SATSCOPE_DISPLAY'"
shot start

step="the box that is there at the start"
sum_is_true

step="draw a box with the mouse"
desk-key Delete  # so that the drag draws a new one wherever the first lies
wait_for "settled and (box is None or not box.w)"
desk-drag $(screen 10 8) $(screen 40 30)
wait_for "settled and abs(box.x - 10) <= 1 and abs(box.y - 8) <= 1 and abs(box.w - 30) <= 2 and abs(box.h - 22) <= 2"
sum_is_true
drawn=$(get box.x box.y box.w box.h)
shot drawn

step="move it with the keys"
read -r x y w h <<<"$(get box.x box.y box.w box.h)"
desk-key Right Down
wait_for "settled and (box.x, box.y, box.w, box.h) == ($((x + 1)), $((y + 1)), $w, $h)"
sum_is_true
desk-key ctrl+Right
wait_for "settled and (box.x, box.y) == ($((x + 11)), $((y + 1)))"
sum_is_true

step="resize it with the keys"
desk-key shift+Right shift+Down
wait_for "settled and (box.w, box.h) == ($((w + 1)), $((h + 1)))"
sum_is_true

step="undo and redo"
# keys that follow quickly count as one change, so the number of steps back is not known beforehand
after=$(get box.x box.y box.w box.h)
steps=0
until [[ $(get box.x box.y box.w box.h) == "$drawn" ]]; do
  ((++steps <= 5))
  before=$(get serial)
  desk-key ctrl+z
  wait_for "settled and serial > $before"
done
sum_is_true
for ((i = 0; i < steps; i++)); do
  before=$(get serial)
  desk-key ctrl+shift+z
  wait_for "settled and serial > $before"
done
[[ $(get box.x box.y box.w box.h) == "$after" ]]
sum_is_true

step="move it with the mouse"
read -r x y w h <<<"$(get box.x box.y box.w box.h)"
desk-drag $(screen $((x + w / 2)) $((y + h / 2))) $(screen $((x + w / 2 + 6)) $((y + h / 2 - 4)))
wait_for "settled and (box.w, box.h) == ($w, $h) and abs(box.x - $((x + 6))) <= 1 and abs(box.y - $((y - 4))) <= 1"
sum_is_true

step="zoom with the wheel, at the cursor"
zoom=$(get view.zoom)
read -r cursor_x cursor_y <<<"$(screen 20 20)"
desk-click "$cursor_x" "$cursor_y" 4
desk-click "$cursor_x" "$cursor_y" 4
wait_for "settled and view.zoom > 1.1 * $zoom"
read -r now_x now_y <<<"$(screen 20 20)"
(((now_x - cursor_x) ** 2 + (now_y - cursor_y) ** 2 <= 9))
shot zoomed

step="fit again"
desk-key f
wait_for "settled and abs(view.zoom / $zoom - 1) < 0.01"

step="the key sheet, and Esc"
desk-key question
wait_for "key_sheet"
shot keys
desk-key Escape
wait_for "not key_sheet"
desk-key Escape Escape
wait_for "settled"
alive

step="make the window tiny, and large again"
xdotool windowsize "$window" 120 90
wait_for "settled and window.w <= 400"
shot tiny
alive
xdotool windowsize "$window" "$window_WIDTH" "$window_HEIGHT"
wait_for "settled and window.w == $window_WIDTH and window.h == $window_HEIGHT"
sum_is_true

step="the moving source, a box drawn on it, and the picture again"
desk-key k
wait_for "live and fps > 0 and picture.w != 96"
total=$(get picture.total)
wait_for "picture.total != $total"  # a later frame
read -r x y <<<"$(get 'picture.w // 4' 'picture.h // 4')"
desk-drag $(screen "$x" "$y") $(screen $((2 * x)) $((2 * y)))
wait_for "abs(box.x - $x) <= 4 and abs(box.y - $y) <= 4 and box.sum > 0"
shot live

step="freeze it: the numbers of that frame stay, and the box's sum is theirs"
for ((i = 0; i < 3; i++)); do  # the last work of a frame ends in more than one way
  desk-key space
  wait_for "paused and settled"
  total=$(get picture.total)
  sum=$(get box.sum)
  sleep 0.3
  [[ $(get picture.total box.sum) == "$total $sum" ]]
  desk-key space
  wait_for "not paused and picture.total != $total"
done
shot frozen

step="the picture again"
desk-key k
wait_for "settled and not live and picture.w == 96"
shot end

step="quit"
quit
