#!/usr/bin/env bash
# Runs the commands of docs/backup.md, "Back to a point in time", on a Postgres of its own: archives, backs up, destroys
# a table, and goes back to the moment before. Needs pgbackrest.
#   try-point-in-time.sh [PORT]
set -euo pipefail

# Postgres doesn't run as root.
[ "$(id -u)" != 0 ] || exec setpriv --reuid postgres --regid postgres --init-groups bash "$(realpath "$0")" "$@"
port=${1:-25499}
work=$(mktemp -d) && cd "$work"
PATH=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1):$PATH
data=$work/postgres
export PGHOST=127.0.0.1 PGPORT=$port PGUSER=voordeur PGDATABASE=postgres PGPASSWORD=secret

start() {
  pg_ctl --silent --wait --pgdata "$data" --log "$work/log" start -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories="
}
stop() { pg_ctl --silent --wait --pgdata "$data" --mode fast stop; }
clean() {
  stop || true
  rm -rf "$work"
}
trap clean EXIT
ask() { psql --no-psqlrc --quiet --tuples-only --no-align --command "$1"; }

initdb -D "$data" -U voordeur --pwfile=<(echo secret) --auth=scram-sha-256 >/dev/null
start

config=$work/pgbackrest.conf
cat >"$config" <<END
[global]
repo1-path=$work/point-in-time
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=another-secret
repo1-retention-full=2
log-path=$work
lock-path=$work
spool-path=$work
start-fast=y

[voordeur]
pg1-path=$data
pg1-port=$port
pg1-user=voordeur
END
# On the command line: what a restore is given there, it gives to Postgres' restore_command.
backrest() { pgbackrest --config="$config" --stanza=voordeur "$@"; }
ask "alter system set archive_mode = on"
ask "alter system set archive_command = 'pgbackrest --config=$config --stanza=voordeur archive-push %p'"
stop && start

backrest stanza-create
backrest check
backrest --type=full backup

# A backup's end is known to the second, and only what comes after it can be gone back to.
sleep 1
ask "create table leads (email text)"
ask "insert into leads values ('a@example.org')"
moment=$(ask "select now()")
sleep 1
ask "drop table leads"
ask "select pg_switch_wal()" >/dev/null
backrest check

stop
began=$SECONDS
backrest --delta --type=time --target="$moment" --target-action=promote --recovery-option=hot_standby=off restore
start
until [ "$(ask "select pg_is_in_recovery()" 2>/dev/null)" = f ]; do sleep 0.2; done
[ "$(ask "select email from leads")" = a@example.org ]
echo "Back at $moment in $((SECONDS - began)) s, with what was dropped a second later."
