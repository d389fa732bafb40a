#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# elsewhere.sh SUITE [COMMAND...]: runs `./test --quick`, or COMMAND, on a copy of this tree in a root of its own that holds SUITE,
# a release of Debian (`trixie`). The root stays in build/elsewhere/SUITE with what was installed and built, so the next run is
# quicker. Exit 77 and a reason where no such root can be made.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
source scripts/common.sh
(($#)) || die "say which release of Debian, and if you like a command: $program SUITE [COMMAND...]"
suite=$1
shift
[[ $suite =~ ^[a-z]+$ ]] || die "'$suite' is no name of a release; use one like trixie"
root=$PWD/build/elsewhere/$suite

cannot() { echo "$suite is not tried here: $*"; exit 77; }

# mirror: where this machine's apt has Debian from.
mirror() {
  LC_ALL=C apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 'Origin: Debian' \
    "Codename: $(. /etc/os-release && echo "${VERSION_CODENAME:-}")" 2>/dev/null | head -n 1
}

if [[ -z ${SATSCOPE_ELSEWHERE:-} ]]; then
  [[ $(id -u) == 0 ]] || cannot "only root can make a root of its own"
  command -v debootstrap >/dev/null || cannot "there is no debootstrap"
  command -v unshare >/dev/null && unshare --mount --pid --fork true 2>/dev/null || cannot "this system does not let us mount"
  # what is mounted and what runs in there ends with this process, however it ends
  SATSCOPE_ELSEWHERE=1 exec unshare --mount --propagation private --pid --fork --kill-child "$0" "$suite" "$@"
fi
unset SATSCOPE_ELSEWHERE

if [[ ! -d $root ]]; then
  from=$(mirror)
  [[ -n $from ]] || cannot "apt has no mirror of Debian"
  rm -rf "$root.part"
  mkdir -p "$root.part"
  say "making $root"
  log=$(mktemp)
  debootstrap --variant=minbase "$suite" "$root.part" "$from" >"$log" 2>&1 || {
    tail -n 5 "$log"
    die "the step 'debootstrap $suite' failed (see above)"
  }
  rm -f "$log"
  mv "$root.part" "$root"
fi

# the tree as it is, with times, so that only what changed is built again
mkdir -p "$root/satscope"
find "$root/satscope" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
tar -c --exclude=./build --exclude=./.git . | tar -x -C "$root/satscope"

cp -L /etc/resolv.conf "$root/etc/resolv.conf"
{ apt-config dump | grep -E '^Acquire::(http|https)::Proxy ' || true; } >"$root/etc/apt/apt.conf.d/90proxy"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
(($#)) || set -- ./test --quick
cd /
status=0
# because: libraries and settings of this system are not those of the other one
env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
  chroot "$root" /bin/bash -c 'cd /satscope && exec "$@"' elsewhere "$@" </dev/null || status=$?
if [[ $status == 77 ]]; then status=1; fi  # because: that would count as not tried
exit "$status"
