#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# elsewhere.sh SUITE [COMMAND...]: runs `./test --quick`, or COMMAND, on a copy of this tree in a root of its own that holds SUITE,
# a release of Debian (`trixie`). The root stays in build/elsewhere/SUITE with what was installed and built, so the next run is
# quicker. Exit 77 and a reason where no such root can be made.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/common.sh
source scripts/roots.sh
(($#)) || die "say which release of Debian, and if you like a command: $program SUITE [COMMAND...]"
suite=$1
shift
[[ $suite =~ ^[a-z]+$ ]] || die "'$suite' is no name of a release; use one like trixie"
root=$PWD/build/elsewhere/$suite

with_own_mounts "$suite" "$@"
need_root "$suite" "$root"

# the tree as it is, with times, so that only what changed is built again
mkdir -p "$root/satscope"
find "$root/satscope" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
tar -c --exclude=./build --exclude=./.git . | tar -x -C "$root/satscope"

open_root "$root"
(($#)) || set -- ./test --quick
status=0
in_root "$root" /bin/bash -c 'cd /satscope && exec "$@"' elsewhere "$@" || status=$?
if [[ $status == 77 ]]; then status=1; fi  # because: that would count as not tried
exit "$status"
