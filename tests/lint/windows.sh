#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What only Windows compiles, and needs no library but fmt and JSON, is right C++ for it. scripts/windows.sh builds the program.
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
compiler=$(command -v x86_64-w64-mingw32ucrt-g++ || command -v x86_64-w64-mingw32-g++-posix) || {
  echo "there is no compiler for Windows: install g++-mingw-w64-x86-64-posix"
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/include"
ln -s /usr/include/fmt /usr/include/nlohmann "$work/include/"
compiled() {
  "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror -DNOMINMAX -DWIN32_LEAN_AND_MEAN \
    -D_POSIX_THREAD_SAFE_FUNCTIONS -I. -isystem "$work/include" "$@"
}
printf '#include <windows.h>\nint number = ::GetTickCount64();\n' >"$work/wrong.cpp"
if compiled "$work/wrong.cpp" 2>/dev/null; then
  echo "a number that loses digits is not seen"
  exit 1
fi
mapfile -t files < <(find kernels app/core app/bench app/commands app/lab app/sources '(' -name '*_windows.cpp' -o -name '*_elsewhere.cpp' ')' | sort)
status=0
for file in "${files[@]}"; do compiled "$file" || status=1; done
# because: the parser of the command line includes windows.h, which defines these words
while read -r file; do
  taken=$(sed -E 's/"([^"\\]|\\.)*"//g; s,//.*,,' "$file" | grep -nwE 'near|far|small|interface|hyper') || continue
  printf '%s:%s\n' "$file" "$taken"
  status=1
done < <(find app/commands app/main.cpp -name '*.cpp' -o -name '*.h' | sort)
echo "${#files[@]} files"
exit "$status"
