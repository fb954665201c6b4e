#!/usr/bin/env bash
# make help: the targets that an owner needs, under the Makefile's headings; with `all`, every target.
set -euo pipefail
cd "$(dirname "$0")/../../.."
owner=' up down status logs upgrade doctor backup restore restore-drill refresh unlock '
awk -F ':.*## ' -v wanted="$owner" -v all="${1:-}" '
  /^## / { heading = substr($0, 4) }
  /^[a-z-]+:.*## / && (all || index(wanted, " " $1 " ")) {
    if (heading) printf "\n%s\n", heading
    heading = ""
    printf "  make %-16s %s\n", $1, $2
  }
' Makefile
[ -n "${1:-}" ] || printf '\nmake help-all lists every target, make drill the long tests.\n'
