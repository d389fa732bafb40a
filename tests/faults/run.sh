#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/faults/run.sh PROGRAM [KILLS]: what a machine can do to the program while it writes: kills at random moments, and a
# full disk where root permits one (else exit code 77, with the rest done).
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

mkdir killed "$disk" || exit 1
cd killed || exit 1
"$program" sat pattern:noise:900x700 -o ../expected.npy || wrong "sat"
seed=$RANDOM
RANDOM=$seed
echo "seed $seed"
for ((i = 0; i < kills; i++)); do
  "$program" sat pattern:noise:900x700 -o out.npy &
  child=$!
  sleep "0.$(printf '%03d' $((RANDOM % 150)))"
  kill -KILL "$child" 2>/dev/null
  wait "$child" 2>/dev/null
  [[ ! -e out.npy ]] || cmp -s out.npy ../expected.npy || wrong "kill $i left a part of a table"
  nothing_but out.npy
  rm -f out.npy
done
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
grep -q 'No space left' ../err || wrong "a full disk is told as: $(cat ../err)"
head -c 100000 /dev/zero >fill 2>/dev/null
"$program" sat pattern:noise:31x17 -o ../beside.npy 2>log || wrong "a log on a full disk ends the work"
cd ..
exit "$failed"
