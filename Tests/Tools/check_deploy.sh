#!/usr/bin/env bash
# Tries the files in deploy: the unit with systemd's own checks, the site with nginx in front of a running Baize.
# Ends with "checks: N passed, N failed, N skipped"; BAIZE_BIN names the program.
set -uo pipefail
cd "$(dirname "$0")/../.."

exposure_max=20   # tenths, as systemd-analyze's --threshold has it
heartbeat=20      # seconds; the proxy must wait longer
program=${BAIZE_BIN:-$PWD/.build/debug/baize}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

check() { # check TITLE COMMAND...
  local title=$1
  shift
  if "$@" >"$scratch/log" 2>&1; then
    passed=$((passed + 1))
    echo "ok: $title"
  else
    failed=$((failed + 1))
    echo "FAILED: $title"
    sed 's/^/  /' "$scratch/log"
  fi
}

# The program is where it was built, not where the unit will find it.
sed "s|^ExecStart=/usr/local/bin/baize|ExecStart=$program|" deploy/baize.service >"$scratch/baize.service"

unit_is_valid() { # a misspelt setting is only a warning to systemd; warnings about other units are not ours
  systemd-analyze verify --man=no "$scratch/baize.service" && ! grep -q 'baize\.service' "$scratch/log"
}

unit_is_hardened() {
  systemd-analyze security --no-pager --offline=yes --threshold="$exposure_max" "$scratch/baize.service"
}

unit_options_exist() { # what the unit passes to `baize serve` is what `baize serve --help` lists
  local help option
  help=$(timeout 10 "$program" serve --help) || return 1
  for option in $(sed -n 's/^ExecStart=//p' deploy/baize.service | grep -o -- '--[a-z-]*'); do
    grep -q -- "$option\b" <<<"$help" || { echo "baize serve has no $option"; return 1; }
  done
}

site_outlasts_the_heartbeat() {
  local seconds
  seconds=$(sed -nE 's/^ *proxy_read_timeout ([0-9]+)s;/\1/p' deploy/nginx.conf)
  [[ -n $seconds ]] && (( seconds > heartbeat ))
}

check 'the unit is valid (systemd-analyze verify)' unit_is_valid
check "the unit's exposure is at most $((exposure_max / 10)).0 of 10 (systemd-analyze security)" unit_is_hardened
sed -n 's/^→ //p' "$scratch/log"
check 'the unit uses options that exist' unit_options_exist
check "the site waits longer than a heartbeat of $heartbeat s" site_outlasts_the_heartbeat
check 'the site passes a page and a WebSocket through nginx' bash Tests/Tools/try_nginx.sh "$program" port
check 'and so it does over a Unix socket' bash Tests/Tools/try_nginx.sh "$program" socket
echo "checks: $passed passed, $failed failed, 0 skipped"
exit $((failed > 0))
