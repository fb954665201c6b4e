#!/usr/bin/env bash
# make status: what runs, of either kind.
set -euo pipefail
cd "$(dirname "$0")/../.."

runs=
run=$(node infra/local/read-setting.mjs LOCAL_DIR .local)/run
if [ -d "$run" ]; then
  # Without the processes that write the logs.
  (cd "$run" && sv status ./*/) | sed 's/; [a-z]*: log:.*//; s|: \./\(.*\)/:|: \1:|' || true
  runs=yes
fi
if [ -f .env ] && [ -n "$(docker compose ps --all --quiet 2>/dev/null)" ]; then
  docker compose ps --all
  runs=yes
fi
[ -n "$runs" ] || echo "Nothing runs. What to do: make up"
