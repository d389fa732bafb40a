# SPDX-License-Identifier: Apache-2.0
# A display without a screen for the tests, ended by its own process id. To be sourced by bash after common.sh.
display_pid=
display_home=

# begin_display: starts Xvfb on a number that it chooses itself, and sets DISPLAY. Tests then draw with Mesa's software
# OpenGL, and see an empty home instead of the user's settings.
begin_display() {
  if ! command -v Xvfb >/dev/null; then
    say "there is no Xvfb; what needs a display is skipped"
    unset DISPLAY
    return
  fi
  local number
  number=$(mktemp)
  # because: without -noreset a client that comes while the last one leaves is refused
  Xvfb -displayfd 3 -screen 0 1920x1080x24 -nolisten tcp -noreset 3>"$number" >/dev/null 2>&1 &
  display_pid=$!
  local tries
  for ((tries = 0; tries < 200; tries++)); do
    [[ ! -s $number ]] || break
    kill -0 "$display_pid" 2>/dev/null || break
    sleep 0.1
  done
  [[ -s $number ]] || die "the step 'start Xvfb' failed: it did not say its display within 20 s"
  export DISPLAY=:$(<"$number")
  rm -f "$number"
  display_home=$(mktemp -d)
  export XDG_CONFIG_HOME=$display_home/config XDG_STATE_HOME=$display_home/state
  export XDG_DATA_HOME=$display_home/data XDG_RUNTIME_DIR=$display_home/run
  export XDG_PICTURES_DIR=$display_home/pictures XDG_VIDEOS_DIR=$display_home/videos
  mkdir -m 700 "$XDG_RUNTIME_DIR"
  unset WAYLAND_DISPLAY
}

end_display() {
  [[ -z $display_pid ]] || { kill "$display_pid" && wait "$display_pid"; } 2>/dev/null || true
  [[ -z $display_home ]] || rm -rf "$display_home"
  display_pid=
  display_home=
}
