# Sourced by the commands in this folder: steps with elapsed time, and a quiet log for each. On a terminal a running
# step shows one live line; elsewhere each finished step is one plain line.

. "$(dirname "${BASH_SOURCE[0]}")/help.sh"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
log_dir=$root/build/log
mkdir -p "$log_dir"
# By default Ninja would start one or two more jobs, which only wait for each other.
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}

fail() {
  printf '%s\n' "$@" >&2
  exit 1
}

# $EPOCHREALTIME in milliseconds; its decimal sign follows the locale.
now_ms() { local now=${EPOCHREALTIME/[.,]/}; echo $((now / 1000)); }

elapsed() { local ms=$(($(now_ms) - $1)); printf '%d.%d s' $((ms / 1000)) $((ms % 1000 / 100)); }

# try NAME COMMAND…: runs the command with its output in build/log/NAME.log; returns its status.
try() {
  local name=$1 start status=0 log
  shift
  log=$log_dir/${name//[^A-Za-z0-9]/-}.log
  start=$(now_ms)
  if [ -t 1 ]; then
    "$@" >"$log" 2>&1 </dev/null &
    local pid=$!
    # An interrupted command must leave no processes behind.
    trap 'kill "$pid" 2>/dev/null; exit 130' INT TERM
    while kill -0 "$pid" 2>/dev/null; do
      printf '\r\033[K%-44s %s' "$name" "$(elapsed "$start")"
      sleep 0.2
    done
    wait "$pid" || status=$?
    trap - INT TERM
    printf '\r\033[K'
  else
    "$@" >"$log" 2>&1 </dev/null || status=$?
  fi
  printf '%-44s %s%s\n' "$name" "$(elapsed "$start")" "$([ "$status" = 0 ] || echo '  FAILED')"
  last_log=$log
  return "$status"
}

# step NAME COMMAND…: the same, and a failure ends everything with the end of its log.
step() {
  try "$@" && return
  tail -n 40 "$last_log" >&2
  fail "" "'$1' failed. The whole log: ${last_log#"$root"/}"
}
