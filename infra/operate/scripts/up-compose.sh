#!/usr/bin/env bash
# make up-compose: the five parts as containers.
set -euo pipefail
. "$(dirname "$0")/steps.sh"

has_engine || {
  echo "No Docker engine with Compose v2 answers. What to do: start it (is this user in its group?), or make up-local, which needs none."
  exit 1
}
node infra/operate/scripts/write-env.mjs
. infra/operate/scripts/compose-settings.sh
echo "Memory: ${sizes//$'\n'/, }"
step 1 3 "building the images" .local/log/compose-build.log \
  "fix what the builder reports; make up-local runs without containers." docker compose build
infra/operate/scripts/upgrade-postgres.sh check
since=$(date -u +%Y-%m-%dT%H:%M:%SZ)
step 2 3 "starting, until all are healthy" .local/log/compose-up.log \
  "docker compose logs says more; a port that is taken: set WEB_PORT in .env." docker compose up --wait --remove-orphans

port=$(setting WEB_PORT 8080)
site=$(setting PUBLIC_URL "http://localhost:$port")
cat <<END
[3/3] up

  site       $site
  admin      $site/admin
  admin key  grep ADMIN_SECRET_KEY .env$(say_first_visit "$site")

  make status · make logs · make down
END
# It tries at once.
status='docker compose exec -T nginx cat /srv/certificates/status'
! $status 2>/dev/null | grep -q '^result failed' || docker compose restart certificates 2>/dev/null
# shellcheck disable=SC2086 # a command
infra/operate/scripts/say-certificate.sh "$since" $status
