#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws all pictures of docs/, by the program itself and without a display; a window's picture never comes from anywhere else.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/common.sh

usage() {
  cat <<'TEXT'
scripts/pictures.sh [NAME...]     draws docs/NAME anew, without a NAME all of them
scripts/pictures.sh --list        their names
scripts/pictures.sh --into DIR    writes them to DIR instead of docs/

The program is $SATSCOPE or build/release/satscope; ffmpeg reduces the colours. Commit a picture only if it shows something new.
TEXT
}

all=(satscope.gif explore.png steps.png barrier.png faces.png haar.png storage.png lesson.png lab.png)
satscope=${SATSCOPE:-$PWD/build/release/satscope}
into=docs
names=()
while (($#)); do
  case $1 in
    --help | -h) usage; exit ;;
    --list) printf '%s\n' "${all[@]}"; exit ;;
    --into)
      shift
      into=${1:-}
      [[ -d $into ]] || die "--into wants a folder, not '$into'"
      ;;
    *)
      [[ " ${all[*]} " == *" $1 "* ]] || die "'$1' is no picture of mine; allowed are: ${all[*]}"
      names+=("$1")
      ;;
  esac
  shift
done
[[ -x $satscope ]] || die "there is no program $satscope; ./run --build makes it"
command -v ffmpeg >/dev/null || die "there is no ffmpeg, which reduces the colours"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# because: what the user opened last must not show, and times must not depend on a GPU
export XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state XDG_DATA_HOME=$work/data XDG_CACHE_HOME=$work/cache
look=(--theme dark --size 1280x720 --machine cpu --display cpu --painter cpu)

# shot NAME ARGUMENT...: a picture of the window
shot() {
  local name=$1
  shift
  "$satscope" shot "$work/$name" "${look[@]}" "$@"
}

# filter NAME CHAIN: what a chain of filters makes of a face, small and alone on the stage
filter() {
  local look=("${look[@]/1280x720/800x450}")
  shot "$1" pattern:portrait:1280x720 --workspace playground --chain "$2" --presentation
}

# session MEMBERS: the name of a session file with these members
session() {
  local file
  file=$(mktemp -p "$work" --suffix .satscope)
  printf '{"satscope": "session", "version": 1, "session": {%s}}\n' "$1" >"$file"
  printf '%s' "$file"
}

# reads N: a session in which N of the four reads are done
reads() {
  session '"workspace": "explore", "input": "pattern:scene:960x640", "box": {"x": 300, "y": 200, "w": 360, "h": 260},
           "explore": {"why": true, "reads": '"$1"'}'
}

draw() {
  case $1 in
    satscope.gif) film "$1" ;;
    explore.png) shot "$1" ;;
    steps.png) shot "$1" figure:bilgic-2 ;;
    barrier.png)
      "$satscope" trace pattern:ramp:8x4 --algorithm scan-transpose-scan --delete-barrier 'before down-sweep' -o "$work/trace.json"
      shot "$1" "$work/trace.json" --step 9
      ;;
    faces.png) filter "$1" "faces neighbours=20 smallest=15" ;;
    haar.png) filter "$1" "haar kind=two-down w=120 h=50 gain=3" ;;
    storage.png)
      shot "$1" "$(session '"workspace": "storage", "input": "pattern:portrait:320x213",
        "box": {"x": 105, "y": 60, "w": 110, "h": 110}, "storing": {"bits": 20}')"
      ;;
    lesson.png) shot "$1" --lesson four-reads --card 4 ;;
    lab.png)
      # because: a file that was checked runs without a question; 1: it has findings
      "$satscope" check "$work/spot-1.cu" --new spot-1 || (($? == 1))
      shot "$1" "$work/spot-1.cu" --step 3
      ;;
  esac
}

# film NAME: the four reads, then the down-sweep
film() {
  local n seconds=2 small=(--theme dark --size 960x540)
  printf 'ffconcat version 1.0\n' >"$work/list"
  for n in 0 1 2 3 4; do
    if ((n == 4)); then seconds=3; fi
    "$satscope" shot "$work/$n.png" "${small[@]}" --presentation --machine cpu --display cpu --painter cpu "$(reads "$n")"
    printf 'file %s\nduration %s\n' "$n.png" "$seconds" >>"$work/list"
  done
  "$satscope" steps figure:bilgic-2 "${small[@]}" --steps 4-8 --speed 0.6 -o "$work/sweep.gif"
  ffmpeg -v error -nostdin -y -f concat -i "$work/list" -i "$work/sweep.gif" -filter_complex \
    '[0]format=rgb24,settb=1/100[a];[1]format=rgb24,settb=1/100[b];[a][b]concat=n=2:v=1,split[c][d];[c]palettegen=max_colors=255[p];
     [d][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle' -fps_mode vfr -loop 0 "$work/$1"
}

if ((${#names[@]} == 0)); then names=("${all[@]}"); fi
for name in "${names[@]}"; do
  draw "$name" >"$work/log" 2>&1 || { cat "$work/log" >&2; die "drawing $name failed (see above)"; }
  if [[ $name == *.png ]]; then
    ffmpeg -v error -nostdin -y -i "$work/$name" -vf \
      'split[a][b];[a]palettegen=max_colors=256:reserve_transparent=0[p];[b][p]paletteuse=dither=bayer:bayer_scale=4' \
      -compression_level 9 -pred none "$work/few.png" || die "reducing the colours of $name failed"
    mv "$work/few.png" "$work/$name"
  fi
  cp "$work/$name" "$into/$name"
  say "$into/$name, $(stat -c %s "$into/$name") bytes"
done
