#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/fuzz/run.sh [SECONDS [TARGET...]]   builds the fuzz targets with clang in build/fuzz and runs each (or these) so long (5),
# from seeds.py's seeds and what earlier runs kept in build/fuzz/corpus. 0 seconds: it only builds. Exit 0: no crash, no hang, no leak; 77: it cannot be done here. What crashed stays in build/fuzz/found.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:-5}
shift || true
build=build/fuzz
[[ $seconds =~ ^[0-9]+$ ]] || { echo "usage: tests/fuzz/run.sh [SECONDS [TARGET...]]" >&2; exit 2; }
clang=$(command -v clang++ || command -v clang++-14 || true)
[[ -n $clang ]] || { echo "there is no clang++"; exit 77; }
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
echo 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }' >"$probe/a.cpp"
"$clang" -fsanitize=fuzzer,address "$probe/a.cpp" -o "$probe/a" 2>/dev/null || { echo "this clang has no libFuzzer"; exit 77; }

mkdir -p build
exec {lock}>build/fuzz.lock  # because: ./test builds it ahead
flock "$lock"
cmake -S tests/fuzz -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$clang" >"$probe/log" 2>&1 || { cat "$probe/log"; exit 1; }
ninja -C "$build" >"$probe/log" 2>&1 || { cat "$probe/log"; exit 1; }
exec {lock}>&-
[[ $seconds != 0 ]] || exit 0

seeds=$build/seeds
found=$build/found
rm -rf "$seeds"
mkdir -p "$seeds/videos" "$found"
python3 -B tests/fuzz/seeds.py "$seeds"
if command -v ffmpeg >/dev/null; then
  make() { ffmpeg -nostdin -v error -y -f lavfi -i testsrc2=size="$1":rate=10:duration=0.5 "${@:3}" "$seeds/videos/$2" || true; }
  make 32x24 a.mp4 -c:v mpeg4
  make 17x11 b.mkv -c:v ffv1
  make 16x16 c.avi -c:v mjpeg
  make 32x16 d.ts -c:v mpeg2video
  make 16x16 e.gif
  make 16x16 f.y4m
  make 32x32 g.mp4 -c:v libx264 -metadata:s:v rotate=90
  make 16x16 h.mov -c:v qtrle -pix_fmt argb
  make 16x16 i.webm -c:v libvpx
fi

# fuzz TARGET: runs it and says what came of it; 0: nothing was found
fuzz() {
  mkdir -p "$build/corpus/$1"
  # -timeout: a hang; rss: a flood of memory; leaks are looked for at each new input
  if "$build/fuzz_$1" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=60000 -detect_leaks=1 \
    -artifact_prefix="$found/$1-" -print_final_stats=1 "$build/corpus/$1" "$seeds/$1" >"$build/$1.log" 2>&1; then
    echo "$1: $(grep -a 'number_of_executed_units' "$build/$1.log" | grep -o '[0-9]*') inputs in $seconds s, nothing found"
  else
    echo "$1: something was found"
    tail -n 60 "$build/$1.log"
    return 1
  fi
}

# as many at once as there are cores, because each of them keeps one busy
status=0 running=0
(($#)) || set -- cascades conditions files results sessions stored texts traces videos words
for target; do
  if [[ ! -x $build/fuzz_$target ]]; then
    echo "$target: not built, there is no FFmpeg, or no build of the program in build/release"
    continue
  fi
  if ((running == $(nproc))); then
    wait -n || status=1
    running=$((running - 1))
  fi
  fuzz "$target" &
  running=$((running + 1))
done
for ((; running > 0; running--)); do wait -n || status=1; done
exit "$status"
