#!/usr/bin/env bash
# Checks what this machine lacks for one purpose (run, install, deb, build, wasm, lint, js, deploy, container, browser,
# firefox, chaos, conformance, instructions, test or all), says what each missing part is for, and installs it. `test`
# and `all` leave Python's packages to a step beside the builds, `venv`. `clients NAME...` are programs of other people
# to try the server with. Promise: quick and silent when all is there; never asks apt for what is there.
set -euo pipefail
cd "$(dirname "$0")/../.."

compiling=(run install deb build wasm lint deploy browser firefox chaos conformance instructions)
purposes="$(IFS='|'; echo "${compiling[*]}")|js|container|test|all|venv|clients NAME..."
purpose=${1:?"usage: need.sh $purposes"}
tools=.build/tools   # what is only unpacked for the tests, not installed
missing=()           # packages for apt-get install
reasons=()

stop() {
  echo "baize: $*" >&2
  exit 1
}

wanted() { # wanted PURPOSE...: is one of them ours?
  local each
  [[ $purpose == test || $purpose == all ]] && return 0
  for each in "$@"; do [[ $each == "$purpose" ]] && return 0; done
  return 1
}

lacks() { # lacks PACKAGE REASON
  missing+=("$1")
  reasons+=("$2")
}

has() { command -v "$1" >/dev/null 2>&1; }

makes_venv() { "$1" -c 'import venv, ensurepip' >/dev/null 2>&1; }

has_library() { compgen -G "/usr/lib/*/$1" >/dev/null || compgen -G "/lib/*/$1" >/dev/null; }

