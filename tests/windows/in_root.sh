#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What tests/windows/run.sh runs in the root: `prepare` installs Wine; `run ARGUMENT...` runs the program for Windows in /tried.
export WINEPREFIX=/opt/satscope-wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
if [[ $1 == prepare ]]; then
  cd /satscope || exit 1
  source scripts/common.sh
  need_packages yes wine
  [[ -d $WINEPREFIX ]] || wine wineboot --init >/dev/null 2>&1
  exit
fi
shift
cd /tried || exit 1
exec wine /satscope/build/windows/satscope-cli.exe "$@"
