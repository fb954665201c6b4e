#!/usr/bin/env bash
# make logs: follows the logs of what runs; Ctrl-C ends it.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ -f .env ] && [ -n "$(docker compose ps --all --quiet 2>/dev/null)" ]; then
  exec docker compose logs --follow --tail 50
fi
logs=$(node infra/local/read-setting.mjs LOCAL_DIR .local)/log
compgen -G "$logs/*/current" >/dev/null || { echo "There are no logs yet. What to do: make up"; exit 1; }
exec tail -n 20 -F "$logs"/*/current
