#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# An algorithm step by step, by hand: the real window, a real mouse and real keys. A patch is cut under the cursor, and what
# the steps end in is compared with the definition. Ends with exit 77 where there is nothing to drive a window with.
#   SATSCOPE          the program (else the one on the PATH)
#   SATSCOPE_SHOTS    a folder for pictures of the screen (else none are kept)
# The helpers desk-* of tests/desk are used unless others are found first on the PATH.
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/ui_e2e.sh"

python3 -B "$here/picture.py" write "$folder/picture.pgm"
export XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder
export XDG_PICTURES_DIR=$folder XDG_VIDEOS_DIR=$folder  # where steps are saved
cd "$folder"
"$satscope" "$folder/picture.pgm" --state-out "$state" >"$folder/said" 2>&1 &
pid=$!
desk-wait-window '^satscope' >/dev/null
wait_for "settled and workspace == 'explore' and box.w > 0" 30

step="the patch under the cursor"
xdotool mousemove $(screen 40 30)
wait_for "hover is not None and (hover.x, hover.y) == (40, 30)"
desk-key Return
wait_for "workspace == 'steps' and steps.settled and steps.source.kind == 'patch'"
wait_for "(steps.source.x, steps.source.y) == (40, 30) and steps.traced.w == 8"
wait_for "steps.step == 0 and not steps.playing and steps.twin == 'agree' and steps.traced.algorithm == 'serial'"
shot steps-start

step="the level of a newcomer, and all there is"
wait_for "steps.level == 'essential' and 'steps:counter' in controls and 'explain' not in controls"
desk-key shift+c
wait_for "steps.level == 'full' and 'explain' in controls and 'steps:code' in controls"
desk-key 4
wait_for "steps.traced.algorithm == 'scan-transpose-scan' and steps.settled"

step="step on and back"
desk-key Right
wait_for "steps.step == 1 and steps.label == 'load' and steps.settled"
desk-key Right Right
wait_for "steps.step == 3 and steps.phase == 'up-sweep'"
desk-key Left
wait_for "steps.step == 2"

step="phases"
desk-key Next
wait_for "steps.step == 4"
desk-key shift+Right
wait_for "steps.phase == 'clear'"
desk-key Prior
wait_for "steps.step == 4"
shot steps-phase

step="play, faster, pause"
desk-key Home
wait_for "steps.step == 0"
desk-key space
wait_for "steps.playing and steps.step > 1"
speed=$(get steps.speed)
desk-key greater
wait_for "steps.speed == 2 * $speed"
desk-key space
wait_for "not steps.playing"
stood=$(get steps.step)
sleep 1
[[ $(get steps.step) == "$stood" ]]

step="the buttons"
press steps:last
wait_for "steps.step == steps.steps and steps.settled"
press steps:first
wait_for "steps.step == 0"
press steps:play
wait_for "steps.playing"
press steps:play
wait_for "not steps.playing"

# view ID: by its button, or in the list where the buttons have no room
view() {
  [[ $(get "'steps:$1' in controls") == True ]] || press steps:views
  wait_for "'steps:$1' in controls"
  press "steps:$1"
}

# The middle of a cell of the first grid of this name, in screen pixels.
cell() {
  get "int([g for g in steps.grids if g.buffer == '$1'][0].x + ($2 % [g for g in steps.grids if g.buffer == '$1'][0].columns + 0.5) * [g for g in steps.grids if g.buffer == '$1'][0].w / [g for g in steps.grids if g.buffer == '$1'][0].columns)" \
    "int([g for g in steps.grids if g.buffer == '$1'][0].y + ($2 // [g for g in steps.grids if g.buffer == '$1'][0].columns + 0.5) * [g for g in steps.grids if g.buffer == '$1'][0].h / [g for g in steps.grids if g.buffer == '$1'][0].rows)"
}

step="the examples, by their key"
for example in serial tree; do
  desk-key e
  wait_for "steps.example == '$example' and steps.settled and steps.step == 0"
done
desk-key Right Right
wait_for "steps.told.this_step == 'Thread 0: 3 + 1 = 4, stored at temp[1].'"
desk-key Down Down
wait_for "steps.told.this_step == 'Thread 2: 4 + 1 = 5, stored at temp[5].'"
shot steps-caption

