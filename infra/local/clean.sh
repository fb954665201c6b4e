#!/usr/bin/env bash
# make clean: asks, then removes the data of local processes and containers. Secrets (.env) and code stay.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${YES:-}" != 1 ]; then
  echo "This removes all visits, leads and texts of this installation, in containers and under .local/."
  read -r -p "Type yes to go on: " answer || answer=
  [ "$answer" = yes ] || { echo "Nothing was removed."; exit 1; }
fi
infra/local/stop.sh "$(node infra/local/read-setting.mjs LOCAL_DIR .local)" remove
echo "The local data is removed."
if [ -f .env ] && docker info >/dev/null 2>&1; then
  docker compose down --volumes --remove-orphans
fi
