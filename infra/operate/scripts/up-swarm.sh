#!/usr/bin/env bash
# make up KIND=swarm: the containers as a Docker Swarm's stack, several of api and worker. Again: rolls to what is checked out
# and to what .env says, an api at a time. make down KIND=swarm: ends it; the data stays.
#   up-swarm.sh [down]
set -euo pipefail
. "$(dirname "$0")/steps.sh"

[ "$(docker info --format '{{.Swarm.ControlAvailable}}' 2>/dev/null)" = true ] || {
  echo "This engine manages no Swarm. What to do: docker swarm init, then this again; one machine needs none (make up)."
  exit 1
}
name=$(setting COMPOSE_PROJECT_NAME voordeur)
if [ "${1:-}" = down ]; then
  docker stack rm --detach=false "$name"
  exit
fi
node infra/operate/scripts/write-env.mjs
. infra/operate/scripts/compose-settings.sh
[ -z "$(docker compose ps --quiet)" ] || {
  echo "It runs as containers of make up-compose. What to do: make down, then this again; the data goes along."
  exit 1
}
export COMPOSE_FILE=${COMPOSE_FILE:-docker-compose.yml}:docker-compose.swarm.yml
echo "Memory: ${sizes//$'\n'/, }"
step 1 4 "building the images" .local/log/compose-build.log \
  "fix what the builder reports; nothing has changed." docker compose build
docker compose pull --quiet --policy missing postgres redis
docker node update --label-add voordeur=home "$(docker info --format '{{.Swarm.NodeID}}')" >/dev/null

stack=.local/swarm
deploy() {
  docker compose config --format json | node infra/operate/scripts/make-stack.mjs "$stack" "$@"
  docker stack deploy --resolve-image never --detach=false --compose-file "$stack/stack.json" "$name"
}
# Before the others: an api and a worker of this version don't start on a database that lacks its migrations.
step 2 4 "migrating the database" .local/log/swarm-migrate.log \
  "docker service logs ${name}_migrate says more; api and worker go on as they were." deploy postgres redis migrate
step 3 4 "starting, one after the other" .local/log/swarm-up.log \
  "docker service ps --no-trunc ${name}_api says more." deploy
# The settings are in the Swarm now.
rm -r "$stack"
until_ready

port=$(setting WEB_PORT 8080)
site=$(setting PUBLIC_URL "http://localhost:$port")
cat <<END
[4/4] up

  site       $site (the port is open on every address of this machine: a Swarm knows no other way)
  admin      $site/admin
  admin key  grep ADMIN_SECRET_KEY .env

  docker service ls · docker service logs ${name}_api · make down KIND=swarm
END
