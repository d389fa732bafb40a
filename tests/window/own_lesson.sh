#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A lesson of one's own, by hand: its file is dragged into the real window, taken, spoilt, mended and saved again while it is open.
# Ends with exit 77 where there is nothing to drive a window with.
#   SATSCOPE        the program (else the one on the PATH)
#   SATSCOPE_SHOTS  a folder for pictures of the screen (else none are kept)
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/ui_e2e.sh"

export XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder
mkdir "$folder/lessons"
own=$folder/lessons/own.md
python3 -B "$here/picture.py" write "$folder/secret.pgm"
# write ASK [LINE...]: the lesson, whole but for the lines behind its act
write() {
  {
    printf '# My own\n@lesson 1\n\n## Box\n@show {"workspace": "explore", "input": "pattern:ramp:6x5", "box": {"x": 0, "y": 0, "w": 1, "h": 1}}\n'
    printf '@ask %s\n@until box.w == 3\n@solve drag 1 1 3 2\n' "$1"
    printf '%s\n' "${@:2}"
  } >"$own.new"
  mv "$own.new" "$own"
}
drop() { python3 -B "$here/drop_file.py" "$window" "$1"; }

"$satscope" pattern:ramp:12x9 --workspace race --size 1280x720 --state-out "$state" >"$folder/said" 2>&1 &
pid=$!
window=$(desk-wait-window '^satscope - ' 60)
wait_for "settled and workspace == 'race'" 60

step="drag the file in"
write "Three columns."
drop "$own"
wait_for "settled and learn.lesson == 'own.md' and learn.ask == 'Three columns.' and workspace == 'explore' and picture.w == 6"
shot dropped

step="saved again, it is read again"
write "Three columns, now."
wait_for "learn.ask == 'Three columns, now.'"

step="saved with a fault, it stays as it was, and one sentence says what is wrong"
write "Three columns, later." '@hintt Count them.'
wait_for "'line 9: there is no' in message and '@hintt' in message and learn.ask == 'Three columns, now.'"
shot fault

step="mended"
write "Three columns, at last."
wait_for "learn.ask == 'Three columns, at last.' and message == ''"

step="its act is done by hand"
wait_for "settled"
desk-drag $(screen 1 1) $(screen 3 2)
wait_for "box.w == 3 and learn.done"
shot done

step="its slides, from the menu: the question and the answer"
press menu:file
wait_for "'menu:lesson-slides' in controls"
press menu:lesson-slides
wait_for "popup == 'slides'"
desk-type "$folder/own.pdf"
shot slides-dialog
desk-key Return
wait_for "message == 'saved as $folder/own.pdf'" 60
shot slides-saved
[[ $(head -c 5 "$folder/own.pdf") == %PDF- && $(grep -ac '/Type /Page ' "$folder/own.pdf") == 2 ]]
wait_for "settled and learn.lesson == 'own.md' and learn.done"

step="nothing above its folder is opened, by a path or by a link"
write "Out." '## Two' '@show {"input": "../secret.pgm"}'
wait_for "'line 10: the input' in message and 'below its own folder' in message"
ln -s "$folder/secret.pgm" "$folder/lessons/inside.pgm"
write "Out." '## Two' '@show {"input": "inside.pgm"}'
wait_for "learn.ask == 'Out.' and message == ''"
desk-key ctrl+Next
wait_for "'line 10' in message and \"leads out of the lesson's folder\" in message and picture.w == 6"

step="a broken file that is dragged in leaves the open one"
printf 'no lesson\n' >"$folder/lessons/broken.md"
drop "$folder/lessons/broken.md"
wait_for "'broken.md' in message and 'line 1' in message and learn.lesson == 'own.md'"
shot broken

step="leave"
desk-key Escape
quit
