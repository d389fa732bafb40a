# SPDX-License-Identifier: Apache-2.0
# Libraries built of Debian's sources, for scripts/libraries.sh, scripts/web.sh and scripts/windows.sh. To be sourced after common.sh, with a folder in $prefix
# and the one for sources in $work. apt's own lists stay as they are; what is there already is not built again.

# source_of SUITE PACKAGE: the source of a Debian package in $work/PACKAGE, as its authors released it.
source_of() {
  local suite=$1 package=$2 own=$work/apt-$1 apt
  if [[ -d $work/$package ]]; then return; fi
  rm -rf "$work/$package.part"
  mkdir -p "$own/lists/partial" "$own/cache/archives/partial" "$work/$package.part"
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $(mirror) $suite main" >"$own/sources.list"
  apt=(apt-get -q -o "Dir::Etc::SourceList=$own/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$own/lists"
    -o "Dir::Cache=$own/cache" -o APT::Sandbox::User=root -o Acquire::Retries=3)
  "${apt[@]}" update
  (cd "$work/$package.part" && "${apt[@]}" source --download-only --tar-only "$package" && tar -xf ./*.orig.tar.* && mv ./*/ "../$package")
}

# built SUITE PACKAGE HOW OPTION...
built() {
  local suite=$1 package=$2 how=$3 log=$prefix/$2.log
  shift 3
  if [[ -e $prefix/$package.done ]]; then return; fi
  say "building $package of $suite"
  (source_of "$suite" "$package" && "$how" "$package" "$@") >"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    die "the step '$package' failed (see above, and $log)"
  }
  touch "$prefix/$package.done"
}

# headers: what is headers alone. Because: beside other headers of /usr/include the compiler would take those of another C library.
headers() {
  mkdir -p "$prefix/include" "$prefix/share/cmake"
  cp -rp /usr/include/{nlohmann,CLI,stb} "$prefix/include/"
  cp -r /usr/share/cmake/{nlohmann_json,CLI11} "$prefix/share/cmake/"
}
