#!/usr/bin/env bash
# Builds what ships, as it ships: build_release.sh PRODUCT...
set -euo pipefail
cd "$(dirname "$0")/../.."
for product in "$@"; do
  env -u BAIZE_STRICT swift build -c release --static-swift-stdlib --product "$product"
done
