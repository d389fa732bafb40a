#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Films by hand: one is kept when the program is asked to end, or its display breaks; of two windows that record, both films are.
# Ends with exit 77 where there is nothing to drive a window with.
#   SATSCOPE  the program (else the one on the PATH)
# The helpers desk-* of tests/desk are used unless others are found first on the PATH.
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/ui_e2e.sh"
source "$(dirname "${BASH_SOURCE[0]}")/films.sh"

for signal in TERM HUP INT; do
  step="a film at SIG$signal"
  record "$signal"
  kill -s "$signal" "$pid"
  ends $((128 + $(kill -l "$signal")))
  whole "$films/satscope-result-1.mp4" "$folder/$signal.said"
done

step="a film at a display that breaks"
Xvfb -displayfd 3 -screen 0 640x480x24 -nolisten tcp -noreset 3>"$folder/display" >/dev/null 2>&1 &
server=$!
for ((i = 0; i < 100; i++)); do [[ ! -s $folder/display ]] || break; sleep 0.1; done
record broken ":$(<"$folder/display")"
kill -KILL "$server"
wait "$server" 2>/dev/null || true
ends 1
whole "$films/satscope-result-1.mp4" "$folder/broken.said"

step="two windows that record"
record one
one=$pid
record two
kill -s TERM "$pid"
ends 143
pid=$one
kill -s TERM "$pid"
ends 143
whole "$films/satscope-result-1.mp4" "$folder/two.said"
whole "$films/satscope-result-2.mp4" "$folder/one.said"
[[ -z $(ls -A "$films") ]]
echo "each film is there"
