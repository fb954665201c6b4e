#!/usr/bin/env bash
# make down: local processes and containers; the data stays.
set -euo pipefail
cd "$(dirname "$0")/../.."

dir=$(node infra/local/read-setting.mjs LOCAL_DIR .local)
if [ -d "$dir/run" ]; then
  infra/local/stop.sh "$dir"
  echo "The local processes are down; their data is kept."
else
  echo "No local processes were running."
fi
if [ -f .env ] && [ -n "$(docker compose ps --all --quiet 2>/dev/null)" ]; then
  docker compose down
fi
