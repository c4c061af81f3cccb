#!/usr/bin/env bash
# Swift tests under a sanitizer, in a part of the package and a scratch path of its own: `sanitize.sh thread` runs those
# that have threads, `sanitize.sh address` those that touch memory by pointers or read what strangers send.
# Exit code 0 only if all pass and the sanitizer reported nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

skipped=()
case ${1:?"usage: sanitize.sh thread|address"} in
  thread)
    # TsanLocks tells ThreadSanitizer what the locks of the standard library order.
    export BAIZE_PART='ReactorTests StoreTests ServerTests TsanLocks'
    scratch=.build-tsan
    # It fills the buffers of the system until a reader is left behind: minutes instead of a second.
    skipped=(--skip 'a reader that stops is given a snapshot when it reads on')
    ;;
  address)
    # The tests of the server are left out: whatever a connection hears is read and written by these modules.
    export BAIZE_PART='BytesTests JSONTests HTTPTests WebSocketTests WireTests DescriptionsTests ReactorTests FuzzTests'
    scratch=.build-asan
    ;;
  *)
    echo 'usage: sanitize.sh thread|address' >&2
    exit 2
    ;;
esac

swift build --build-tests --sanitize "$1" --scratch-path "$scratch"
swift test --skip-build --disable-xctest --sanitize "$1" --scratch-path "$scratch" "${skipped[@]}"
