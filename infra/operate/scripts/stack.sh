#!/usr/bin/env bash
# make up, up-local, upgrade, dev, observe, down, status, logs and clean, for local processes and containers alike.
#   stack.sh up|up-local|upgrade|dev|observe|down|status|logs|clean
set -euo pipefail
. "$(dirname "$0")/steps.sh"

dir=$(setting LOCAL_DIR .local)

case $1 in
up)
  # The kind that runs already; else containers where an engine answers.
  if [ ! -d "$dir/run" ] && has_engine; then exec infra/operate/scripts/up-compose.sh; fi
  exec infra/operate/scripts/stack.sh up-local
  ;;
up-local)
  # Before the build, because the pages are rendered with PUBLIC_URL.
  node infra/operate/scripts/write-env.mjs
  # make up API=2 WORKER=4, where what runs can stay.
  scale=$dir/current/infra/operate/dist/local/scale.js
  if [ -d "$dir/run" ] && [ -n "${API:-}${WORKER:-}" ] && [ -f "$scale" ]; then
    code=0
    CHECKOUT=$PWD node "$scale" || code=$?
    [ $code -eq 2 ] || exit $code
  fi
  [ "$(setting OBSERVE)" = on ] && observe=observe || observe=
  infra/operate/scripts/prepare.sh 7 programs web $observe
  release=$(node infra/operate/dist/local/make-release.js)
  since=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  CHECKOUT=$PWD node "$release/infra/operate/dist/local/up.js"
  infra/operate/scripts/say-certificate.sh "$since" cat "$dir/certificates/status"
  ;;
upgrade)
  node infra/operate/scripts/write-env.mjs
  # Building must not take the machine from those who visit.
  gently="nice -n 19 $(! command -v ionice >/dev/null || echo ionice -c 3)"
  if [ ! -d "$dir/run" ] && has_containers; then
    $gently infra/operate/scripts/prepare.sh 9
    . infra/operate/scripts/compose-settings.sh
    # No priority reaches the builder. So it makes one image after the other, and the containers that run get more of
    # the processors than it, where the engine may say so (it may not without root and delegated control groups).
    docker compose ps --quiet | xargs -r docker update --cpu-shares 8192 >/dev/null 2>&1 || true
    step 3 9 "building the images" .local/log/compose-build.log \
      "fix what the builder reports, then make upgrade again; nothing has changed." \
      env COMPOSE_PARALLEL_LIMIT=1 docker compose build
    exec node infra/operate/dist/upgrade/main.js
  fi
  $gently infra/operate/scripts/prepare.sh 9 programs web
  release=$($gently node infra/operate/dist/local/make-release.js)
  CHECKOUT=$PWD exec node "$release/infra/operate/dist/upgrade/main.js"
  ;;
dev)
  node infra/operate/scripts/write-env.mjs
  # Vite serves the pages; the worker needs one build of them to render the owner's texts with.
  if [ -f web/server/dist/build ]; then web=; else web=web; fi
  infra/operate/scripts/prepare.sh 6 programs $web
  exec node infra/operate/dist/local/dev.js
  ;;
observe)
  if [ -d "$dir/run" ]; then
    infra/operate/scripts/prepare.sh 4 observe
    exec node infra/operate/dist/local/observe.js
  fi
  has_containers || { echo "Nothing runs that could be observed. What to do: make up, then this again."; exit 1; }
  node infra/operate/scripts/write-env.mjs
  # Else the engine makes it, and it is root's.
  mkdir -p "$dir/metrics"
  PUBLIC_URL=$(setting PUBLIC_URL)
  export PUBLIC_URL
  files=$(setting COMPOSE_FILE docker-compose.yml)
  observed=docker-compose.observe.yml
  # These alone: the others were started with more than .env (up-compose.sh).
  COMPOSE_FILE=${files%":$observed"}:$observed docker compose up --wait \
    prometheus alertmanager grafana {node,nginx,postgres,blackbox}-exporter
  echo "Grafana: http://localhost:$(setting GRAFANA_PORT 13000)"
  ;;
down)
  if [ -d "$dir/run" ]; then
    infra/operate/scripts/stop.sh "$dir"
    echo "The local processes are down; their data is kept."
  else
    echo "No local processes were running."
  fi
  # The processes of make observe too.
  ! has_containers || docker compose --profile tls down --remove-orphans
  ;;
status)
  if [ -d "$dir/run" ]; then
    (cd "$dir/run" && sv status ./*/) | sed 's|: \./\(.*\)/:|: \1:|' || true
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
    echo "This removes all visits, leads and texts of this installation, in containers and under .local/; backups stay."
    read -r -p "Type yes to go on: " answer || answer=
    [ "$answer" = yes ] || { echo "Nothing was removed."; exit 1; }
  fi
  # Secrets (.env), backups and code stay.
  infra/operate/scripts/stop.sh "$dir" remove
  echo "The local data is removed."
  if [ -f .env ] && docker info >/dev/null 2>&1; then
    docker compose --profile tls down --volumes --remove-orphans
    # And what make upgrade POSTGRES=1 has kept.
    docker volume ls --quiet --filter "label=com.docker.compose.project=$(setting COMPOSE_PROJECT_NAME voordeur)" |
      xargs --no-run-if-empty docker volume rm
  fi
  ;;
esac
