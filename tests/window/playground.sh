#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The Playground by hand: the real window, a real mouse and real keys, over a picture, the synthetic camera, a video that the tool
# ffmpeg makes here, a broken one, and the very screen that the window is on. Results are compared with the definition through the
# state file. Ends with exit 77 where there is nothing to drive a window with. SATSCOPE, SATSCOPE_DISPLAY and SATSCOPE_SHOTS as
# in explore.sh; SATSCOPE_LIVE: words of the live source that is measured (synthetic), whose budget is printed at the end.
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/ui_e2e.sh"

# start INPUT OPTION...: the window over this input, in the folder where it may save
start() {
  (cd "$folder" && exec "$satscope" "$@" --workspace playground --state-out "$state" \
    ${SATSCOPE_DISPLAY:+--display "$SATSCOPE_DISPLAY"}) >"$folder/said" 2>&1 &
  pid=$!
  window=$(desk-wait-window '^satscope')
}

# hover X Y: the pointer on a pixel, and what the filters made of it
hover() { xdotool mousemove $(screen "$1" "$2"); }
# result_is_mean X Y R: there the result is what the definition gives
result_is_mean() {
  hover "$1" "$2"
  local expected
  expected=$(python3 -B "$here/picture.py" mean "$1" "$2" "$3")
  wait_for "settled and playground.pixel.x == $1 and playground.pixel.y == $2 and playground.pixel.after == [$expected] * 3"
}
chain_is() { wait_for "playground.chain == '$1'"; }

python3 -B "$here/picture.py" write "$folder/picture.pgm"
export XDG_PICTURES_DIR=$folder/pictures XDG_VIDEOS_DIR=$folder/videos
export XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder
satscope=$(realpath "$satscope")
start picture.pgm --chain "box r=3"
wait_for "settled and playground.ready and playground.picture.w == 96" 60
shot playground

step="the result is the mean of the definition, inside and at the corner"
result_is_mean 40 30 3
result_is_mean 1 1 3

step="the wheel is the radius, and undo takes it back"
hover 40 30
for ((i = 0; i < 4; i++)); do
  xdotool click 4
  sleep 0.06
done
chain_is "box r=7"
result_is_mean 40 30 7
desk-key ctrl+z
wait_for "playground.chain != 'box r=7'"

step="radius by keys"
desk-key bracketright
desk-key bracketleft bracketleft
wait_for "settled"

step="hold for the original, wipe, difference"
xdotool keydown s
wait_for "playground.shows == 'original'"
shot playground-original
xdotool keyup s
wait_for "playground.shows == 'result'"
desk-key x
shot playground-wipe
desk-key x d
wait_for "playground.shows == 'difference'"
shot playground-difference
desk-key d
wait_for "playground.shows == 'result'"

step="a second filter, off, and on again"
desk-key 2
wait_for "settled and 'bradley' in playground.chain and len(playground.filters) == 2"
shot playground-chain
desk-key 2
wait_for "settled and 'bradley' not in playground.chain"

step="save the result"
desk-key ctrl+e
wait_for "'saved as' in (message or '')"
[[ -s $folder/pictures/satscope-result-1.png ]]
desk-key Escape

if command -v ffmpeg >/dev/null; then
  step="record a film, with a mark while it runs"
  desk-key F9
  wait_for "playground.recording"
  desk-key F9
  wait_for "'recorded as $folder/videos/satscope-result-1.mp4: ' in (message or '')"
  [[ $(ffprobe -v error -show_entries format_tags=comment "$folder/videos/satscope-result-1.mp4") == *dropped* ]]
  desk-key Escape
fi

step="the live source, mirrored and back"
desk-key k
wait_for "live and playground.shown > 5 and fps > 0" 30
desk-key m
wait_for "playground.mirrored"
desk-key m
wait_for "not playground.mirrored"
shot playground-live

step="freeze it and take a patch to Steps, then all of it to Explore"
hover 40 30
desk-key Return
wait_for "workspace == 'steps' and paused" 30
desk-key ctrl+3
wait_for "workspace == 'playground' and settled"
desk-key shift+Return
wait_for "workspace == 'explore' and paused and settled and box.sum is not None" 30
shot playground-explore
desk-key ctrl+3
wait_for "workspace == 'playground' and settled"

step="quit"
quit

step="a live source flows"
start "${SATSCOPE_LIVE:-synthetic}" --chain "box r=12"
wait_for "live and playground.shown > 20" 60
# what is dropped while it starts is not what flows
before=$(get playground.shown playground.dropped)
sleep 5
after=$(get playground.shown playground.dropped)
echo "${SATSCOPE_LIVE:-synthetic}, box r=12: shown and dropped before and after 5 s: $before, $after"
echo "fps $(get fps), budget $(get playground.budget), chain $(get playground.total_ms) ms, display $(get display)"
shot playground-flow
quit

if command -v ffmpeg >/dev/null; then
  step="a video plays, pauses, goes on, ends, and plays again"
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=160x96:rate=25:duration=4 -f lavfi -i sine=duration=4 -c:v mpeg4 -c:a aac \
    "$folder/video.mp4"
  start video.mp4
  wait_for "playground.phase == 'running' and playground.picture.w == 160 and playground.picture.h == 96" 30
  desk-key space
  wait_for "paused and settled"
  serial=$(get playground.serial)
  sleep 0.4
  [[ $(get playground.serial) == "$serial" ]]
  desk-key space
  wait_for "not paused and playground.serial > $serial"
  shot playground-video
  press loop
  wait_for "playground.phase == 'ended'" 20
  desk-key space
  wait_for "not paused and playground.phase == 'running'"

  step="a film of a video keeps its sound"
  desk-key F9
  wait_for "playground.recording"
  sleep 0.5
  desk-key F9
  wait_for "'its sound is copied' in (message or '')"
  film=$(get message | grep -o '/[^:]*\.mp4')
  [[ $(ffprobe -v error -select_streams a -show_entries stream=codec_name -of csv=p=0 "$film") == aac ]]
  quit

  step="a broken video says so, and its last good frame stays"
  head -c 60000 "$folder/video.mp4" >"$folder/broken.mp4"
  ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=160x96:rate=25:duration=2 -c:v mpeg4 "$folder/whole.avi"
  head -c "$(($(stat -c %s "$folder/whole.avi") / 2))" "$folder/whole.avi" >"$folder/half.avi"
  start half.avi
  wait_for "playground.shown > 3" 30
  shot playground-half
  quit
  start broken.mp4
  wait_for "message or playground.shown > 0" 30
  shot playground-broken
  quit
fi

step="the screen that the window itself is on"
start screen:160x120+0+0
wait_for "(playground.phase == 'running' and playground.picture.w == 160) or message" 30
shot playground-screen
desk-key k  # the view is closed, and the thread that did has time to end
wait_for "not live"
sleep 2
quit
