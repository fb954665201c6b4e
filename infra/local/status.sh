#!/usr/bin/env bash
# make status: what runs, of either kind.
set -euo pipefail
cd "$(dirname "$0")/../.."

runs=
if [ -f infra/dist/local/status.js ] && node infra/dist/local/status.js; then runs=yes; fi
if [ -f .env ] && [ -n "$(docker compose ps --all --quiet 2>/dev/null)" ]; then
  docker compose ps --all
  runs=yes
fi
[ -n "$runs" ] || echo "Nothing runs. What to do: make up"
