#!/usr/bin/env bash
# Starts a program that serves as `baize serve` does, and nginx with deploy/nginx.conf in front of it, both on free
# ports of 127.0.0.1, or the program at a Unix socket; fetches a page and opens a WebSocket through nginx. Stops what it
# started, by process id. Usage: try_nginx.sh PROGRAM [port|socket]
set -euo pipefail
cd "$(dirname "$0")/../.."

program=${1:?"usage: try_nginx.sh PROGRAM [port|socket]"}
through=${2:-port}
scratch=$(mktemp -d)
nginx=$(PATH=$PATH:/usr/sbin:$PWD/.build/tools/nginx/usr/sbin command -v nginx) || {
  echo 'there is no nginx'
  exit 1
}
started=()

finish() {
  local pid
  for pid in "${started[@]}"; do kill -TERM "$pid" 2>/dev/null || true; done
  for pid in "${started[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$scratch"
}
trap finish EXIT

read -r behind before < <(python3 Tests/Tools/probe.py ports 2)

if [[ $through == socket ]]; then
  behind=$scratch/socket
  place=(--listen "unix:$behind" --trust-proxy unix)
  # The line that the site has for it takes the other's place.
  upstream=(-e '/^  server 127.0.0.1:8080;/d' -e "s|^  # server unix:/run/baize/socket;|  server unix:$behind;|")
else
  place=(--host 127.0.0.1 --port "$behind" --trust-proxy 127.0.0.1)
  upstream=(-e "s/^  server 127.0.0.1:8080;/  server 127.0.0.1:$behind;/")
fi
"$program" serve "${place[@]}" --data "$scratch/data" --public Public >"$scratch/program.log" 2>&1 &
started+=($!)

# The site as it is, but for its two addresses, in the smallest http block that holds it.
sed -e "s/^  listen 80;/  listen 127.0.0.1:$before;/" -e '/^  listen \[::\]:80;/d' \
  "${upstream[@]}" deploy/nginx.conf >"$scratch/site.conf"
mkdir "$scratch/temp"
{
  echo "daemon off; pid $scratch/nginx.pid; error_log $scratch/nginx.log;"
  (( EUID != 0 )) || echo 'user root;'   # the scratch folder is nobody else's
  echo 'events {} http { access_log off;'
  for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $scratch/temp/$kind;"; done
  echo "include $scratch/site.conf; }"
} >"$scratch/nginx.conf"
"$nginx" -t -q -p "$scratch" -e "$scratch/nginx.log" -c "$scratch/nginx.conf"
"$nginx" -p "$scratch" -e "$scratch/nginx.log" -c "$scratch/nginx.conf" &
started+=($!)

if ! python3 Tests/Tools/probe.py wait "$behind" "$before" || ! python3 Tests/Tools/probe.py visit "$before"; then
  cat "$scratch/program.log" "$scratch/nginx.log"
  exit 1
fi
