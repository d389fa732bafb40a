# SPDX-License-Identifier: Apache-2.0
# What the scripts that drive the real window by hand share: the program, a folder of their own that is removed in the end, eyes on
# the state file, and the way out. To be sourced by bash with set -Eeuo pipefail; the script starts $satscope and keeps its pid.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for desk in "$here/../desk" "$here"; do PATH=$PATH:$desk; done

cannot() { echo "$*"; exit 77; }
[[ -n ${DISPLAY:-} ]] || cannot "there is no display (DISPLAY is not set)"
command -v xdotool >/dev/null || cannot "xdotool is not installed"
satscope=${SATSCOPE:-$(command -v satscope || true)}
[[ -x $satscope ]] || cannot "there is no program to drive; SATSCOPE names it"

folder=$(mktemp -d)
state=$folder/state.json
pid=
tidy_up() {
  if [[ -n $pid ]]; then
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true  # so that it writes nothing into the folder while that is removed
  fi
  rm -rf "$folder"
}
trap tidy_up EXIT

step="start"
trap 'echo "failed at: $step"; tail -n 20 "$folder/said" 2>/dev/null; shot failed' ERR
shot() { [[ -z ${SATSCOPE_SHOTS:-} ]] || { mkdir -p "$SATSCOPE_SHOTS"; desk-shot "$SATSCOPE_SHOTS/$1.png" || true; }; }
wait_for() { python3 -B "$here/state.py" "$state" wait "$@"; }
get() { python3 -B "$here/state.py" "$state" get "$@"; }
screen() { python3 -B "$here/state.py" "$state" screen "$@"; }
# press CONTROL: a click into its middle
press() { desk-click $(get "int(controls['$1'].x + controls['$1'].w / 2)" "int(controls['$1'].y + controls['$1'].h / 2)"); }

# quit: by its key; the program must end by itself within ten seconds, without a fault. Its state is removed: the next window's
# wait must not be met by what this one wrote.
quit() {
  desk-key ctrl+q
  for ((i = 0; i < 100; i++)); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  if kill -0 "$pid" 2>/dev/null; then false; fi
  status=0
  wait "$pid" || status=$?
  pid=
  rm -f "$state"
  ((status == 0))
  echo "the window did what mouse and keys asked of it"
}
