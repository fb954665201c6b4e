#!/bin/sh
# The service `secrets` of docker-compose.yml: makes each secret that .env leaves empty, once, and gives every service those it
# needs, as lines of NAME='value' for with-secrets.sh. What .env has is in the services' environment, and not here. Nobody
# else has the volume of a service, so that any user in its container may read the file.
#   make-secrets.sh               makes and gives them; prints none
#   make-secrets.sh show [NAME]   prints those that were made, or the value of one, from .env too
set -eu
umask 077
all=/srv/secrets/all
# Hexadecimal, which means the same in a URL, in a shell and in .env.
random() { head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
given() { eval "printf %s \"\${$1:-}\""; }
# Made if it's neither in .env nor made before.
value_of() {
  value=$(given "$1")
  [ -n "$value" ] || value=$(sed -n "s/^$1=//p" "$all/made")
  if [ -z "$value" ]; then
    # As infra/operate/scripts/write-env.mjs makes it.
    if [ "$1" = WEBHOOK_SIGNING_SECRET ]; then value=whsec_$(head -c 24 /dev/urandom | base64); else value=$(random); fi
    { cat "$all/made" && echo "$1=$value"; } >"$all/made.new"
    sync "$all/made.new"
    mv "$all/made.new" "$all/made"
  fi
  printf %s "$value"
}
# NAME…: a line for each that .env leaves empty.
need() { for name in "$@"; do [ -n "$(given "$name")" ] || echo "$name='$(value_of "$name")'"; done; }
# VARIABLE USER PASSWORD: an address with the password that was made.
postgres() { [ -n "$(given DATABASE_URL)$(given "$3")" ] || echo "$1='postgres://$2:$(value_of "$3")@postgres:5432/voordeur'"; }
redis() { [ -n "$(given REDIS_URL)$(given "$2")" ] || echo "REDIS_URL='redis://$1:$(value_of "$2")@redis:6379'"; }
# SERVICE: standard input, whole or not at all.
give() {
  file=/srv/secrets/$1/settings
  cat >"$file.new"
  chmod 444 "$file.new"
  mv "$file.new" "$file"
}
databases() {
  postgres DATABASE_URL voordeur POSTGRES_PASSWORD
  postgres API_DATABASE_URL voordeur_api POSTGRES_API_PASSWORD
  postgres WORKER_DATABASE_URL voordeur_worker POSTGRES_WORKER_PASSWORD
  postgres MONITOR_DATABASE_URL voordeur_monitor POSTGRES_MONITOR_PASSWORD
}

touch "$all/made"
if [ "${1:-}" = show ]; then
  if [ -n "${2:-}" ]; then value_of "$2" && echo; else cat "$all/made"; fi
  exit
fi

need POSTGRES_PASSWORD | give postgres
need REDIS_PASSWORD REDIS_API_PASSWORD REDIS_WORKER_PASSWORD | sed "s/^REDIS_PASSWORD=\(.*\)/&\nREDISCLI_AUTH=\1/" | give redis
databases | give migrate
{
  need ADMIN_SECRET_KEY JWT_SECRET
  postgres DATABASE_URL voordeur_api POSTGRES_API_PASSWORD
  redis voordeur_api REDIS_API_PASSWORD
} | give api
{
  need JWT_SECRET WEBHOOK_SIGNING_SECRET
  postgres DATABASE_URL voordeur_worker POSTGRES_WORKER_PASSWORD
  redis voordeur_worker REDIS_WORKER_PASSWORD
} | give worker
{
  databases
  redis '' REDIS_PASSWORD
  need BACKUP_PASSWORD
} | give backup
# As server/src/secrets.ts makes it. nginx gets this and not the secret itself.
edge_key=$(printf 'voordeur/edge-lines/%s' "$(value_of JWT_SECRET)" | sha256sum | cut -c 1-32)
{ [ -n "$(given EDGE_KEY)" ] || echo "EDGE_KEY='$edge_key'"; } | give nginx