# Swift is the one thing that the user brings.
check_swift() {
  local get='Get it from https://www.swift.org/install/linux/ and try again.' version
  has swift || stop "Swift 6.2 or newer is needed, and there is no 'swift' on the PATH. $get"
  version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+)\.([0-9]+).*/\1 \2/p' | head -n 1) || true
  if [[ -z $version && ${1:-} == maybe ]]; then return 0; fi   # it may lack a library that is installed below
  [[ -n $version ]] || stop "Swift 6.2 or newer is needed, and 'swift --version' does not answer. $get"
  if (( ${version% *} < 6 || (${version% *} == 6 && ${version#* } < 2) )); then
    stop "Swift 6.2 or newer is needed, and this one is ${version/ /.}. $get"
  fi
}

look_around() {
  if wanted "${compiling[@]}"; then
    has_library libncurses.so.6 || lacks libncurses6 'the Swift toolchain is linked with it'
    has_library libcurl.so.4 || lacks libcurl4 'the Swift toolchain is linked with it'
    has ld && compgen -G '/usr/include/c++/*' >/dev/null || lacks g++ 'headers and the linker that Swift builds with'
    has git || lacks git 'fetches the Swift packages that are used'
    has pkg-config || lacks pkg-config 'tells the compiler where zlib is'
    [[ -e /usr/include/zlib.h ]] || lacks libz-dev 'compression'
    [[ -e /usr/include/sqlite3.h ]] || lacks libsqlite3-dev 'the tables that are kept'
    [[ -e /usr/include/nettle/sha2.h ]] || lacks nettle-dev 'hashes: names of blobs, checksums, the handshake'
  fi
  if wanted install deb build wasm lint js deploy browser firefox chaos conformance instructions; then
    has python3 || lacks python3 'the manual, the tidy checks, tests of the deploy files, the sum at the end of a test'
  fi
  if wanted js wasm; then
    has node || lacks nodejs "tests of the client's pure modules and of the rules that it loads"
  fi
  if wanted js; then
    has tsc || lacks node-typescript "checks the client's types"
  fi
  if wanted browser chaos conformance; then
    has chromium || lacks chromium 'the browser of the browser tests'
  fi
  if wanted browser; then
    [[ -n $(fc-list :lang=und-zsye family 2>/dev/null) ]] ||
      lacks fonts-noto-color-emoji 'the fruits of the fruit basket, in the pictures that the browser takes'
  fi
  if wanted browser firefox chaos; then
    has_library libatomic.so.1 || lacks libatomic1 "Playwright's driver is linked with it"
  fi
  if wanted browser firefox chaos conformance; then
    if [[ ! -x .venv/bin/python ]] && ! makes_venv python3 && ! makes_venv /usr/bin/python3; then
      lacks python3-venv 'a place of their own for the browser tests'
    fi
  fi
  if wanted chaos; then
    has cc || has clang || lacks gcc 'builds the disk that fails, which is written in C'
  fi
  if wanted instructions; then
    has valgrind || lacks valgrind 'counts instructions: the budgets of what a message may cost'
    has strip || lacks binutils 'takes from a program what valgrind cannot read'
  fi
  if wanted deploy; then
    has systemd-analyze || lacks systemd 'checks the units in deploy'
  fi
  # A part of no test that `make test` runs: it takes minutes, and root.
  if [[ $purpose == container ]]; then
    has buildah || lacks buildah 'builds deploy/Containerfile'
  fi
  if wanted deploy || [[ $purpose == container ]]; then
    has mmdebstrap || lacks mmdebstrap 'makes a new Debian, to try the package and the images in'
  fi
  if wanted deb deploy; then
    has dh || lacks debhelper "makes Debian's packages"
  fi
  if wanted deploy; then
    has groff || lacks groff-base 'reads the manual pages, and complains where they are wrong'
    has systemd-nspawn || lacks systemd-container 'starts a machine of its own, to try the package in'
  fi
  if wanted deploy browser; then
    has openssl || lacks openssl 'certificates for the proxies that the tests put in front'
  fi
}

as_root() {
  if (( EUID == 0 )); then "$@"; elif [[ -t 0 ]]; then sudo "$@"; else sudo -n "$@"; fi
}

may_be_root() { (( EUID == 0 )) || has sudo; }

updated=no
update_lists() {
  [[ $updated == no ]] || return 0
  as_root apt-get update -qq
  updated=yes
}

# Says nothing but what goes wrong.
apt_install() { # apt_install PACKAGE...
  update_lists && as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends -qq -o Dpkg::Use-Pty=0 "$@" >/dev/null
}

install_missing() {
  (( ${#missing[@]} )) || return 0
  local each start=$SECONDS command="apt-get install -y --no-install-recommends ${missing[*]}"
  echo "▸ this machine lacks ${#missing[@]} package(s):"
  for each in "${!missing[@]}"; do printf '    %-16s %s\n' "${missing[each]}" "${reasons[each]}"; done
  has apt-get || stop "please install ${missing[*]} (Debian's names): there is no apt-get here."
  may_be_root || stop "please run this as root, then try again: apt-get update && $command"
  if ! apt_install "${missing[@]}"; then
    stop "apt-get failed; please run this as root, then try again: apt-get update && $command"
  fi
  echo "✓ installed ${missing[*]}: $((SECONDS - start)) s"
}

# Unpacked, not installed: a test must not leave a web server running on port 80.
unpack() { # unpack COMMAND PACKAGE REASON: into a folder of its own
  local program=$1 package=$2 folder=$tools/$1 by_hand
  by_hand="please run this as root, then try again:
    apt-get update && apt-get install -y --no-install-recommends $package"
  if has "$program" || [[ -x /usr/sbin/$program || -x $folder/usr/sbin/$program || -x $folder/usr/bin/$program ]]; then
    return 0
  fi
  echo "▸ $package, unpacked into $folder (not installed): $3"
  has apt-get || stop "please install $package: there is no apt-get here."
  mkdir -p "$folder"
  if ! (cd "$folder" && apt-get download -q "$package" >/dev/null 2>&1); then
    may_be_root && update_lists || stop "$by_hand"
    (cd "$folder" && apt-get download -q "$package") || stop "$by_hand"
  fi
  dpkg -x "$folder/${package}"_*.deb "$folder"
  rm -f "$folder/${package}"_*.deb
  compgen -G "$folder/usr/*bin/$program" >/dev/null || stop "$by_hand"
}

unpack_servers() {
  if wanted deploy browser; then unpack nginx nginx 'deploy/nginx.conf is tried with it'; fi
  if wanted deploy; then
    unpack caddy caddy 'deploy/Caddyfile is tried with it'
    unpack promtool prometheus 'checks deploy/prometheus.yml and its alerts'
  fi
}

# .venv/bin/python runs the browser tests, whichever of three ways this machine allows.
make_venv() {
  local list=Tests/Tools/requirements.txt stamp python start=$SECONDS
  stamp=$(cat "$list" "$0" | cksum)
  if [[ -x .venv/bin/python && "$(cat .venv/stamp 2>/dev/null)" == "$stamp" ]] &&
    .venv/bin/python -c 'import playwright, pytest' 2>/dev/null; then
    return 0
  fi
  echo '▸ .venv with Playwright, which drives the browser (about 200 MB)'
  rm -rf .venv
  python=python3
  makes_venv python3 || { makes_venv /usr/bin/python3 && python=/usr/bin/python3; }
  if makes_venv "$python" && "$python" -m venv .venv; then
    .venv/bin/python -m pip install -q -r "$list"
  elif has virtualenv && virtualenv -q .venv; then
    .venv/bin/python -m pip install -q -r "$list"
  elif python3 -m pip --version >/dev/null 2>&1; then
    rm -rf .venv
    mkdir -p .venv/bin
    python3 -m pip install -q --target .venv/packages -r "$list"
    printf '#!/bin/sh\nPYTHONPATH="%s" exec python3 "$@"\n' "$PWD/.venv/packages" >.venv/bin/python
    chmod +x .venv/bin/python
  else
    stop 'Python has neither venv nor pip; please install python3-venv and try again.'
  fi
  echo "$stamp" >.venv/stamp
  echo "✓ .venv: $((SECONDS - start)) s"
}

# Other people's WebSocket clients.
install_clients() { # install_clients NAME...
  local clients=() names=" $* "
  if [[ $names == *' firefox '* ]]; then
    has firefox-esr || has firefox || clients+=(firefox-esr)
  fi
  if [[ $names == *' node-ws '* ]]; then
    [[ -e /usr/share/nodejs/ws ]] || clients+=(node-ws)
    has node || clients+=(nodejs)
  fi
  if [[ $names == *' gorilla '* ]]; then
    has go || clients+=(golang-go)
    [[ -e /usr/share/gocode/src/github.com/gorilla/websocket ]] || clients+=(golang-github-gorilla-websocket-dev)
  fi
  (( ${#clients[@]} )) || return 0
  echo "▸ clients to try the server with: ${clients[*]}"
  has apt-get && may_be_root && apt_install "${clients[@]}" ||
    stop "please run this as root, then try again:
    apt-get update && apt-get install -y --no-install-recommends ${clients[*]}"
}

# Most browser tests take it, since it is quicker; where it cannot be had they take full Chromium.
install_headless() {
  has chromium-headless-shell && return
  echo '▸ chromium-headless-shell: most browser tests take a seventh less time with it'
  if has apt-get && may_be_root && apt_install chromium-headless-shell; then return; fi
  echo '▸ it cannot be had here; full Chromium is taken'
}

case $purpose in
  venv)
    make_venv
    exit
    ;;
  clients)
    install_clients "${@:2}"
    exit
    ;;
esac
if wanted "${compiling[@]}"; then check_swift maybe; fi
look_around
install_missing
if wanted "${compiling[@]}"; then check_swift; fi
unpack_servers
case $purpose in
  browser | firefox | chaos | conformance) make_venv ;;
esac
case $purpose in
  conformance | all) install_clients firefox node-ws gorilla ;;
  firefox) install_clients firefox ;;
esac
case $purpose in
  test | all | browser) install_headless ;;
esac
