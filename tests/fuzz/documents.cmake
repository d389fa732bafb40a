# SPDX-License-Identifier: Apache-2.0
# Of the program and the window: what reads documents that others wrote. For the fuzz targets and for the replay of what they found.
set(SATSCOPE_DOCUMENTS session/session commands/bench/against commands/bench/bench commands/bench/bench_words
  commands/shared/interruption commands/shared/options commands/shared/output commands/shared/progress_line commands/report commands/sweep commands/window_options
  workspaces/playground/settings workspaces/race/settings workspaces/steps/place workspaces/steps/settings
  workspaces/steps/source/source workspaces/steps/views/ids workspaces/steps/trace/trace_file workspaces/storage/settings)
