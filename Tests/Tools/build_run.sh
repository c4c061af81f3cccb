#!/usr/bin/env bash
# What `make run` builds: the program, and at the same time the rules for browsers, which take the cores that the
# program leaves idle. A Swift that cannot make WebAssembly leaves the rules out; pages then ask the server.
set -euo pipefail
cd "$(dirname "$0")/../.."

rules() { # rules START
  if nice -n 19 bash Tests/Tools/build_wasm.sh >.build-wasm/log 2>&1; then
    echo "✓ rules for browsers: $(($(date +%s) - $1)) s"
  else
    echo '▸ this Swift cannot build the rules for browsers (.build-wasm/log); pages then ask the server'
  fi
}

echo '▸ release build, and the rules for browsers beside it (the first one takes some minutes, later ones seconds)'
mkdir -p .build-wasm
start=$(date +%s)
# Ctrl-C does not reach what a script starts in the background. So it has a process group of its own, which ends with
# the script.
set -m
rules "$start" &
set +m
beside=$!
trap 'kill -- "-$beside" 2>/dev/null || true' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
bash Tests/Tools/build_release.sh baize
echo "✓ release build: $(($(date +%s) - start)) s"
wait "$beside"
