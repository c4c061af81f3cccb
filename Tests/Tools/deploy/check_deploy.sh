#!/usr/bin/env bash
# Tries the files in deploy: the units with systemd's own checks and as they start Baize, the sites with proxies before
# it, the backup beside it, whatever reads its figures, and the package in a machine of its own.
# Ends with "checks: N passed, N failed, N skipped"; BAIZE_BIN names the program.
set -uo pipefail
cd "$(dirname "$0")/../../.."

exposure_max=20   # tenths, as systemd-analyze's --threshold has it
heartbeat=20      # seconds; the proxy must wait longer
program=${BAIZE_BIN:-$PWD/.build/release/baize}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0 skipped=0

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

# The programs are where they were built, not where the units will find them.
for unit in deploy/*.service deploy/*.socket deploy/*.timer; do
  sed -e "s|^ExecStart=/usr/local/bin/baize |ExecStart=$program |" \
    -e "s|^ExecStart=/usr/local/libexec/baize-backup |ExecStart=$PWD/deploy/baize-backup |" "$unit" \
    >"$scratch/${unit##*/}"
done

units_are_valid() { # a misspelt setting is only a warning to systemd; warnings about other units are not ours
  systemd-analyze verify --man=no "$scratch"/baize*.{service,socket,timer} && ! grep -q 'baize' "$scratch/log"
}

unit_is_hardened() { # unit_is_hardened FILE
  systemd-analyze security --no-pager --offline=yes --threshold="$exposure_max" "$1"
}

options_exist() { # what the unit passes to `baize serve`, and what stands in its settings, `baize serve --help` lists
  local help option
  help=$(timeout 10 "$program" serve --help) || return 1
  for option in $(sed -n 's/^ExecStart=//p' deploy/baize.service | grep -o -- '--[a-z-]*') \
    $(sed -nE 's/^([a-z-]+) *=.*/--\1/p' deploy/baize.conf); do
    grep -q -- "$option\b" <<<"$help" || { echo "baize serve has no $option"; return 1; }
  done
}

site_outlasts_the_heartbeat() {
  local seconds
  seconds=$(sed -nE 's/^ *proxy_read_timeout ([0-9]+)s;/\1/p' deploy/nginx.conf)
  [[ -n $seconds ]] && (( seconds > heartbeat ))
}

check 'the units are valid (systemd-analyze verify)' units_are_valid
for unit in baize baize-backup; do
  check "the exposure of $unit.service is at most $((exposure_max / 10)).0 of 10 (systemd-analyze security)" \
    unit_is_hardened "$scratch/$unit.service"
  sed -n 's/^→ //p' "$scratch/log"
done
check 'the unit and its settings use options that exist' options_exist
check 'Baize starts, reloads and restarts at sockets that systemd holds' \
  python3 Tests/Tools/deploy/try_activation.py "$program"
check 'the backup copies beside a running Baize, and can be restored' \
  python3 Tests/Tools/deploy/try_backup.py "$program"
check "the nginx site waits longer than a heartbeat of $heartbeat s" site_outlasts_the_heartbeat
for proxy in nginx caddy; do
  check "the $proxy site passes a page and a WebSocket through TLS" \
    python3 Tests/Tools/deploy/try_proxy.py "$program" "$proxy" port
  check 'and so it does over a Unix socket' python3 Tests/Tools/deploy/try_proxy.py "$program" "$proxy" socket
done
check 'alerts and dashboard name figures that are shown' python3 Tests/Tools/deploy/check_figures.py "$program" names
check 'and Prometheus understands them' python3 Tests/Tools/deploy/check_figures.py "$program" syntax
check 'the package is made' env BAIZE_BIN="$program" bash Tests/Tools/package/build_deb.sh
package=$(grep -x '\.build/deb/.*\.deb' "$scratch/log")
title='the package is installed, serves, is upgraded with nobody refused, and leaves no trace but the data'
as_root=()
((EUID == 0)) || as_root=(sudo -n)
if [[ -z $package ]]; then
  : # That failed already.
elif "${as_root[@]}" unshare --mount --pid --net --fork true; then
  check "$title" "${as_root[@]}" python3 Tests/Tools/deploy/try_package.py "$package"
  sed -n 's/^upgrade: /→ /p' "$scratch/log"
else
  skipped=$((skipped + 1))
  echo "skipped: $title: only root can start a machine of its own"
fi
echo "checks: $passed passed, $failed failed, $skipped skipped"
exit $((failed > 0))
