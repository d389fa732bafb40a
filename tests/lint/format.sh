#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The sources have the format that clang-format gives them. Versions differ in what they make of one configuration, so only
# the one that .clang-format is written for judges.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
wanted=14
tool=$(command -v "clang-format-$wanted" || command -v clang-format || true)
if [[ -z $tool ]]; then
  echo "clang-format is not installed"
  exit 77
fi
version=$("$tool" --version | sed -E 's/.*version ([0-9]+).*/\1/')
if [[ $version != "$wanted" ]]; then
  echo "clang-format here is version $version, and .clang-format is written for $wanted"
  exit 77
fi

if printf 'int  a ;\n' | "$tool" --style=file --dry-run -Werror --assume-filename=control.cpp 2>/dev/null; then
  echo "the check is blind: a badly formatted line passes"
  exit 1
fi
mapfile -t sources < <(python3 -B -c "
import sys; sys.path.insert(0, 'tests/lint')
import tree; print(*(n for n, _ in tree.cpp('.')), sep='\n')")
((${#sources[@]} > 10)) || { echo "only ${#sources[@]} sources found"; exit 1; }
if ! said=$("$tool" --dry-run -Werror "${sources[@]}" 2>&1); then
  grep -qE '^[^:]+:[0-9]+' <<<"$said" || echo "clang-format failed and named no line: $said"
  grep -oE '^[^:]+:[0-9]+' <<<"$said" | awk -F: '!seen[$1]++ {print "not formatted: " $1 ", line " $2 " (clang-format -i does it)"}'
  exit 1
fi
