#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What tests/windows/run.sh runs in the root: `prepare` installs Wine; `run ARGUMENT...` runs the program for Windows in /tried, and `shown
# ARGUMENT...` does so with a display.
export WINEPREFIX=/opt/satscope-wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
if [[ $1 == prepare ]]; then
  cd /satscope || exit 1
  source scripts/common.sh
  need_packages yes wine
  [[ -d $WINEPREFIX ]] || wine wineboot --init >/dev/null 2>&1
  exit
fi
how=$1
shift
cd /tried || exit 1
with=()
if [[ $how == shown ]]; then
  wineserver -k || true  # because: one that was begun without a display has none for this program either
  with=(xvfb-run -a)
fi
exec "${with[@]}" wine /satscope/build/windows/satscope-cli.exe "$@"
