#!/usr/bin/env bash
# make down: local processes and containers; the data stays.
set -euo pipefail
cd "$(dirname "$0")/../.."

[ ! -f infra/dist/local/down.js ] || node infra/dist/local/down.js
if [ -f .env ] && [ -n "$(docker compose ps --all --quiet 2>/dev/null)" ]; then
  docker compose down
fi