step="the next step, predicted"
desk-key p
wait_for "steps.prediction.on"
xdotool mousemove $(cell temp 3) click 1
wait_for "len(steps.prediction.marks) == 1"
desk-key 1 1
wait_for "steps.prediction.marks[0].value == '11'"
xdotool mousemove $(cell temp 4) click 1
wait_for "len(steps.prediction.marks) == 2"
shot steps-predict
desk-key Right
wait_for "steps.step == 3 and steps.prediction.outcome.found == 1 and steps.prediction.outcome.missed == 1"
wait_for "steps.prediction.outcome.wrong == 1 and steps.prediction.outcome.right_values == 1"
shot steps-predicted
desk-key Escape
wait_for "not steps.prediction.on"

step="two at once"
desk-key d
wait_for "steps.pair is not None and steps.pair.settled and steps.pair.verdict == 'The passes shown do not reach the table.'"
desk-key Home Right Right Right
wait_for "[side.step for side in steps.pair.sides] == [3, 3] and steps.pair.link == 'step'"
shot steps-pair
desk-key shift+d
wait_for "steps.pair.link == 'work'"
desk-key End
wait_for "[side.step == side.steps for side in steps.pair.sides] == [True, True]"
wait_for "[side.now == side.all for side in steps.pair.sides] == [True, True]"
press steps:first
wait_for "steps.pair.step == 0"
press steps:pair
wait_for "steps.pair is None"

step="an algorithm guessed"
desk-key q
wait_for "steps.guess.on and steps.settled and steps.step == 0 and 'steps:code' not in controls and 'algorithm' not in controls"
desk-key Right
shot steps-guess
answer=steps:guess:$(get steps.traced.algorithm)
visible="controls['$answer'].y + controls['$answer'].h <= controls['steps:guess_give_up'].y"
for ((i = 0; i < 30; i++)); do  # the list scrolls where not all have room
  [[ $(get "$visible") != True ]] || break
  desk-click $(get "int(controls['steps:guess_give_up'].x + 9)" "int(controls['steps:guess_give_up'].y - 30)") 5
done
wait_for "$visible"
press "$answer"
wait_for "steps.guess.solved and steps.guess.answer == 'Right, at the first try.' and 'algorithm' in controls"
desk-key Escape
wait_for "not steps.guess.on"
desk-key ctrl+z
wait_for "steps.example == 'tree' and steps.settled"

step="steps saved by their card"
desk-key Home Right Right Right
wait_for "steps.step == 3"
desk-key s
wait_for "'steps:save:go' in controls"
shot steps-save
press steps:save:scale:1
press steps:save:go
wait_for "'steps:save:go' not in controls and steps.saving is None"
[[ $(od -An -tu4 --endian=big -j16 -N8 satscope-figure-1.png | xargs) == "1280 720" ]]
desk-key s
wait_for "'steps:save:what' in controls"
press steps:save:what
wait_for "'steps:save:what:1' in controls"
press steps:save:what:1
wait_for "'steps:save:what:1' not in controls"
press steps:save:go
wait_for "'steps:save:go' not in controls and steps.saving is None" 60
[[ $(head -c 6 satscope-figure-1.gif) == GIF89a ]]

step="a pixel, clicked and typed"
xdotool mousemove $(cell picture 2) click 1
wait_for "steps.chosen is not None and steps.chosen.index == 2 and 'steps:pixel' in controls"
desk-type 5
desk-key Return
wait_for "steps.source.typed == '3 1 5 0 4 1 6 3\\n' and steps.settled and steps.result_matches"
desk-key Escape Escape
wait_for "steps.chosen is None"
xdotool mousemove $(cell picture 0) click 1
wait_for "steps.chosen is not None and steps.chosen.index == 0"
xdotool click 4
wait_for "steps.source.typed == '4 1 5 0 4 1 6 3\\n' and steps.settled and steps.result_matches"
shot steps-edit
desk-key Escape Escape
wait_for "steps.chosen is None"
for _ in {1..14}; do  # back over the edits, two at once and the examples
  [[ $(get steps.source.kind) != patch ]] || break
  desk-key ctrl+z
  sleep 0.3
done
wait_for "steps.source.kind == 'patch' and steps.traced.algorithm == 'scan-transpose-scan' and steps.settled"

step="another algorithm, by its number"
before=$(get steps.traced.algorithm)
for number in 1 2 3; do
  desk-key $number
  sleep 0.3
  [[ $(get steps.traced.algorithm) == "$before" ]] || break
