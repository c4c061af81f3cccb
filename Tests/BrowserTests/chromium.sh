#!/bin/sh
# Chromium, without the pages of its own that it loads for the address bar of each new window, which nobody sees.
# Of several lists of features it heeds one only, so these join the list that it is given.
for argument; do
  shift
  case $argument in
    --disable-features=*) argument="$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;;
  esac
  set -- "$@" "$argument"
done
exec "${BAIZE_CHROMIUM:-chromium}" "$@"
