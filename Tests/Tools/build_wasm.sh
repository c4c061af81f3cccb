#!/usr/bin/env bash
# Builds the rules as WebAssembly: Public/patience.wasm and Public/solver.wasm for browsers, and with "all" also
# .build-wasm/engine.wasm, the whole engine for tests. What was built before is gone if it fails, so that no page meets
# rules of another day.
set -euo pipefail
cd "$(dirname "$0")/../.."

build() { # build PRODUCT FILE
  rm -f "$2"
  BAIZE_WASM=1 swift build -c release --product "$1" --triple wasm32-unknown-none-wasm --scratch-path .build-wasm
  cp ".build-wasm/wasm32-unknown-none-wasm/release/$1.wasm" "$2"
}

build PatienceWasm Public/patience.wasm
build SolverWasm Public/solver.wasm
[[ ${1:-} != all ]] || build EngineWasm .build-wasm/engine.wasm
