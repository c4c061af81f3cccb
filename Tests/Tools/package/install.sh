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
(($# == 1)) || stop 'usage: install.sh [--remove] PREFIX'
# A unit's ExecStart= splits words and fills in signs.
[[ $1 =~ ^/[A-Za-z0-9._/+-]*$ ]] ||
  stop "PREFIX must be an absolute path of letters, digits and . _ + - / alone, not '$1'"
prefix=$(realpath --no-symlinks --canonicalize-missing "$1")
prefix=${prefix%/}
program=${BAIZE_BIN:-.build/release/baize}
case $prefix in
  /usr | /usr/local) settings=/etc/baize ;;
  *) settings=$prefix/etc/baize ;;
esac
place=${DESTDIR:-}$prefix
units=(baize.service baize.socket baize-backup.service baize-backup.timer)

# A user who may write there needs no other rights.
parent=$place/
while [[ ! -d $parent ]]; do parent=$(dirname "$parent"); done
as_owner=()
if [[ ! -w $parent ]] || [[ -z ${DESTDIR:-} && $settings == /etc/* && ! -w /etc ]]; then
  command -v sudo >/dev/null ||
    stop "this user may not write to $parent; run it as root, or choose another place, like PREFIX=${HOME:-}/.local"
  as_owner=(sudo)
fi

# Everything that belongs to nobody else, below the prefix.
ours() {
  printf '%s\n' bin/baize libexec/baize-backup share/baize share/doc/baize lib/sysusers.d/baize.conf \
    share/bash-completion/completions/baize share/zsh/site-functions/_baize share/fish/vendor_completions.d/baize.fish \
    "${units[@]/#/lib/systemd/system/}"
  # Pages of commands that an earlier release had, too.
  (cd "$1" 2>/dev/null || exit 0; compgen -G 'share/man/man1/baize.1*'; compgen -G 'share/man/man1/baize-*.1*') || true
}

remove() {
  local each
  while read -r each; do "${as_owner[@]}" rm -rf "${place:?}/$each"; done < <(ours "$place")
}

if [[ $verb == remove ]]; then
  remove
  echo "✓ removed from $prefix; settings in $settings and data stay"
  exit
fi

[[ -x $program ]] || stop "$program is not there; \`make install\` builds it"
[[ -e Public/patience.wasm ]] || echo '▸ without the rules for browsers (make wasm); pages then ask the server'

# All of it is made first, copied to the disk of the prefix, and then only renamed. So a disk that is full leaves what
# was installed before, as long as no folder below the prefix is a disk of its own.
folder=$(mktemp -d)
new=$place/.baize-new
trap 'rm -rf "$folder"; "${as_owner[@]}" rm -rf "$new"' EXIT
install -D -m 755 "$program" "$folder/bin/baize"
install -D -m 755 deploy/baize-backup "$folder/libexec/baize-backup"
mkdir -p "$folder/share/baize"
cp -R Public "$folder/share/baize/"
for each in "${units[@]}"; do
  install -D -m 644 "deploy/$each" "$folder/lib/systemd/system/$each"
  sed -i -e "s|/usr/local/|$prefix/|g" -e "s|/etc/baize/|$settings/|g" "$folder/lib/systemd/system/$each"
done
install -D -m 644 deploy/sysusers.conf "$folder/lib/sysusers.d/baize.conf"
date=$(git log -1 --format=%cs 2>/dev/null) || date=$(date -u -r CHANGELOG.md +%Y-%m-%d)
python3 Tests/Tools/package/manual.py "$program" "$folder/share/man/man1" "$date"
mkdir -p "$folder"/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d,doc/baize}
# The settings of who builds it are no defaults.
env -i "$program" --generate-completion-script bash >"$folder/share/bash-completion/completions/baize"
env -i "$program" --generate-completion-script zsh >"$folder/share/zsh/site-functions/_baize"
env -i "$program" --generate-completion-script fish >"$folder/share/fish/vendor_completions.d/baize.fish"
# In the same folders as here, since these documents refer to each other.
cp -R CHANGELOG.md LICENSE deploy docs "$folder/share/doc/baize/"
rm -r "$folder/share/doc/baize/deploy/debian" "$folder/share/doc/baize/docs/img"
# What Python left beside the examples.
find "$folder" -name __pycache__ -prune -exec rm -r {} +
# Whatever modes they have here; the linker of WebAssembly calls its modules executable.
find "$folder/share" -type d -exec chmod 755 {} + -o -type f -exec chmod 644 {} +

"${as_owner[@]}" mkdir -p "$place"
"${as_owner[@]}" rm -rf "$new"
"${as_owner[@]}" cp -R "$folder" "$new"
remove
while read -r each; do
  "${as_owner[@]}" mkdir -p "$place/$(dirname "$each")"
  "${as_owner[@]}" mv "$new/$each" "$place/$each"
done < <(ours "$new")
if [[ ! -e ${DESTDIR:-}$settings/baize.conf ]]; then
  "${as_owner[@]}" install -D -m 644 deploy/baize.conf "${DESTDIR:-}$settings/baize.conf"
  "${as_owner[@]}" sed -i "s|/etc/baize/|$settings/|g" "${DESTDIR:-}$settings/baize.conf"
fi

[[ -z ${DESTDIR:-} ]] || exit 0
echo "✓ installed: $prefix/bin/baize; make uninstall PREFIX=$prefix takes it away"
if [[ $settings == /etc/* && -d /run/systemd/system ]]; then
  echo '  To run it as a service, as root: systemd-sysusers && systemctl daemon-reload &&'
  echo '    systemctl enable --now baize.socket baize.service baize-backup.timer'
fi
