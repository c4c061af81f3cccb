#!/usr/bin/env bash
# Makes a Debian package of what was built, .build/deb/baize_VERSION_ARCHITECTURE.deb, and says where it is.
# Nothing is compiled here. BAIZE_BIN names another program than the built one.
set -euo pipefail
cd "$(dirname "$0")/../../.."

stop() {
  echo "baize: $*" >&2
  exit 1
}

program=$(realpath "${BAIZE_BIN:-.build/release/baize}")
[[ -x $program ]] || stop "$program is not there; \`make deb\` builds it"
for each in patience solver; do
  [[ -e Public/$each.wasm ]] || stop "Public/$each.wasm is not there; \`make wasm\` builds it"
done

version=$(bash Tests/Tools/package/version.sh "$("$program" --version)")
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date -r CHANGELOG.md +%s)
export SOURCE_DATE_EPOCH

folder=.build/deb/work
rm -rf .build/deb   # packages of earlier work, too
mkdir -p "$folder"
cp -R deploy/debian "$folder/"
cat >"$folder/debian/changelog" <<END
baize ($version) unstable; urgency=medium

  * See CHANGELOG.md beside this file.

 -- $(sed -n 's/^Maintainer: //p' deploy/debian/control)  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
END
# The symbols that are stripped would be a package of their own, six times as large.
export DEB_BUILD_OPTIONS=noautodbgsym BAIZE_SOURCE=$PWD BAIZE_BIN=$program
(cd "$folder" && debian/rules binary >../log 2>&1) || {
  cat .build/deb/log >&2
  stop 'the package could not be made'
}
realpath --relative-to=. ".build/deb/baize_${version}_$(dpkg --print-architecture).deb"
