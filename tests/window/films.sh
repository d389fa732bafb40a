# SPDX-License-Identifier: Apache-2.0
# What the scripts share that record films in the real window, beside ui_e2e.sh: windows that record, how they end, and whether a film is
# what was said. To be sourced after ui_e2e.sh.
command -v ffprobe >/dev/null || cannot "ffprobe is not installed"
command -v Xvfb >/dev/null || cannot "Xvfb is not installed"

export XDG_CONFIG_HOME=$folder XDG_VIDEOS_DIR=$folder/films
films=$folder/films
mkdir "$films"

# because: some displays start anew when their last client leaves
xdotool search --sync --name '^keeps the display open$' >/dev/null 2>&1 &
keeper=$!
trap 'kill "$keeper" 2>/dev/null || true; tidy_up' EXIT

# record STATE [DISPLAY]: starts a window and a film, and leaves its process in pid
record() {
  local file=$folder/$1.json display=${2:-$DISPLAY}
  rm -f "$file"
  # because: bash has a program behind it ignore Ctrl-C
  DISPLAY=$display env --default-signal=INT "$satscope" synthetic:160x120 --workspace playground --chain 'box r=2' --state-out "$file" \
    >"$folder/$1.said" 2>&1 &
  pid=$!
  python3 -B "$here/state.py" "$file" wait "playground.ready" 30
  local window
  window=$(DISPLAY=$display xdotool search --sync --pid "$pid" | tail -n 1)
  DISPLAY=$display xdotool windowfocus --sync "$window" key F9
  python3 -B "$here/state.py" "$file" wait "playground.recording" 20
  sleep 0.5
}
# ends STATUS: so ended the program, within ten seconds
ends() {
  local status=0
  timeout 10 tail --pid="$pid" -f /dev/null
  wait "$pid" || status=$?
  pid=
  [[ $status == "$1" ]] || { echo "it ended with $status, not with $1"; false; }
}
# whole FILE SAID: the film can be played and has the frames that were announced
whole() {
  local announced frames
  announced=$(sed -n "s|.*recorded as $1: \([0-9]*\) frames\?,.*|\1|p" "$2")
  frames=$(ffprobe -v error -count_packets -select_streams v:0 -show_entries stream=nb_read_packets -of csv=p=0 "$1")
  [[ -n $announced && $frames == "$announced" ]] || { echo "$1 has '$frames' frames, announced were '$announced'"; cat "$2"; false; }
  rm "$1"
}
