#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The Race by hand: the real window, a real mouse and real keys, over a picture and over a live source. Its file of times is compared
# with `satscope bench` on the same size: the same members, the same bytes, times of the same kind. The rate of the picture with and
# without a race is printed and compared. Ends with exit 77 where there is nothing to drive a window with. SATSCOPE,
# SATSCOPE_DISPLAY and SATSCOPE_SHOTS as in explore.sh; SATSCOPE_LIVE: words of the live source (synthetic).
set -Eeuo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/ui_e2e.sh"

export XDG_PICTURES_DIR=$folder
# start INPUT OPTION...: the window over this input, in the folder where it may save
start() {
  (cd "$folder" && exec "$satscope" "$@" --workspace race --state-out "$state" \
    ${SATSCOPE_DISPLAY:+--display "$SATSCOPE_DISPLAY"}) >"$folder/said" 2>&1 &
  pid=$!
  window=$(desk-wait-window '^satscope')
}

# all_timed RUNS: every entrant has a table that is right, and so many runs or a sentence why not
all_timed() { wait_for "race.racing and min([one.n >= $1 and one.correct or one.state == 'refused' for one in race.results])" 120; }

# as_bench FILE: what was saved there is what a bench of these algorithms, on this machine and at this size, would print
as_bench() {
  "$satscope" bench --json --machine "$(get machine)" --types "$(get type)" --sizes "$(get picture.w)x$(get picture.h)" \
    --algorithms "$(get "','.join([one.algorithm for one in race.results])")" >"$folder/bench.json"
  python3 -B - "$1" "$folder/bench.json" <<'END'
import json, sys
race, bench = (json.load(open(file)) for file in sys.argv[1:])
for theirs in bench["results"]:
    ours = next(one for one in race["results"] if one["algorithm"] == theirs["algorithm"])
    # how the bench was run; and what needs each sample, which a race does not keep
    asked = {"load", "low_ms", "high_ms", "noise_percent", "busy_threads", "threads", "threads_chosen", "hot", "clock_before_mhz", "clock_mhz"}
    missing = [member for member in theirs if member not in ours and member not in asked]
    assert not missing, f"a bench also has {missing}"
    for member in ("type", "w", "h", "machine", "form", "correct"):
        assert ours[member] == theirs[member], (member, ours[member], theirs[member])
    bytes_of = lambda one: one["gbs"] * one["median_ms"]
    assert abs(bytes_of(ours) / bytes_of(theirs) - 1) < 1e-6, "other bytes"
    ratio = ours["median_ms"] / theirs["median_ms"]
    # times that are too noisy have no percentage
    of_floor = lambda one: "-" if one["percent_of_floor"] is None else f"{one['percent_of_floor']:.1f}"
    print(f"{ours['algorithm']}: {ours['median_ms']:.4f} ms in the race, {theirs['median_ms']:.4f} ms in the bench, "
          f"{of_floor(ours)} and {of_floor(theirs)} % of the floor")
    # the host's threads belong to everybody: a busy one makes either of both take a hundred times as long
    assert ours["machine"] == "cpu" or 0.5 < ratio < 2, f"times of another kind: {ratio}"
END
}

python3 -B "$here/picture.py" write "$folder/picture.pgm"
export XDG_CONFIG_HOME=$folder XDG_STATE_HOME=$folder XDG_DATA_HOME=$folder XDG_CACHE_HOME=$folder
satscope=$(realpath "$satscope")
start picture.pgm
wait_for "settled and picture.w == 96 and not race.racing" 60
shot race

step="Space runs it, every table is right, Space pauses it"
desk-key space
all_timed 60
wait_for "race.floor is not None and race.results[0].percent_of_floor is not None"
shot race-runs
desk-key space
wait_for "settled and not race.racing and race.results[0].n >= 60"

step="its times are those of a bench"
desk-key ctrl+e
wait_for "'saved as' in (message or '')"
as_bench "$folder/satscope-race-1.json"
desk-key Escape ctrl+c
wait_for "'clipboard' in (message or '')"
desk-key Escape

step="keys let algorithms enter and take them out, and undo gives them back"
count=$(get "len(race.results)")
desk-key 1
wait_for "len(race.results) != $count"
desk-key ctrl+z
wait_for "len(race.results) == $count"

step="a click on a title sorts, a click on a row is what all are compared with"
press race:sort:name
wait_for "race.sort == 'name'"
press race:row:1
wait_for "race.baseline == 1 and race.results[1].speedup == 1"
desk-key ctrl+z
wait_for "race.baseline == 0"

step="the budget by keys"
before=$(get race.budget_ms)
desk-key greater
wait_for "race.budget_ms == 2 * $before"
desk-key less less
wait_for "race.budget_ms == $before / 2"
shot race-sorted
quit

step="a live source keeps its rate"
start "${SATSCOPE_LIVE:-synthetic}"
wait_for "live and playground.shown > 40 and fps > 0" 60
shown_in_5_s() {
  local before
  before=$(get playground.shown)
  sleep 5
  echo $(($(get playground.shown) - before))
}
alone=$(shown_in_5_s)
desk-key space
all_timed 3
wait_for "race.floor is not None" 60
beside=$(shown_in_5_s)
echo "frames in 5 s without a race: $alone, with one: $beside; $(get "round(race.budget.ms, 1)") ms of $(get "round(race.budget.frame_ms, 1)") ms"
shot race-live
((2 * beside > alone))
step="freeze, and the race goes on"
desk-key shift+space
wait_for "paused and race.racing"
desk-key space
wait_for "not race.racing and settled"
quit
