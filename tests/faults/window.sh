#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/faults/window.sh [ROUNDS]: what a machine, a window manager or a user can do to the real window: signals at random moments of a
# film, a disk that is full or a folder that goes while it is recorded, windows without room or memory. Ends with exit 77 where there is nothing
# to drive a window with, or where root must mount a small disk and may not (with the rest done).
#   SATSCOPE  the program (else the one on the PATH)
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../window/ui_e2e.sh"
source "$here/films.sh"
rounds=${1:-12}
ulimit -c 0

seed=$RANDOM
RANDOM=$seed
echo "seed $seed"
for ((round = 0; round < rounds; round++)); do
  signals=(TERM HUP INT)
  signal=${signals[round % 3]}
  step="round $round: SIG$signal in a film"
  record signal
  sleep "0.$((RANDOM % 10))$((RANDOM % 10))"
  kill -s "$signal" "$pid"
  ends $((128 + $(kill -l "$signal")))
  whole "$films/satscope-result-1.mp4" "$folder/signal.said"
done
echo "$rounds films at signals"

step="a folder that is removed while a film is recorded"
record folder
rm -r "$films"
kill -s TERM "$pid"
ends 143
whole "$films/satscope-result-1.mp4" "$folder/folder.said"

step="a folder that is replaced by a file"
record file
rmdir "$films"
touch "$films"
kill -s TERM "$pid"
ends 143
grep -q "cannot write '$films/satscope-result-1.mp4'" "$folder/file.said"
rm "$films"
mkdir "$films"

# memory WORD: what is mapped now is all that the window may have, or `unlimited`
memory() {
  local most=${1/now/$(awk '/^VmSize/ { print $2 * 1024 }' "/proc/$pid/status")}
  prlimit --pid "$pid" --as="$most:"
}
# answers STATE: a key changes what the window says
answers() {
  local before
  before=$(python3 -B "$here/state.py" "$1" get serial)
  for ((i = 0; i < 20; i++)); do
    desk-key F1
    [[ $(python3 -B "$here/state.py" "$1" get serial) == "$before" ]] || return 0
    sleep 0.2
  done
  echo "it does not answer"
  false
}

step="a window that gets no further memory while it records"
record memory
window=$(xdotool search --sync --pid "$pid" | tail -n 1)
memory now
for size in "1900 1060" "640 400" "1900 1060" "300 300" "1900 1060"; do
  xdotool windowsize "$window" $size
  sleep 0.7
  kill -0 "$pid" || { echo "it ended at $size"; cat "$folder/memory.said"; false; }
done
xdotool windowfocus --sync "$window"
for key in ctrl+1 ctrl+2 ctrl+4 ctrl+5 ctrl+6; do
  desk-key "$key"
  sleep 0.5
  kill -0 "$pid" || { echo "it ended at $key"; false; }
done
memory unlimited
sleep 2
answers "$folder/memory.json"
kill -s TERM "$pid"
ends 143
[[ $(ffprobe -v error -count_packets -select_streams v:0 -show_entries stream=nb_read_packets -of csv=p=0 "$films/satscope-result-1.mp4") -gt 5 ]]
rm "$films/satscope-result-1.mp4"
echo "a window went on without further memory"

# narrow SIZES WORDS...: a window with these words is made so small, one size after another, and is still there
narrow() {
  local sizes=$1 size window file=$folder/narrow.json
  shift
  step="a window $* without room"
  rm -f "$file"
  "$satscope" "$@" --state-out "$file" >"$folder/said" 2>&1 &
  pid=$!
  python3 -B "$here/state.py" "$file" wait "settled or live_frames" 60
  window=$(xdotool search --sync --pid "$pid" | tail -n 1)
  xdotool windowfocus --sync "$window"
  if [[ $* == *--presentation* ]]; then
    desk-key ctrl+F5
    xdotool windowfocus --sync "$window" mousemove 600 300
    desk-key u
    python3 -B "$here/state.py" "$file" wait "presentation.pen and presentation.audience" 20
  fi
  for size in $sizes; do
    xdotool windowsize "$window" ${size/x/ } mousemove 5 5
    sleep 0.3
    kill -0 "$pid" || { echo "it ended at $size"; tail -n 3 "$folder/said"; false; }
  done
  xdotool windowsize "$window" 1280 720
  answers "$file"
  kill -s TERM "$pid"
  ends 143
}
sizes="1x1 1280x720 2x2 50x40 1x720 1280x1 1280x2 2500x2 2500x40 300x40 640x200 50x2000 1x2000 2x200 300x200"
for workspace in explore playground race learn storage; do narrow "$sizes" pattern:noise:17x9 --workspace "$workspace"; done
views=$("$satscope" shot --help | sed -n 's/.*--view VIEW .*steps: //p' | tr -d ,)
[[ $views == *tree*look-back* ]] || { echo "the help names no views: '$views'"; exit 1; }
for view in $views; do
  case $view in
    network | tree) narrow "$sizes" pattern:noise:8x8 --workspace steps --algorithm scan-transpose-scan --view "$view" ;;
    *) narrow "$sizes" pattern:noise:17x9 --workspace steps --algorithm single-pass --view "$view" --step 5 ;;
  esac
done
narrow "$sizes" --lesson four-reads
narrow "$sizes" pattern:noise:17x9 --workspace steps --step-filter 'box r=2'
narrow "$sizes" pattern:portrait:100x100 --workspace playground --chain faces
narrow "$sizes" pattern:noise:17x9 --presentation
echo "no window was too narrow"

# because: a film keeps 320 kB for its end, so a smaller disk has no room for a frame
step="a disk that is full in a film"
mount -t tmpfs -o size=450k faults "$films" 2>/dev/null || cannot "no full disk was tried: a small file system cannot be mounted here (root may)"
trap 'umount "$films"; kill "$keeper" 2>/dev/null || true; tidy_up' EXIT
record full
for ((i = 0; i < 600; i++)); do
  python3 -B "$here/state.py" "$folder/full.json" get message >"$folder/message"
  ! grep -q "No space left" "$folder/message" || break
  sleep 0.1
done
grep -q "No space left" "$folder/message"
whole "$films/satscope-result-1.mp4" "$folder/message"
kill -s TERM "$pid"
ends 143
echo "what had room is a film"
