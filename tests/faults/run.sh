#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/faults/run.sh PROGRAM [KILLS]: what a machine can do to the program while it writes: kills at random moments,
# planted links, and a full disk where root permits one (else exit code 77, with the rest done).
program=$(realpath "${1:?PROGRAM}") || exit 1
kills=${2:-60}
folder=$(mktemp -d) || exit 1
disk=$folder/disk
trap 'mountpoint -q "$disk" && umount "$disk"; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
ulimit -c 0
failed=0

wrong() {
  echo "wrong: $*"
  failed=1
}

# nothing_but NAME...: no other file is in the working folder, hidden ones included.
nothing_but() {
  local file
  while read -r file; do
    [[ " $* " == *" $file "* ]] || wrong "'$file' was left behind"
  done < <(find . -mindepth 1 -printf '%P\n')
}

# work OUT COMMAND: becomes one of the commands that write, into this file.
work() {
  case $2 in
    sat) exec "$program" sat pattern:noise:900x700 -o "$1" ;;
    filter) exec "$program" filter pattern:noise:900x700 -o "$1" ;;
    trace) exec "$program" trace --algorithm scan-transpose-scan --size 20x20 -o "$1" ;;
    shot) exec "$program" shot "$1" pattern:noise:90x70 ;;
  esac
}
# whole OUT COMMAND EXPECTED: the work is there, not a part of it. A picture of the window shows times, which differ.
whole() {
  case $2 in
    shot) tail -c 12 "$1" | grep -qa IEND ;;
    *) cmp -s "$1" "$3" ;;
  esac
}
declare -A ending=([sat]=npy [filter]=png [trace]=json [shot]=png)

mkdir killed "$disk" || exit 1
cd killed || exit 1
seed=$RANDOM
RANDOM=$seed
echo "seed $seed"
for command in sat filter trace shot; do
  out=out.${ending[$command]} expected=../expected.${ending[$command]}
  begin=$(date +%s%N)
  (work "$expected" "$command") || wrong "$command"
  milliseconds=$((($(date +%s%N) - begin) / 1000000 + 1))
  written=0
  for ((i = 0; i < kills / 4; i++)); do
    if ((i % 2)); then echo old >"$out"; fi
    work "$out" "$command" 2>/dev/null &
    child=$! moment=$((RANDOM % milliseconds))
    sleep "$(printf '%d.%03d' $((moment / 1000)) $((moment % 1000)))"
    kill -KILL "$child" 2>/dev/null
    wait "$child" 2>/dev/null
    if [[ -e $out && $(head -c 4 "$out") != old ]]; then
      ((written += 1))
      whole "$out" "$command" "$expected" || wrong "kill $i of $command left a part of its work"
    elif ((i % 2)) && [[ ! -e $out ]]; then
      wrong "kill $i of $command took what was there"
    fi
    nothing_but "$out"
    rm -f "$out"
  done
  echo "$command: $i kills, $written of them too late"
done
cd ..

# links planted where a draft may lie: what they point to stays as it is
mkdir planted
cd planted || exit 1
echo mine >../victim
for name in out.npy.part .out.npy.part out.npy.tmp .out.npy.tmp out.npy~; do ln -s ../victim "$name"; done
(work out.npy sat) || wrong "sat beside planted links"
[[ $(cat ../victim) == mine ]] || wrong "a planted link was followed"
cmp -s out.npy ../expected.npy || wrong "sat beside planted links wrote something else"
cd ..

if ! mount -t tmpfs -o size=64k faults "$disk" 2>/dev/null; then
  echo "no full disk was tried: a small file system cannot be mounted here (root may)"
  ((failed)) && exit 1
  exit 77
fi
cd "$disk" || exit 1
echo old >out.npy
"$program" sat pattern:noise:300x300 -o out.npy 2>../err && wrong "a full disk is no failure"
[[ $(cat out.npy) == old ]] || wrong "a full disk took what was there"
nothing_but out.npy
grep -q 'No space left' ../err || wrong "a full disk is reported as: $(cat ../err)"
head -c 100000 /dev/zero >fill 2>/dev/null
"$program" sat pattern:noise:31x17 -o ../beside.npy 2>log || wrong "a log on a full disk ends the work"
cd ..
exit "$failed"
