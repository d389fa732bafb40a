# SPDX-License-Identifier: Apache-2.0
# Releases of Debian in folders of their own, for scripts/elsewhere.sh and tests/package/run.sh. To be sourced after common.sh.
# Where no such root can be made, cannot() ends the script with 77 and the reason.

cannot() { echo "not tried here: $*"; exit 77; }

# with_own_mounts ARGUMENT...: starts the script again where what it mounts and what runs in there ends with it, however it ends.
with_own_mounts() {
  if [[ -n ${SATSCOPE_OWN_MOUNTS:-} ]]; then
    unset SATSCOPE_OWN_MOUNTS
    return
  fi
  [[ $(id -u) == 0 ]] || cannot "only root can make a root of its own"
  command -v debootstrap >/dev/null || cannot "there is no debootstrap"
  command -v unshare >/dev/null && unshare --mount --pid --fork true 2>/dev/null || cannot "this system does not let us mount"
  SATSCOPE_OWN_MOUNTS=1 exec unshare --mount --propagation private --pid --fork --kill-child "$0" "$@"
}

# need_root SUITE FOLDER: Debian's release SUITE in FOLDER, as small as debootstrap makes it. A root that is there already stays.
need_root() {
  local suite=$1 root=$2 from log
  if [[ -d $root ]]; then return; fi
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
}

# open_root ROOT: the network, the kernel's folders and an empty /tmp for what runs in there.
open_root() {
  local root=$1
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  { apt-config dump | grep -E '^Acquire::(http|https)::Proxy ' || true; } >"$root/etc/apt/apt.conf.d/90proxy"
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs tmpfs "$root/tmp"
}

# in_root ROOT COMMAND...: because libraries and settings of this system are not those of the other one, nothing of them goes along.
in_root() {
  local root=$1
  shift
  (cd / && exec env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    chroot "$root" "$@" </dev/null)
}
