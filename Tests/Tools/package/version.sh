#!/usr/bin/env bash
# Prints the version of a package of this folder: version.sh VERSION, which is the program's.
# A package of work that is not released yet is older than the release, and younger than packages of older work.
set -euo pipefail
cd "${BAIZE_SOURCE:-$(dirname "$0")/../../..}"

version=${1:?"usage: version.sh VERSION"}
if [[ -e .git ]]; then
  # Where git refuses, its sentence says what to do; a version must not look like a release for that.
  made=$(TZ=UTC git log -1 --date=format-local:%Y%m%d%H%M%S --format='%cd.%h')
  if ! grep -qx "v$version" < <(git tag --points-at HEAD); then version+="~$made"; fi
  if [[ -n $(git status --porcelain) ]]; then version+=.changed; fi
elif grep -q "^## $version (unreleased)" CHANGELOG.md; then
  version+="~source"
fi
echo "$version-1"
