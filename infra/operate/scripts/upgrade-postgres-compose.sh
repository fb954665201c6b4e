# Sourced by upgrade-postgres.sh: the containers' data, to the version that docker-compose.yml names, in a new volume. The site
# stays up meanwhile.
setting() { node infra/operate/scripts/read-setting.mjs "$@"; }
# As compose-settings.sh has it: the images are built with it.
[ -z "$(setting DOMAIN)" ] || { PUBLIC_URL=$(setting PUBLIC_URL) && export PUBLIC_URL; }
project=$(setting COMPOSE_PROJECT_NAME voordeur)
volume=$(setting POSTGRES_VOLUME "${project}_postgres")

if [ "${1:-}" = check ]; then docker volume inspect "$volume" >/dev/null 2>&1 || exit 0; fi
# The version of the data (0 for an empty volume) and of the program that would read it.
# shellcheck disable=SC2016 # the container expands it
read -r has wanted < <(docker compose run --rm --no-deps -T --entrypoint sh postgres -c \
  'echo "$(cat "$PGDATA/PG_VERSION" 2>/dev/null || echo 0) $(postgres --version | sed "s/[^0-9]*\([0-9]*\).*/\1/")"')

if [ "$has" = 0 ] || [ "$has" = "$wanted" ]; then
  [ "${1:-}" = check ] || echo "There is nothing to upgrade: docker-compose.yml has Postgres $wanted, and so has the data."
  exit 0
fi
if [ "$has" -gt "$wanted" ] || [ "${1:-}" = check ]; then
  echo "The data is of Postgres $has, and docker-compose.yml has $wanted, which can't read it. Nothing was changed."
  if [ "$has" -gt "$wanted" ]; then echo "What to do: check out the version that has Postgres $has."
  else echo "What to do: make upgrade POSTGRES=1, which keeps the data of $has as well, then this again."; fi
  exit 1
fi
if [ -n "$(setting DATABASE_URL)" ]; then
  echo "DATABASE_URL names a Postgres of your own. What to do: upgrade that one by its own means."
  exit 1
fi

new=${project}_postgres-$wanted newer=${project}-postgres-next

# The server that can read the data: the one that runs, unless that's a new one which can't; else the same image in that
# version.
running=$project-postgres-1
if docker exec "$running" postgres --version 2>/dev/null | grep -qF ") $has."; then
  image=$(docker inspect --format '{{.Config.Image}}' "$running")
else
  running= image=$(docker compose config --images postgres | sed "s/:$wanted/:$has/; s/@.*//")
fi
mkdir -p .local/log .local/backup .local/metrics
printf 'services:\n  postgres:\n    image: %s\n' "$image" >.local/postgres-before.yml
with_old() { COMPOSE_FILE=$(setting COMPOSE_FILE docker-compose.yml):.local/postgres-before.yml docker compose "$@"; }
# Past the lock on writes that `freeze` sets.
writing='-c default_transaction_read_only=off'
ask_old() { docker compose exec -T -e PGOPTIONS="$writing" postgres psql -U voordeur -d voordeur -qAt -v ON_ERROR_STOP=1 "$@"; }
given=(-e PGOPTIONS -e YES=1 -e SNAPSHOT)
keep() { docker compose run --rm --no-deps -T "${given[@]}" backup node infra/operate/dist/backup/main.js "$1"; }
end_sessions="select pg_terminate_backend(pid) from pg_stat_activity where datname = 'voordeur' and pid <> pg_backend_pid()"
write_volume() {
  (umask 077 && { grep -v '^POSTGRES_VOLUME=' .env; echo "POSTGRES_VOLUME=$1"; } >.env.new)
  mv .env.new .env
}

