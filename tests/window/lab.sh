#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A student's own CUDA file by hand: opened, run, its race found and gone to, mended in an editor, broken so that it does not compile,
# mended again; and a new kernel from the menu. SATSCOPE, SATSCOPE_DISPLAY and SATSCOPE_SHOTS as in explore.sh.
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/ui_e2e.sh"
command -v g++ >/dev/null || cannot "g++ is not installed"

export XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder
satscope=$(realpath "$satscope")
programs=$(realpath "$here/../lab/programs")
cp "$programs/missing_barrier.cu" "$folder/my.cu"
(cd "$folder" && exec "$satscope" my.cu --state-out "$state" ${SATSCOPE_DISPLAY:+--display "$SATSCOPE_DISPLAY"}) >"$folder/said" 2>&1 &
pid=$!
window=$(desk-wait-window '^satscope')

step="it asks before it runs"
wait_for "settled and workspace == 'steps' and steps.file.asks" 60
[[ ! -e $folder/satscope/lab/programs ]]
shot lab-asks

step="run: its race is found"
press steps:file:run
wait_for "settled and not steps.file.asks and steps.file.findings == 1 and steps.algorithm == '$folder/my.cu'" 120
wait_for "not steps.result_matches and steps.step == 0"

step="a click on the finding goes to its step"
press steps:finding:0
wait_for "steps.step > 0"
shot lab-found
was=$(get steps.step)

step="mended and saved: it runs again where it was"
cp "$programs/right.cu" "$folder/my.cu"
wait_for "settled and steps.file.findings == 0 and steps.result_matches" 120
wait_for "steps.step > 0 and abs(steps.step - $was) < 5"

step="an error of the compiler has its line"
cp "$programs/does_not_compile.cu" "$folder/my.cu"
wait_for "'my.cu:2:36: ' in message" 120
shot lab-error

step="mended again"
cp "$programs/right.cu" "$folder/my.cu"
wait_for "settled and steps.file.findings == 0 and steps.result_matches and 'my.cu' not in message" 120

step="in Race it is timed beside a thread per row, and is faster on a GPU"
cp "$here/../../assets/lab/hillis-steele.cu" "$folder/my.cu"
wait_for "settled and steps.file.findings == 0 and steps.result_matches" 120
press workspace:race
for id in "$folder/my.cu" thread-per-row; do
  wait_for "workspace == 'race' and 'enter:$id' in controls"
  press "enter:$id"
  wait_for "[one for one in race.results if one.algorithm == '$id']"
done
desk-key space
if [[ $(get machine) == cpu ]]; then runs=1; else runs=5; fi  # because: a run that is emulated may take a second or two
# of NAME ID: this member of its row in Race
of() { get "[one.$1 for one in race.results if one.algorithm == '$2'][0]"; }
wait_for "[one for one in race.results if one.algorithm == '$folder/my.cu' and (one.n >= $runs or one.state == 'refused')]" 120
wait_for "[one for one in race.results if one.algorithm == 'thread-per-row' and one.n >= $runs]" 120
shot lab-race
mine=$(of median_ms "$folder/my.cu") theirs=$(of median_ms thread-per-row)
echo "hillis-steele.cu takes $mine ms, a thread per row $theirs ms, on the $(get machine)"
# because: the CPU runs the threads one after the other, and this scan makes log n times as many additions
[[ $(get machine) == cpu ]] || awk "BEGIN { exit !($mine < $theirs) }"
desk-key space
press workspace:steps
wait_for "settled and workspace == 'steps'"

step="a new kernel from the menu"
press menu:file
wait_for "'menu:new_kernel' in controls"
press menu:new_kernel
wait_for "'menu:new_kernel:spot-1' in controls"
press menu:new_kernel:spot-1
wait_for "steps.file.asks and steps.file.path == '$folder/spot-1-1.cu'"
press steps:file:run
wait_for "settled and (steps.file.findings or 0) > 0 and steps.algorithm == '$folder/spot-1-1.cu'" 120
quit

step="a text that has run is not asked about again; it opens at the step that was asked for"
# drawn FILE: whether it asks, its findings, and the step
drawn() {
  rm -rf "$folder/satscope/lab/programs"
  "$satscope" shot "$folder/drawn.png" "$1" --step 3 --state-out "$folder/drawn.json" 2>"$folder/drawn.said"
  python3 -c 'import json, sys; s = json.load(open(sys.argv[1]))["steps"]; print(s["file"]["asks"], s["file"]["findings"], s["step"])' \
    "$folder/drawn.json"
}
[[ $(drawn "$folder/my.cu") == "False 0 3" ]]
echo >>"$folder/my.cu"
[[ $(drawn "$folder/my.cu") == "True None "* ]]
