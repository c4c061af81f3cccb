#!/usr/bin/env bash
# Layout of all Swift code. A crash of the server is everybody's crash: Sources do without `!`; tests may use it.
set -euo pipefail
cd "$(dirname "$0")/../.."

swift format lint --strict --parallel --recursive Sources Tests Package.swift
mkdir -p .build
sed -E 's/"(NeverForceUnwrap|NeverUseForceTry|NeverUseImplicitlyUnwrappedOptionals)": false/"\1": true/' \
  .swift-format >.build/sources.swift-format
swift format lint --strict --parallel --recursive --configuration .build/sources.swift-format Sources
