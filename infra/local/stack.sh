#!/usr/bin/env bash
# make up, up-local, dev, down, status, logs and clean, for local processes and containers alike.
#   stack.sh up|up-local|dev|down|status|logs|clean
set -euo pipefail
. "$(dirname "$0")/steps.sh"

dir=$(node infra/local/read-setting.mjs LOCAL_DIR .local)
has_engine() { docker compose version >/dev/null 2>&1 && docker info >/dev/null 2>&1; }
has_containers() { [ -f .env ] && [ -n "$(docker compose ps --all --quiet 2>/dev/null)" ]; }

case $1 in
up)
  # The kind that runs already; else containers where an engine answers.
  if [ ! -d "$dir/run" ] && has_engine; then exec infra/local/up-compose.sh; fi
  exec infra/local/stack.sh up-local
  ;;
up-local)
  # Before the build, because the pages are rendered with PUBLIC_URL.
  node infra/local/write-env.mjs
  infra/local/prepare.sh 7 programs web
  exec node infra/dist/local/up.js
  ;;
dev)
  node infra/local/write-env.mjs
  # Vite serves the pages; the worker needs one build of them to render the owner's texts with.
  if [ -f web/server/dist/build ]; then web=; else web=web; fi
  infra/local/prepare.sh 6 programs $web
  exec node infra/dist/local/dev.js
  ;;
down)
  if [ -d "$dir/run" ]; then
    infra/local/stop.sh "$dir"
    echo "The local processes are down; their data is kept."
  else
    echo "No local processes were running."
  fi
  ! has_containers || docker compose down
  ;;
status)
  if [ -d "$dir/run" ]; then
    # Without the processes that write the logs.
    (cd "$dir/run" && sv status ./*/) | sed 's/; [a-z]*: log:.*//; s|: \./\(.*\)/:|: \1:|' || true
  elif ! has_containers; then
    echo "Nothing runs. What to do: make up"
  fi
  ! has_containers || docker compose ps --all
  ;;
logs)
  ! has_containers || exec docker compose logs --follow --tail 50
  compgen -G "$dir/log/*/current" >/dev/null || { echo "There are no logs yet. What to do: make up"; exit 1; }
  exec tail -n 20 -F "$dir"/log/*/current
  ;;
clean)
  if [ "${YES:-}" != 1 ]; then
    echo "This removes all visits, leads and texts of this installation, in containers and under .local/."
    read -r -p "Type yes to go on: " answer || answer=
    [ "$answer" = yes ] || { echo "Nothing was removed."; exit 1; }
  fi
  # Secrets (.env) and code stay.
  infra/local/stop.sh "$dir" remove
  echo "The local data is removed."
  if [ -f .env ] && docker info >/dev/null 2>&1; then docker compose down --volumes --remove-orphans; fi
  ;;
esac