done
wait_for "steps.traced.algorithm != '$before' and steps.settled and steps.twin == 'agree' and steps.result_matches"
desk-key End
wait_for "steps.step == steps.steps"
shot steps-end

step="undo and redo"
chosen=$(get steps.traced.algorithm)
desk-key ctrl+z
wait_for "steps.traced.algorithm == '$before' and steps.settled"
desk-key ctrl+shift+z
wait_for "steps.traced.algorithm == '$chosen' and steps.settled"
desk-key ctrl+z
wait_for "steps.traced.algorithm == '$before' and steps.settled"

step="a barrier taken out, and put back"
desk-key Home
wait_for "steps.step == 0 and steps.settled"
barrier=
for ((i = 1; i < 40; i++)); do  # on to a step whose code has a barrier in sight
  sleep 0.3  # the code scrolls to its line
  barrier=$(get "max([id for id in controls if id[:14] == 'steps:barrier:'] + [''])")
  [[ -z $barrier ]] || break
  desk-key Right
  wait_for "steps.step == $i and steps.settled"
done
[[ -n $barrier ]]
press "$barrier"
wait_for "steps.settled and steps.races > 0 and 'steps:failing_run' in controls"
shot steps-race
desk-key ctrl+z  # the code has gone on to another line
wait_for "steps.settled and steps.races == 0 and 'steps:failing_run' not in controls and steps.result_matches"

step="every view, and grids again"
views=$("$satscope" --help | sed -n 's/.*--view VIEW .*: grids, //p' | sed 's/look-back//')  # no blocks exchange numbers here
views=(${views//,/ })
for view in "${views[@]}" grids; do
  desk-key w
  wait_for "steps.view == '$view'"
done

step="two views of a step side by side"
for view in "${views[@]}"; do
  [[ $view != stages ]] || continue  # the running machine has no step
  desk-key shift+w
  wait_for "steps.view == 'grids' and steps.beside == '$view' and 'grids' in views and '$view' in views"
done
shot steps-beside
desk-key shift+w
wait_for "steps.beside == '' and 'sectors' not in views"

step="the stages, by their button, over the whole picture"
view stages
wait_for "steps.view == 'stages' and steps.stage == 1 and steps.stage_buffer is not None"
for number in 3 2 1; do  # the running machine's algorithm: one with more than one pass
  (($(get steps.stages) > 1)) && break
  desk-key $number
  sleep 0.5
done
wait_for "steps.stages > 1 and steps.stage == 1 and steps.stage_buffer.name != 'table'"
wait_for "min([pass_.ms for pass_ in steps.pass_times]) > 0 and len(steps.pass_times) == steps.stages"
shot stages-first
desk-key Right
wait_for "steps.stage == 2"
desk-key Home
wait_for "steps.stage == 0 and steps.stage_buffer.name == 'picture'"
desk-key Left
desk-key End
wait_for "steps.stage == steps.stages and steps.stage_buffer.name == 'table'"
xdotool mousemove $(get "int(views.stage.x + views.stage.w / 2)" "int(views.stage.y + views.stage.h / 2)")
wait_for "steps.stage_hover is not None and hover is not None and steps.stage_hover.value == hover.ii"
press stages:stop:1
wait_for "steps.stage == 1"
shot stages-still

step="the stages of the moving source"
desk-key k
wait_for "live and picture.w == 1280 and steps.stage == 1"
serial=$(get serial)
wait_for "serial > $serial + 3"
desk-key Right
wait_for "steps.stage == 2 and min([pass_.ms for pass_ in steps.pass_times]) > 0"
wait_for "max([pass_.measured for pass_ in steps.pass_times]) > 5" 60
shot stages-live
desk-key space
wait_for "paused and steps.stage == 2"
desk-key Left
wait_for "steps.stage == 1"
desk-key space
wait_for "not paused"
serial=$(get serial)
wait_for "serial > $serial + 1"
desk-key k
wait_for "not live"
view grids
wait_for "steps.view == 'grids' and steps.settled"

step="to Explore and back"
desk-key ctrl+1
wait_for "workspace == 'explore'"
desk-key ctrl+2
wait_for "workspace == 'steps'"
press workspace:explore
wait_for "workspace == 'explore'"

step="a patch of the moving source"
desk-key k
wait_for "live and fps > 0"
desk-key Return
wait_for "workspace == 'steps' and steps.source.kind == 'typed' and steps.settled and steps.result_matches" 30
shot steps-live

step="quit"
quit
