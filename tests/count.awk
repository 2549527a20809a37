# Adds up the tests in the logs of `ctest --verbose` and `node --test --test-reporter=tap`.
# Prints "PASSED FAILED". A CTest test that runs doctest counts its cases, any other counts once.

# "7: [doctest] test cases:  18 |  16 passed | 2 failed | 0 skipped"
match($0, /^[0-9]+: /) && /\[doctest\] test cases:/ {
  number = substr($0, 1, RLENGTH - 2)
  split($0, part, "|")
  cases[number] = 1
  passed += first_number(part[2])
  failed += first_number(part[3])
}

# " 1/12 Test  #7: loom_tests .......   Passed    0.41 sec"
/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
  match($0, /#[0-9]+/)
  number = substr($0, RSTART + 1, RLENGTH - 1)
  good = /   Passed /
  if (!(number in cases)) good ? ++passed : ++failed
  else if (!good) ctest_failed = 1
}

/^# pass [0-9]+$/ { passed += $3 }
/^# fail [0-9]+$/ { failed += $3 }
/^# cancelled [0-9]+$/ { failed += $3 }

function first_number(text) {
  match(text, /[0-9]+/)
  return substr(text, RSTART, RLENGTH) + 0
}

# A program that crashed after its last good case still counts as failed.
END {
  if (ctest_failed && !failed) failed = 1
  print passed + 0, failed + 0
}
