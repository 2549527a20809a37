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

# nearest NAME CANDIDATE…: "; did you mean CANDIDATE?" for the candidate with the smallest edit distance, or nothing if
# more than a third of the letters differ.
nearest() {
  awk 'BEGIN {
    name = ARGV[1]; n = length(name); best = n < 6 ? 2 : n / 3 + 1
    for (i = 2; i < ARGC; ++i) {
      m = length(ARGV[i])
      for (x = 0; x <= n; ++x) d[x, 0] = x
      for (y = 0; y <= m; ++y) d[0, y] = y
      for (x = 1; x <= n; ++x)
        for (y = 1; y <= m; ++y) {
          d[x, y] = d[x - 1, y - 1] + (substr(name, x, 1) != substr(ARGV[i], y, 1))
          if (d[x - 1, y] + 1 < d[x, y]) d[x, y] = d[x - 1, y] + 1
          if (d[x, y - 1] + 1 < d[x, y]) d[x, y] = d[x, y - 1] + 1
        }
      if (d[n, m] < best) { best = d[n, m]; found = ARGV[i] }
    }
    if (found != "") printf "; did you mean %s?", found
  }' "$@"
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
