#!/usr/bin/env bash
# The library's tests under a sanitizer, in a scratch path of its own: `sanitize.sh thread` or `sanitize.sh address`.
# Missing are those of the program itself, which start it as a process of its own, and those skipped below.
# Exit code 0 only if all pass and the sanitizer reported nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

part=()
for folder in Tests/*Tests; do
  if [[ $folder != Tests/BaizeTests ]] && compgen -G "$folder/*.swift" >/dev/null; then part+=("${folder#Tests/}"); fi
done
export BAIZE_SANITIZED=1  # what is left to chance is tried less often
chosen=(
  # The longest walks of all; 'Random walks' and 'The predictor and the referee' take shorter ones of the same kind.
  --skip 'are answered by this build as they are written down'
  # Commands come so slowly here that the journal commits each by itself.
  --skip 'a slow journal delays, in order, and loses nothing'
)
case ${1:?"usage: sanitize.sh thread|address"} in
  thread)
    # TsanLocks tells ThreadSanitizer what the locks of the standard library order.
    part+=(TsanLocks)
    scratch=.build-tsan
    ;;
  address)
    scratch=.build-asan
    # Foundation leaks what it made for the process of node's.
    chosen+=(--skip "The browser's table")
    ;;
  *)
    echo 'usage: sanitize.sh thread|address' >&2
    exit 2
    ;;
esac

export BAIZE_PART="${part[*]}"
swift build --build-tests --sanitize "$1" --scratch-path "$scratch"
swift test --skip-build --disable-xctest --sanitize "$1" --scratch-path "$scratch" "${chosen[@]}"
