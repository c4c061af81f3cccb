#!/usr/bin/env bash
# The tests under a sanitizer, in a scratch path of its own. AddressSanitizer has all of them, and is what `make test`
# takes for the plain run. ThreadSanitizer has those of some modules, or of all others but the program, whose tests
# start it as a process of its own. Exit code 0 only if all pass and nothing was reported.
#
#     sanitize.sh address
#     sanitize.sh thread MODULE...
#     sanitize.sh thread but MODULE...
set -euo pipefail
cd "$(dirname "$0")/../.."
usage='usage: sanitize.sh address | thread [but] MODULE...'

stop() { # stop [REASON]
  printf '%s\n' "$@" "$usage" >&2
  exit 2
}

# A sanitizer tells more of a crash. Swift's own handler reads other threads' stacks, which AddressSanitizer reports in
# its turn, and then the process does not end.
export SWIFT_BACKTRACE=enable=no
# Line tables are the only debug information that a report needs.
built=(--build-tests -Xswiftc -gline-tables-only)
chosen=()
case ${1:?"$usage"} in
  thread)
    export BAIZE_ROUNDS_SHARE=8  # what is left to chance is tried an eighth as often
    # TsanLocks tells ThreadSanitizer what the locks of the standard library order.
    (($# > 1)) || stop
    wanted=yes named=" ${*:2} "
    if [[ $2 == but ]]; then
      wanted=no named=" ${*:3} "
    fi
    for module in $named; do
      [[ -d Tests/${module}Tests ]] || stop "there is no Tests/${module}Tests"
    done
    part=(TsanLocks)
    for folder in Tests/*Tests; do
      module=${folder#Tests/}
      [[ $module != BaizeTests && -n $(find "$folder" -name '*.swift' -print -quit) ]] || continue
      is_named=no
      [[ $named != *" ${module%Tests} "* ]] || is_named=yes
      [[ $is_named != "$wanted" ]] || part+=("$module")
    done
    export BAIZE_PART="${part[*]}"
    chosen=(
      # The longest walks of all; 'Random walks' and 'The predictor and the referee' take shorter ones of the same kind.
      --skip 'are answered by this build as they are written down'
      # Long games of one thread each: there is nothing to race, and AddressSanitizer has them.
      --skip PositionsTests
      --skip SolvingTests
      --skip 'A random game of any kind'
      --skip 'Nobody learns of a card that lies face down'
      # Commands come so slowly here that the journal commits each by itself.
      --skip 'a slow journal delays, in order, and loses nothing'
    )
    scratch=.build-tsan
    ;;
  address)
    export BAIZE_ROUNDS_SHARE="${BAIZE_ROUNDS_SHARE:-3}"
    built+=(--explicit-target-dependency-import-check error)
    # What Foundation leaks is not ours to mend.
    export LSAN_OPTIONS="suppressions='$PWD/Tests/Tools/leaks.supp':print_suppressions=0"
    scratch=.build-asan
    ;;
  *) stop ;;
esac

rm -f "$scratch/debug/baizePackageTests.xctest"  # of before, which nobody may run or list when this build fails
swift build --sanitize "$1" --scratch-path "$scratch" "${built[@]}"
if [[ $1 == thread ]]; then
  exec swift test --skip-build --disable-xctest --sanitize "$1" --scratch-path "$scratch" "${chosen[@]}"
fi

# Each module has a process of its own, and three run side by side, since some wait more than they work. The longest
# begin first: PositionsTests, whose long games take minutes in their slice, and then the others by their size.
# In one process for all, tests on two threads count references to the same objects: half as much CPU time again.
export program=$scratch/debug/baizePackageTests.xctest
export folder=$scratch/test-output
rm -rf "$folder"
mkdir -p "$folder"
run_module() {
  local code=0
  "$program" --testing-library swift-testing --no-parallel --filter "^$1\\." >"$folder/$1.log" 2>&1 || code=$?
  flock "$folder" cat "$folder/$1.log"
  return "$code"
}
export -f run_module
modules=$("$program" --testing-library swift-testing --list-tests | sed -n 's/^\(\w*Tests\)\..*/\1/p' | sort -u)
[[ -n $modules ]] || stop 'no tests were built'
for module in $modules; do
  size=$(du -s "Tests/$module" | cut -f 1)
  [[ $module != PositionsTests ]] || size=$((size + 1000000))
  echo "$size $module"
done | sort -rn | cut -d ' ' -f 2 |
  xargs -P 3 -I{} bash -c 'run_module {}'
