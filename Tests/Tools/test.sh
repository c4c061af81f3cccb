#!/usr/bin/env bash
# Runs the named steps one after the other, whatever became of the step before, and ends with one line:
# "N passed, N failed, N skipped". Logs stay in .build/test-logs. Exit code 0 only if nothing failed.
set -uo pipefail
cd "$(dirname "$0")/../.."

export BAIZE_STRICT=1   # our own warnings are errors
export BAIZE_BIN="${BAIZE_BIN:-$PWD/.build/debug/baize}"   # what the steps that need a server start
logs=.build/test-logs

# Each step: what it says, how long it may take, what it does. It fails by its exit code.

about_format() { echo '10m  swift format lint --strict'; }
step_format() {
  swift format lint --strict --parallel --recursive Sources Tests Package.swift
  # A crash of the server is everybody's crash: Sources do without `!`; tests may use it.
  sed -E 's/"(NeverForceUnwrap|NeverUseForceTry|NeverUseImplicitlyUnwrappedOptionals)": false/"\1": true/' \
    .swift-format >"$logs/sources.swift-format"
  swift format lint --strict --parallel --recursive --configuration "$logs/sources.swift-format" Sources
}

about_tidy() { echo '5m  tidy: imports, packages, links, dead files, widths'; }
step_tidy() { python3 Tests/Tools/tidy.py; }

about_build() { echo '15m  build with warnings as errors and the import rule'; }
step_build() { swift build --build-tests --explicit-target-dependency-import-check error; }

about_wasm() { echo '10m  build the rules as WebAssembly'; }
step_wasm() { bash Tests/Tools/build_wasm.sh all; }

about_swift() { echo '15m  Swift tests'; }
step_swift() { quiet_tests swift test --skip-build --disable-xctest; }

# A line for each test and each failure; the start of every single case is not worth a line.
quiet_tests() {
  set -o pipefail
  "$@" 2>&1 | grep -vE '^◇ Test (case passing|".*" started|.* started\.$)'
}

about_tsan() { echo "35m  the library's tests under ThreadSanitizer"; }
step_tsan() { quiet_tests bash Tests/Tools/sanitize.sh thread; }

about_asan() { echo '35m  warnings as errors, the import rule, and all Swift tests under AddressSanitizer'; }
step_asan() { quiet_tests bash Tests/Tools/sanitize.sh address; }

about_types() { echo '3m  types of the client (tsc)'; }
step_types() { tsc --project Tests/ClientTests/tsconfig.json; }

about_js() { echo "3m  the client's pure modules (node)"; }
step_js() { node --test --test-reporter=spec Tests/ClientTests/*.test.mjs; }

about_rules() { echo '3m  the rules as WebAssembly (node)'; }
step_rules() { node --test --test-reporter=spec Tests/WasmTests/*.test.mjs; }

about_tools() { echo '3m  the tools of the tests'; }
step_tools() { .venv/bin/python -m pytest -q -p no:cacheprovider Tests/Tools; }

about_docs() { echo '3m  documentation of DragDrop (docc)'; }
step_docs() { python3 Tests/Tools/docs.py; }

about_deploy() { echo '5m  deploy files: units, proxies, figures'; }
step_deploy() { bash Tests/Tools/check_deploy.sh; }

about_browser() { echo '30m  browser tests, three at a time'; }
# Each has servers and pages of its own, and waits for animations part of its time.
step_browser() {
  BAIZE_CHROMIUM=$(command -v chromium) \
    .venv/bin/python -m pytest -v -p no:cacheprovider --numprocesses=3 --durations=5 Tests/BrowserTests
}

about_disks() { echo '10m  disks that fail, lose power or were damaged, two tests at a time'; }
step_disks() { .venv/bin/python -m pytest -q -p no:cacheprovider --numprocesses=2 --durations=5 Tests/Chaos; }

about_chaos() { echo '10m  servers that are killed, and the power lost, under load'; }
# How quickly all is back is judged by `make chaos`, on a machine that does nothing else.
step_chaos() {
  .venv/bin/python Tests/Chaos/chaos.py --kills 20 --patient
  .venv/bin/python Tests/Chaos/takeover.py --takeovers 4
  .venv/bin/python Tests/Chaos/power.py --losses 6
  .venv/bin/python Tests/Chaos/power.py --losses 3 --no-fsync
}

about_conformance() { echo '3m  RFC 6455 and RFC 7692, a choice of the Autobahn suite'; }
step_conformance() { .venv/bin/python Tests/Conformance/autobahn.py some; }

about_all_cases() { echo '50m  RFC 6455 and RFC 7692, all of the Autobahn suite'; }
step_all_cases() { .venv/bin/python Tests/Conformance/autobahn.py all; }

about_interop() { echo "5m  the wire, and other people's clients at a table"; }
step_interop() { interop; }

about_all_clients() { echo "10m  the wire, and five clients of other people at a table"; }
step_all_clients() { interop --clients all; }

interop() {
  BAIZE_CHROMIUM=$(command -v chromium) \
    .venv/bin/python -m pytest -q -rs -p no:cacheprovider --durations=5 Tests/Conformance "$@"
}

about_release() { echo '15m  release build'; }
# The same as that of `make run`, so that whoever tests has it already.
step_release() { env -u BAIZE_STRICT swift build -c release --static-swift-stdlib --product baize; }

about_instructions() { echo '5m  how many instructions a message costs'; }
step_instructions() { python3 Tests/Tools/instructions.py; }

# What counts in a step's log: every test of a runner, or the step itself as one check.
runner_of() {
  case $1 in
    swift | tsan | asan) echo swift ;;
    js | rules) echo node ;;
    tools | browser | disks | interop | all_clients) echo pytest ;;
    deploy | docs | instructions | conformance | all_cases) echo checks ;;
    *) echo one ;;
  esac
}

if [[ ${1:-} == --step ]]; then # one step, in a shell of its own, so that a failing command ends it
  set -e
  "step_$2"
  exit
fi

rm -rf "$logs"
mkdir -p "$logs"
running=
trap '[[ -z $running ]] || kill -TERM "$running"; echo "stopped"; exit 130' INT TERM

# A step runs as a process group of its own (that is what timeout does), so that its end is the end of all it started.
run_step() { # run_step STEP LIMIT; the exit code is the step's
  local code tee
  exec 3> >(exec tee "$logs/$1.log")
  tee=$!
  timeout --kill-after=10 "$2" bash "$0" --step "$1" >&3 2>&1 </dev/null &
  running=$!
  exec 3>&-
  wait "$running"
  code=$?
  running=
  wait "$tee"
  return "$code"
}

began=$SECONDS
for step in "$@"; do
  read -r limit title <<<"$("about_$step")"
  echo "▸ $title"
  start=$SECONDS
  run_step "$step" "$limit"
  code=$?
  took=$((SECONDS - start))
  case $code in
    0) echo "✓ $title: $took s" ;;
    124) echo "✗ $title: not done after $limit" ;;
    *) echo "✗ $title: exit code $code after $took s" ;;
  esac
  echo "$step $(runner_of "$step") $code" >>"$logs/steps"
done
echo "all steps: $((SECONDS - began)) s; logs in $logs"
python3 Tests/Tools/summary.py "$logs"
