#!/usr/bin/env bash
# Installs what was built: install.sh PREFIX. The program goes to PREFIX/bin, the browser client to PREFIX/share/baize,
# and beside them manual pages, completions for shells, documents, systemd's units, and settings where there are none.
# install.sh --remove PREFIX takes all of it away but the settings.
# DESTDIR, in the environment, is put before each path: for packages. BAIZE_BIN names another program than the one
# that was built.
set -euo pipefail
umask 022
cd "$(dirname "$0")/../../.."

stop() {
  echo "baize: $*" >&2
  exit 1
}

verb=install
if [[ ${1:-} == --remove ]]; then
  verb=remove
  shift
fi
prefix=${1:?"usage: install.sh [--remove] PREFIX"}
# A unit's ExecStart= splits words and fills in signs.
[[ $prefix =~ ^/[A-Za-z0-9._/+-]*$ ]] ||
  stop "PREFIX must be an absolute path of letters, digits and . _ + - / alone, not '$prefix'"
prefix=${prefix%/}
program=${BAIZE_BIN:-.build/release/baize}
case $prefix in
  /usr | /usr/local) settings=/etc ;;
  *) settings=$prefix/etc ;;
esac
units=(baize.service baize.socket baize-backup.service baize-backup.timer)

# Not `install`: whoever may write there needs no other rights.
parent=${DESTDIR:-}$prefix/
while [[ ! -d $parent ]]; do parent=$(dirname "$parent"); done
as_owner=()
if [[ ! -w $parent ]] || [[ -z ${DESTDIR:-} && $settings == /etc && ! -w /etc ]]; then
  command -v sudo >/dev/null ||
    stop "this user may not write to $parent; run it as root, or choose another place, like PREFIX=$HOME/.local"
  as_owner=(sudo)
fi

remove() {
  local place=${DESTDIR:-}$prefix each
  "${as_owner[@]}" rm -rf "$place/bin/baize" "$place/libexec/baize-backup" "$place/share/baize" \
    "$place/share/doc/baize" "$place/share/bash-completion/completions/baize" \
    "$place/share/zsh/site-functions/_baize" "$place/share/fish/vendor_completions.d/baize.fish" \
    "$place/lib/sysusers.d/baize.conf" "$place"/share/man/man1/baize{,-*}.1
  for each in "${units[@]}"; do "${as_owner[@]}" rm -f "$place/lib/systemd/system/$each"; done
}

# Everything as it will lie. It is made first, so that an installation that is there is away for a moment only.
stage() { # stage FOLDER
  local place=$1$prefix each date
  date=$(git log -1 --format=%cs 2>/dev/null) || date=$(date -u -r CHANGELOG.md +%Y-%m-%d)
  install -D -m 755 "$program" "$place/bin/baize"
  install -D -m 755 deploy/baize-backup "$place/libexec/baize-backup"
  mkdir -p "$place/share/baize"
  cp -R Public "$place/share/baize/"
  for each in "${units[@]}"; do
    install -D -m 644 "deploy/$each" "$place/lib/systemd/system/$each"
    sed -i -e "s|/usr/local/|$prefix/|g" -e "s|/etc/baize/|$settings/baize/|g" "$place/lib/systemd/system/$each"
  done
  install -D -m 644 deploy/sysusers.conf "$place/lib/sysusers.d/baize.conf"
  install -D -m 644 deploy/baize.conf "$1$settings/baize/baize.conf"
  python3 Tests/Tools/package/manual.py "$program" "$place/share/man/man1" "$date"
  mkdir -p "$place/share/bash-completion/completions" "$place/share/zsh/site-functions" \
    "$place/share/fish/vendor_completions.d"
  # The settings of who builds it are no defaults.
  env -i "$program" --generate-completion-script bash >"$place/share/bash-completion/completions/baize"
  env -i "$program" --generate-completion-script zsh >"$place/share/zsh/site-functions/_baize"
  env -i "$program" --generate-completion-script fish >"$place/share/fish/vendor_completions.d/baize.fish"
  # In two folders as here, since these documents refer to each other.
  mkdir -p "$place/share/doc/baize/docs" "$place/share/doc/baize/deploy"
  cp CHANGELOG.md LICENSE "$place/share/doc/baize/"
  cp docs/*.md "$place/share/doc/baize/docs/"
  cp deploy/{README.md,nginx.conf,Caddyfile,prometheus.yml,alerts.yml,grafana-dashboard.json} \
    "$place/share/doc/baize/deploy/"
  chmod -R u=rwX,go=rX "$1"
}

if [[ $verb == remove ]]; then
  remove
  echo "✓ removed from $prefix; settings in $settings/baize and data stay"
  exit
fi

[[ -x $program ]] || stop "$program is not there; \`make install\` builds it"
[[ -e Public/patience.wasm ]] || echo '▸ without the rules for browsers (make wasm); pages then ask the server'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
stage "$folder"
if [[ -e ${DESTDIR:-}$settings/baize/baize.conf ]]; then rm "$folder$settings/baize/baize.conf"; fi
remove
"${as_owner[@]}" mkdir -p "${DESTDIR:-/}"
"${as_owner[@]}" cp -R --no-preserve=ownership "$folder/." "${DESTDIR:-/}"
[[ -z ${DESTDIR:-} ]] || exit 0
echo "✓ installed: $prefix/bin/baize; make uninstall PREFIX=$prefix takes it away"
if [[ $settings == /etc && -d /run/systemd/system ]]; then
  echo '  To run it as a service, as root: systemd-sysusers && systemctl daemon-reload &&'
  echo '    systemctl enable --now baize.socket baize.service baize-backup.timer'
fi
