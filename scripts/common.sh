# SPDX-License-Identifier: Apache-2.0
# What ./run and ./test share: messages, packages, building. To be sourced by bash from the root of the tree.
set -euo pipefail
program=./${0##*/}
jobs=$(nproc 2>/dev/null || echo 2)

say() { printf '%s: %s\n' "$program" "$*" >&2; }
die() { say "$*"; exit 1; }

# ---------------------------------------------------------------- packages

# packages_for ROLE...: the names of the packages that these roles need.
packages_for() {
  local role
  for role in "$@"; do awk -v role="$role" '$1 == role { print $2 }' scripts/packages; done
}

# missing_packages NAME...: those that are not installed. Asks dpkg only, so it is quick.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | awk '$1 == "installed" { print $2 }' || true)
  comm -23 <(printf '%s\n' "$@" | sort -u) <(sort -u <<<"$installed")
}

# apt ARGUMENT...: apt-get as root, without questions, waiting for another apt up to ten minutes.
# because: DPkg::Lock::Timeout covers dpkg's lock, but not the one of the package lists that `update` takes
apt() {
  local as_root=() log deadline=$((SECONDS + 600)) status
  if [[ $(id -u) != 0 ]]; then as_root=(sudo); fi
  log=$(mktemp)
  while true; do
    status=0
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
      apt-get -q -y -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@" >"$log" 2>&1 || status=$?
    if [[ $status == 0 ]] || ! grep -q 'Could not get lock' "$log" || ((SECONDS > deadline)); then break; fi
    say "another program is using apt; waiting for it"
    sleep 5
  done
  if [[ $status != 0 ]]; then cat "$log" >&2; fi
  rm -f "$log"
  return "$status"
}

# need_packages ALLOWED ROLE...: installs what is missing; with ALLOWED=no it refuses and names what is missing.
need_packages() {
  local allowed=$1 names missing
  shift
  if ! command -v dpkg-query >/dev/null; then
    say "this system has no dpkg; trying with what is here (scripts/packages lists what is needed)"
    return
  fi
  mapfile -t names < <(packages_for "$@")
  mapfile -t missing < <(missing_packages "${names[@]}")
  if [[ ${#missing[@]} == 0 ]]; then return; fi
  if [[ $allowed == no ]]; then
    die "these packages are missing and --no-install forbids installing them: ${missing[*]}"
  fi
  if [[ $(id -u) != 0 ]] && ! command -v sudo >/dev/null; then
    die "these packages are missing, and only root can install them (there is no sudo): ${missing[*]}"
  fi
  say "installing: ${missing[*]}"
  apt update || die "the step 'apt-get update' failed (see above)"
  apt install --no-install-recommends "${missing[@]}" || die "the step 'apt-get install' failed (see above)"
  mapfile -t missing < <(missing_packages "${names[@]}")
  [[ ${#missing[@]} == 0 ]] || die "apt-get reported success, but these packages are still missing: ${missing[*]}"
}

# want_packages ALLOWED ROLE...: installs what is missing and can be had; without it things go on.
want_packages() {
  local allowed=$1 names missing can=() name
  shift
  if [[ $allowed == no ]] || ! command -v dpkg-query >/dev/null; then return 0; fi
  mapfile -t names < <(packages_for "$@")
  mapfile -t missing < <(missing_packages "${names[@]}")
  for name in "${missing[@]}"; do
    if [[ $(LC_ALL=C apt-cache policy "$name" 2>/dev/null) == *"Candidate: "[0-9]* ]]; then can+=("$name"); fi
  done
  if [[ ${#can[@]} == 0 || ( $(id -u) != 0 && -z $(command -v sudo) ) ]]; then return 0; fi
  say "installing: ${can[*]} (nothing depends on it)"
  apt install --no-install-recommends "${can[@]}" || say "going on without: ${can[*]}"
}

# mirror: where this machine's apt has Debian from.
mirror() {
  LC_ALL=C apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 'Origin: Debian' \
    "Codename: $(. /etc/os-release && echo "${VERSION_CODENAME:-}")" 2>/dev/null | head -n 1
}

# ---------------------------------------------------------------- building

# forget_moved_build DIR: a build folder that was configured for another place cannot be used; removes it.
forget_moved_build() {
  local home
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$1/CMakeCache.txt" 2>/dev/null || true)
  if [[ -n $home && ! $home -ef $PWD ]]; then
    say "$1 was made for $home; making it afresh"
    rm -rf "$1"
  fi
}

# toolkit_is_news DIR: whether a CUDA toolkit appeared after this folder was configured.
toolkit_is_news() {
  local nvcc
  nvcc=$(PATH=${CUDA_HOME:-/usr/local/cuda}/bin:$PATH command -v nvcc || true)
  [[ -n $nvcc ]] && ! grep -q '^SATSCOPE_NVCC:FILEPATH=/' "$1/CMakeCache.txt"
}

# gpu_is_news DIR: whether this folder was configured by a ./test that saw no GPU, and there is one now.
gpu_is_news() {
  grep -q '^SATSCOPE_FEW_GPU_TYPES:BOOL=ON' "$1/CMakeCache.txt" 2>/dev/null && nvidia-smi -L >/dev/null 2>&1
}
