#!/usr/bin/env bash
# One part of make check, a script of package.json: its seconds, and what it said if it failed.
set -uo pipefail

output=$(npm run --silent "$1" 2>&1) && verdict=passed || verdict=FAILED
printf '%s  %-8s %3d s\n' $verdict "${1#*:}" $SECONDS
[ $verdict = passed ] || { sed 's/^/  /' <<<"$output" && exit 1; }
