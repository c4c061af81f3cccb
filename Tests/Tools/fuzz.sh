#!/usr/bin/env bash
# Looks for inputs that break what Tests/FuzzTargets promise: libFuzzer, so many seconds for each target, beginning with
# the inputs in Tests/Fixtures/fuzz. Exit code 0 only if none was found, and the planted mistake was.
#
#     fuzz.sh SECONDS [TARGET...]   look, in .build-fuzz/corpus
#     fuzz.sh try TARGET FILE       run one input
#     fuzz.sh minimise TARGET FILE  make an input that breaks something shorter
#     fuzz.sh keep [TARGET...]      take what leads somewhere new into Tests/Fixtures/fuzz
set -uo pipefail
cd "$(dirname "$0")/../.."

export BAIZE_PART=FuzzDriver            # Package.swift: this part, for libFuzzer
export BAIZE_THOROUGH=1                 # AddressSanitizer watches all modules
export SWIFT_BACKTRACE=enable=no        # libFuzzer and AddressSanitizer tell more
program=.build-fuzz/debug/FuzzDriver
kept=Tests/Fixtures/fuzz
targets=$(ls "$kept")

stop() {
  echo "fuzz: $*" >&2
  exit 2
}

build() {
  echo '▸ build with libFuzzer and AddressSanitizer (the first one takes some minutes)'
  swift build --quiet --product FuzzDriver --scratch-path .build-fuzz || stop 'the build failed'
}

run() { # run TARGET ARGUMENT...
  local target=$1
  shift
  BAIZE_FUZZ=$target "$program" "$@"
}

chosen() { # the targets named, or all
  local each
  for each in "$@"; do [[ -d $kept/$each ]] || stop "there is no target $each; there are" $targets; done
  if (($#)); then echo "$@"; else echo "$targets"; fi
}

by_digit() { # by_digit FOLDER: what is named after its hash goes into folders by the first digit
  local file name
  for file in "$1"/*; do
    name=${file##*/}
    [[ -f $file && $name =~ ^[0-9a-f]{16,}$ ]] || continue
    mkdir -p "$1/${name:0:1}" && mv "$file" "$1/${name:0:1}/" || stop "$file cannot be moved"
  done
}

look() {
  local seconds=$1 log target found=() began
  shift
  local these
  these=$(chosen "$@") || exit 2
  mkdir -p .build-fuzz/corpus/control .build-fuzz/found
  # A machine that finds no planted mistake would find no other either.
  log=.build-fuzz/control.log
  rm -f .build-fuzz/corpus/control/*
  run control -max_total_time=60 -artifact_prefix=.build-fuzz/control- .build-fuzz/corpus/control >"$log" 2>&1
  grep -q 'control: this does not hold' "$log" || stop "the planted mistake was not found; see $log"
  rm -f .build-fuzz/control-crash-*
  echo '✓ the planted mistake is found'
  for target in $these; do
    mkdir -p ".build-fuzz/corpus/$target"
    log=.build-fuzz/$target.log
    began=$SECONDS
    if run "$target" -max_total_time="$seconds" -timeout=10 -artifact_prefix=".build-fuzz/found/$target-" \
      -print_final_stats=1 ".build-fuzz/corpus/$target" "$kept/$target" >"$log" 2>&1; then
      echo "✓ $target: $(grep -a 'number_of_executed_units' "$log" | grep -oE '[0-9]+$') inputs," \
        "$((SECONDS - began)) s"
    else
      found+=("$target")
      echo "✗ $target: $(grep -aE '^fuzz: |^SUMMARY|ERROR: ' "$log" | head -n 1)"
      grep -aoE '\.build-fuzz/found/[^ ]+' "$log" | sed 's/^/    input: /'
      echo "    all of it: $log"
    fi
  done
  ((${#found[@]} == 0)) && exit 0
  cat <<END
To see it again:  Tests/Tools/fuzz.sh try ${found[0]} INPUT
To make it short: Tests/Tools/fuzz.sh minimise ${found[0]} INPUT
Once mended, put the short one into $kept/TARGET, named after what it shows: make test tries it from then on.
END
  exit 1
}

case ${1:-} in
  try)
    (($# == 3)) || stop 'usage: fuzz.sh try TARGET FILE'
    build
    run "$2" "$3"
    ;;
  minimise)
    (($# == 3)) || stop 'usage: fuzz.sh minimise TARGET FILE'
    build
    short=.build-fuzz/found/$2-short
    run "$2" -minimize_crash=1 -max_total_time=60 -exact_artifact_path="$short" "$3" >.build-fuzz/minimise.log 2>&1
    [[ -s $short ]] || stop 'it is as short as it gets, or breaks nothing; see .build-fuzz/minimise.log'
    echo "$(stat -c %s "$short") bytes: $short"
    ;;
  keep)
    shift
    these=$(chosen "$@") || exit 2
    build
    for target in $these; do
      run "$target" -merge=1 -max_len=1024 "$kept/$target" ".build-fuzz/corpus/$target" >.build-fuzz/merge.log 2>&1 ||
        stop "$target: the merge failed; see .build-fuzz/merge.log"
      by_digit "$kept/$target"
      echo "$target: $(find "$kept/$target" -type f -printf '%s\n' |
        awk '{ bytes += $1 } END { print NR " inputs, " bytes " bytes" }')"
    done
    ;;
  [1-9]*)
    build
    look "$@"
    ;;
  *) stop 'usage: fuzz.sh SECONDS [TARGET...] | try TARGET FILE | minimise TARGET FILE | keep [TARGET...]' ;;
esac
