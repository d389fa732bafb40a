#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# With --no-install a missing package is named and nothing is installed; what is there is not asked for.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
if ! command -v dpkg-query >/dev/null; then
  echo "this system has no dpkg"
  exit 77
fi
source scripts/common.sh
set +e
failed=0
expect() { if ! eval "$2"; then echo "$1: $2"; failed=1; fi; }

packages_for() { printf '%s\n' dpkg no-such-package-of-satscope; }
said=$( (need_packages no build) 2>&1)
status=$?
expect "a missing package refuses" '[[ $status == 1 ]]'
expect "the sentence names it" '[[ $said == *--no-install*": no-such-package-of-satscope" ]]'

packages_for() { echo dpkg; }
expect "what is installed is enough" '(need_packages no build)'

packages_for() { echo no-such-package-of-satscope; }
said=$( (want_packages yes rival) 2>&1)
expect "what apt does not have is not missed" '[[ $? == 0 && -z $said ]]'
said=$( (want_packages no rival) 2>&1)
expect "what is not needed is not installed against the user's word" '[[ $? == 0 && -z $said ]]'

unset -f packages_for
source scripts/common.sh
set +e
all=$(packages_for build test fuzz rival photos browser script mingw elsewhere package | sort)
expect "every role has packages" '[[ -n $(packages_for build) && -n $(packages_for test) && -n $(packages_for fuzz) ]]'
expect "no package is listed twice" '[[ $all == "$(sort -u <<<"$all")" ]]'
exit "$failed"
