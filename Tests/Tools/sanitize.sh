#!/usr/bin/env bash
# Swift tests under a sanitizer, in a part of the package and a scratch path of its own: `sanitize.sh thread` runs those
# that have threads, `sanitize.sh address` those that touch memory by pointers or read what strangers send.
# Exit code 0 only if all pass and the sanitizer reported nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

chosen=()
case ${1:?"usage: sanitize.sh thread|address"} in
  thread)
    # TsanLocks tells ThreadSanitizer what the locks of the standard library order.
    export BAIZE_PART='ReactorTests StoreTests ServerTests TsanLocks'
    scratch=.build-tsan
    chosen=(
      # It fills the buffers of the system until a reader is left behind: minutes instead of a second.
      --skip 'a reader that stops is given a snapshot when it reads on'
      # Five megabytes are made, hashed and moved, each byte of them watched: longer than a client waits.
      --skip 'of the largest size are taken, and one byte more is refused before it is sent'
      --skip 'whose reader never reads are let go of'
      --skip 'whose reader goes away leave nothing behind'
      # Commands come so slowly here that the journal commits each by itself.
      --skip 'a slow journal delays, in order, and loses nothing'
    )
    ;;
  address)
    modules='Bytes|JSON|HTTP|WebSocket|Wire|Descriptions|Reactor|Load|Fuzz'
    export BAIZE_PART="${modules//|/Tests }Tests ServerTests"
    scratch=.build-asan
    # Of the server those that keep things in memory of their own: whatever a connection hears is read and written by
    # the other modules.
    chosen=(
      --filter "^($modules)Tests\\."
      --filter '/(Gallery|Audience[A-Za-z+]*|Slab)(Tests|Properties)?\.swift'
    )
    ;;
  *)
    echo 'usage: sanitize.sh thread|address' >&2
    exit 2
    ;;
esac

swift build --build-tests --sanitize "$1" --scratch-path "$scratch"
swift test --skip-build --disable-xctest --sanitize "$1" --scratch-path "$scratch" "${chosen[@]}"
