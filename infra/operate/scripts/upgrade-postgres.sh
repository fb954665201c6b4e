#!/usr/bin/env bash
# make upgrade POSTGRES=1: brings the data to another major version of Postgres, by a backup that is restored into it and
# compared; the old data is kept. Containers: to the version that docker-compose.yml names, in a new volume, and the site stays
# up meanwhile. Local processes: to the newest that Debian (Ubuntu) has installed here; they are down meanwhile.
#   upgrade-postgres.sh [check]   check: ends with 1, and says what to do, where the containers' data needs it
set -euo pipefail
. "$(dirname "$0")/steps.sh"
log=.local/log/upgrade-postgres.log
give_up() { printf '%s\nWhat to do: %s\n' "$1" "$2" && exit 1; }
nothing_to_do() { echo "There is nothing to upgrade: the newest Postgres here is ${wanted:-none}, and the data isn't older." && exit 0; }

# The steps, up to `end`: a failure or Ctrl-C between them goes back, by `go_back` of the kind.
begin() {
  retry="see what it says; everything goes on with Postgres $has."
  trap 'echo "Going back to Postgres $has …" >&2; go_back >&2; echo "Everything is as it was before, with Postgres $has." >&2' EXIT
  trap 'exit 130' INT TERM
}
# WHERE the old data is, and what removes it.
end() {
  trap - EXIT INT TERM
  printf '\nPostgres %s has all the data. That of %s is kept, personal data included, in %s: remove it with\n' "$wanted" "$has" "$1"
  printf "  %s\nwhen you're sure. Everyone is logged out of the admin.\n" "$2"
}
last_snapshot() { node -p 'require(require("node:path").resolve(process.argv[1], "metrics/backup.json")).snapshot' "$1"; }

upgrade_local() {
  dir=$(realpath -m "$(setting LOCAL_DIR .local)")
  # Perhaps a link (infra/operate/src/local/open-dirs.ts).
  data=$(readlink -f "$dir/postgres")
  has=$(cat "$data/PG_VERSION") kept=$data-$has
  wanted=$(find /usr/lib/postgresql -mindepth 1 -maxdepth 1 -printf '%f\n' 2>/dev/null | sort -n | tail -n 1)
  [ "$has" -lt "${wanted:-0}" ] || nothing_to_do
  [ -x "/usr/lib/postgresql/$has/bin/postgres" ] ||
    give_up "Postgres $has, which made the data, isn't installed." "install it in addition to $wanted, then run this again."
  [ ! -e "$kept" ] || give_up "There is data in $kept already." "remove it, if you don't need it, then this again."
  [ -d "$dir/run" ] && was_up=yes || was_up=
  restore() {
    mv "$data" "$kept"
    # A link that is left would keep openDir from making the folder.
    [ ! -L "$dir/postgres" ] || rm "$dir/postgres"
    # On a line of its own, so that a failure ends the step: without SNAPSHOT, restore takes the latest.
    SNAPSHOT=$(last_snapshot "$dir") || return 1
    YES=1 SNAPSHOT=$SNAPSHOT node infra/operate/dist/backup/main.js restore
  }
  start() { [ -z "$was_up" ] || CHECKOUT=$PWD node "$dir/current/infra/operate/dist/local/up.js"; }
  go_back() {
    infra/operate/scripts/stop.sh "$dir"
    if [ -e "$kept" ]; then
      rm -rf "$data" && mv "$kept" "$data"
      [ -e "$dir/postgres" ] || ln -s "$data" "$dir/postgres"
    fi
    start >/dev/null || true
  }
  begin
  step 1 4 "stopping" $log "$retry" infra/operate/scripts/stop.sh "$dir"
  step 2 4 "backup" $log "$retry" node infra/operate/dist/backup/main.js backup
  step 3 4 "restoring it into Postgres $wanted, comparing every table" $log "$retry" restore
  step 4 4 "starting" $log "$retry" start
  end "$kept" "rm -rf $kept"
}

