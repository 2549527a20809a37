# Sourced by tools/test, after tools/steps.sh: suites of tests, the counts of each, and the verdict.

passed=0 failed=0
twice=()  # files that passed only at their second try

# suite NAME AT_LEAST COMMAND…: runs one suite of tests, whatever the results before, and counts its tests. A suite with
# fewer tests has lost some.
suite() {
  local name=$1 least=$2 status=0 good bad
  shift 2
  try "$name" "$@" || status=$?
  read -r good bad < <(awk -f tests/count.awk "$last_log")
  # A suite that fails without a failed test did not start its tests.
  if [ "$status" != 0 ] && [ "$bad" = 0 ]; then bad=1; fi
  if [ "$((good + bad))" -lt "$least" ]; then
    echo "ERROR: $name: $((good + bad)) tests, expected $least or more" | tee -a "$last_log"
    bad=$((bad + 1))
  fi
  passed=$((passed + good)) failed=$((failed + bad))
  mapfile -t -O "${#twice[@]}" twice < <(sed -n 's/^second try: //p' "$last_log")
  if [ "$bad" != 0 ]; then
    grep -aE 'ERROR|error:|not ok|\*\*\*Failed|FAILED' "$last_log" | head -n 40 || true
    tail -n 60 "$last_log"
  fi
}

# ctest_suite FOLDER PRESET OPTION…: compiles a preset, which builds in that folder, and runs its CTest tests with their
# whole output, which is counted. What does not compile runs no test: the last build's programs may still be there.
ctest_suite() {
  local folder=$1 preset=$2
  shift 2
  [ -f "build/$folder/build.ninja" ] || cmake --preset "$folder" || return
  cmake --build --preset "$preset" || return
  ctest --preset "$preset" --verbose "$@"
}

# node_file FILE: runs a file of tests and ends it after 400 s: a browser that hangs is a failed test.
node_file() {
  local status=0
  timeout --kill-after=10 400 node --test --test-reporter=tap "$1" || status=$?
  [ "$status" != 124 ] || echo "not ok: $1 took longer than 400 s"
  return "$status"
}

# node_suite TRIES COUNT FILE…: runs that many files at once. With two tries, a file that fails is tried again, alone,
# and the output says so: browsers on a busy machine are not always in time. More than two such files are not chance.
node_suite() {
  local tries=$1 count=$2 file folder out status=0
  shift 2
  folder=$(mktemp -d)
  export -f node_file
  printf '%s\n' "$@" | xargs -P "$count" -I FILE bash -c 'node_file FILE >"$0/$(basename FILE)" 2>&1 && mv "$0/$(basename FILE)" "$0/$(basename FILE).passed"' "$folder" || true
  for file in "$@"; do
    out=$folder/$(basename "$file")
    if [ -f "$out.passed" ]; then
      cat "$out.passed"
    elif [ "$tries" = 1 ]; then
      cat "$out"
      status=1
    else
      echo "again: $file, for $(grep -cE '^not ok' "$out") failed"
      grep -E '^not ok|^  error:' "$out" | sed 's/^/  /' || true
      node_file "$file" && echo "second try: $file" || status=1
    fi
  done
  rm -rf "$folder"
  return "$status"
}

# verdict: the last line, and the exit status of the run.
verdict() {
  local line="$passed passed, $failed failed"
  if [ "${#twice[@]}" -gt 0 ]; then line+="; ${#twice[@]} of the files only at the second try: ${twice[*]}"; fi
  printf '\n%s\n' "$line"
  if [ "${#twice[@]}" -gt 2 ]; then
    echo "More than two files passed only at the second try: that is no accident of a busy machine." >&2
    return 1
  fi
  [ "$failed" = 0 ]
}