start_newer() {
  POSTGRES_VOLUME=$new docker compose run --detach --rm --no-deps --name "$newer" postgres
  for _ in $(seq 120); do ! docker exec "$newer" pg_isready -q -h 127.0.0.1 -U voordeur || return 0; sleep 0.5; done
  docker logs "$newer"
  return 1
}
has_room() {
  local data free
  # shellcheck disable=SC2016 # the container expands it
  data=$(docker compose exec -T postgres sh -c 'du -sb "$PGDATA"' | cut -f 1)
  # shellcheck disable=SC2016
  free=$(docker exec "$newer" sh -c 'df -B1 --output=avail "$PGDATA"' | tail -n 1)
  [ "$free" -gt $((2 * data)) ] || { echo "$((free / 1000000)) MB are free for data of $((data / 1000000)) MB, and twice as much is needed." && return 1; }
}
# From here on nothing is written into the old database: leads and visits wait in Redis, the admin can only look.
freeze() {
  docker compose stop worker
  ask_old -c 'alter database voordeur set default_transaction_read_only = on' -c "$end_sessions"
}
restore() {
  # It reads where to by the rules of docker-compose.yml, by which one role would do everything on another server.
  API_DATABASE_URL=postgres://voordeur_api:$(setting POSTGRES_API_PASSWORD)@$newer:5432/voordeur
  WORKER_DATABASE_URL=postgres://voordeur_worker:$(setting POSTGRES_WORKER_PASSWORD)@$newer:5432/voordeur
  MONITOR_DATABASE_URL=postgres://voordeur_monitor:$(setting POSTGRES_MONITOR_PASSWORD)@$newer:5432/voordeur
  given+=(-e API_DATABASE_URL -e WORKER_DATABASE_URL -e MONITOR_DATABASE_URL)
  DATABASE_URL=postgres://voordeur:$(setting POSTGRES_PASSWORD)@$newer:5432/voordeur
  SNAPSHOT=$(last_snapshot .local)
  export DATABASE_URL API_DATABASE_URL WORKER_DATABASE_URL MONITOR_DATABASE_URL SNAPSHOT
  keep restore
  # The empty one that the server came with.
  docker exec "$newer" psql -U voordeur -d postgres -qc 'drop database voordeur_replaced'
}
put_in_place() {
  docker stop -t 60 "$newer"
  write_volume "$new"
  docker compose up --detach --no-deps --wait --wait-timeout 120 postgres
}
# Not by compose, which would wait for a Postgres that may not be well.
start_workers() { docker compose ps --all --quiet worker | xargs --no-run-if-empty docker start >/dev/null; }

# The old database can be written again, and is.
thaw() {
  ask_old -c 'alter database voordeur reset default_transaction_read_only' -c "$end_sessions" >/dev/null
  start_workers
}

if docker volume inspect "$new" >/dev/null 2>&1; then
  docker rm --force "$newer" >/dev/null 2>&1 || true
  thaw || true
  echo "There is a volume $new already, of an upgrade that was killed or taken back; Postgres $has goes on."
  echo "What to do: docker volume rm $new, if you don't need what is in it, then this again."
  exit 1
fi

reached=starting
go_back() {
  rm -f .env.new
  docker rm --force "$newer" >/dev/null 2>&1 || true
  if [ "$reached" = switching ]; then
    write_volume "$volume"
    with_old up --detach --no-deps --wait postgres || true
  fi
  [ "$reached" = starting ] || thaw || true
  docker volume rm "$new" >/dev/null 2>&1 || true
}

step 1 5 "building the images" .local/log/compose-build.log "fix what the builder reports." docker compose build
begin
[ -n "$running" ] || step 2 5 "Postgres $has" $log "$retry" with_old up --detach --no-deps --wait postgres
step 2 5 "Postgres $wanted next to $has" $log "$retry" start_newer
step 2 5 "room for another copy" $log "make room on the disk of Docker's volumes." has_room
reached=frozen
step 3 5 "backup; from here on leads and visits wait" $log "$retry" freeze
PGOPTIONS=$writing step 3 5 "… it is made" $log "$retry" keep backup
step 4 5 "restoring it, comparing every table" $log "$retry" restore
reached=switching
step 5 5 "putting it in place" $log "$retry" put_in_place
end
start_workers || true
[ -z "$(docker compose ps --quiet nginx)" ] || until_ready
rm -f .local/postgres-before.yml
# The kept database is read-only until a make up with it.
say_kept "the volume $volume" "docker volume rm $volume"
echo "What is next: make up"