upgrade_compose() {
  # As compose-settings.sh has it: the images are built with it.
  [ -z "$(setting DOMAIN)" ] || { PUBLIC_URL=$(setting PUBLIC_URL) && export PUBLIC_URL; }
  project=$(setting COMPOSE_PROJECT_NAME voordeur)
  volume=$(setting POSTGRES_VOLUME "${project}_postgres")
  if [ "$1" = check ]; then docker volume inspect "$volume" >/dev/null 2>&1 || exit 0; fi
  # The version of the data (0 for an empty volume) and of the program that would read it.
  # shellcheck disable=SC2016 # the container expands it
  read -r has wanted < <(docker compose run --rm --no-deps -T --entrypoint sh postgres -c \
    'echo "$(cat "$PGDATA/PG_VERSION" 2>/dev/null || echo 0) $(postgres --version | sed "s/[^0-9]*\([0-9]*\).*/\1/")"')
  if [ "$has" = 0 ] || [ "$has" = "$wanted" ]; then [ "$1" = check ] && exit 0 || nothing_to_do; fi
  cannot="The data is of Postgres $has, and docker-compose.yml has $wanted, which can't read it. Nothing was changed."
  [ "$has" -lt "$wanted" ] || give_up "$cannot" "check out the version that has Postgres $has."
  [ "$1" != check ] || give_up "$cannot" "make upgrade POSTGRES=1, which keeps the data of $has as well, then this again."
  [ -z "$(setting DATABASE_URL)" ] || give_up "DATABASE_URL names a Postgres of your own." "upgrade that one by its own means."
  new=${project}_postgres-$wanted newer=${project}-postgres-next

  # The server that can read the data: the one that runs, unless that's a new one which can't; else the same image in that version.
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
  set_writing() {
    docker compose exec -T -e PGOPTIONS="$writing" postgres psql -U voordeur -d voordeur -qAt -v ON_ERROR_STOP=1 \
      -c "alter database voordeur $1 default_transaction_read_only $2" \
      -c "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'voordeur' and pid <> pg_backend_pid()" >/dev/null
  }
  given=(-e PGOPTIONS -e YES=1 -e SNAPSHOT)
  keep() { docker compose run --rm --no-deps -T "${given[@]}" backup node infra/operate/dist/backup/main.js "$1"; }
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
  # shellcheck disable=SC2016 # the container expands it
  has_room() { docker compose exec -T postgres sh -c '[ "$(df -B1 --output=avail "$PGDATA" | tail -n 1)" -gt $((2 * $(du -sb "$PGDATA" | cut -f 1))) ]'; }
  # From here on nothing is written into the old database: leads and visits wait in Redis, the admin can only look.
  freeze() { docker compose stop worker && set_writing set '= on'; }
  # Not by compose, which would wait for a Postgres that may not be well.
  start_workers() { docker compose ps --all --quiet worker | xargs --no-run-if-empty docker start >/dev/null; }
  thaw() {
    set_writing reset ''
    start_workers
  }
  restore() {
    # It reads where to by the rules of docker-compose.yml, by which one role would do everything on another server.
    for role in '' api worker monitor; do
      of_role=${role:+${role^^}_}
      export "${of_role}DATABASE_URL=postgres://voordeur${role:+_$role}:$(setting "POSTGRES_${of_role}PASSWORD")@$newer:5432/voordeur"
      given+=(-e "${of_role}DATABASE_URL")
    done
    SNAPSHOT=$(last_snapshot .local) || return 1
    export SNAPSHOT
    keep restore
    # The empty one that the server came with.
    docker exec "$newer" psql -U voordeur -d postgres -qc 'drop database voordeur_replaced'
  }
  put_in_place() {
    docker stop -t 60 "$newer"
    write_volume "$new"
    docker compose up --detach --no-deps --wait --wait-timeout 120 postgres
  }

  if docker volume inspect "$new" >/dev/null 2>&1; then
    docker rm --force "$newer" >/dev/null 2>&1 || true
    thaw || true
    give_up "There is a volume $new already, of an upgrade that was killed or taken back; Postgres $has goes on." \
      "docker volume rm $new, if you don't need what is in it, then this again."
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
  step 2 5 "room for another copy, and for as much again" $log "make room on the disk of Docker's volumes." has_room
  step 2 5 "Postgres $wanted next to $has" $log "$retry" start_newer
  reached=frozen
  step 3 5 "backup; from here on leads and visits wait" $log "$retry" freeze
  PGOPTIONS=$writing step 3 5 "… it is made" $log "$retry" keep backup
  step 4 5 "restoring it, comparing every table" $log "$retry" restore
  reached=switching
  step 5 5 "putting it in place" $log "$retry" put_in_place
  # The kept database is read-only until a make up with it.
  end "the volume $volume" "docker volume rm $volume"
  start_workers || true
  [ -z "$(docker compose ps --quiet nginx)" ] || until_ready
  rm -f .local/postgres-before.yml
  echo "What is next: make up"
}

# The kind that backup.sh would back up.
kind=compose
[ "${1:-}" = check ] || kind=$(infra/operate/scripts/backup.sh kind)
"upgrade_$kind" "${1:-}"
