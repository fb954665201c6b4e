#!/usr/bin/env bash
# make backup, restore, restore-drill, export, import and refresh, for local processes and containers alike.
#   backup.sh kind|backup|list-backups|restore|restore-drill|export|import|refresh [FILE]
set -euo pipefail
. "$(dirname "$0")/steps.sh"

dir=$(setting LOCAL_DIR .local)
file=${2:-}

# The kind that runs; where none does, the one that make up would start.
kind=local
if [ ! -d "$dir/run" ] && { has_containers || { [ ! -d "$dir/postgres" ] && has_engine; }; }; then kind=compose; fi

[ "$1" != kind ] || { echo $kind && exit; }
node infra/operate/scripts/write-env.mjs >&2
if [ $kind = compose ]; then
  mkdir -p .local/backup .local/lookup
  # Running containers stay as they are, even those of an older version.
  deps=$([ -z "$(docker compose ps --quiet --status running postgres)" ] || echo --no-deps)
  run() {
    docker compose run --rm $deps $([ -t 0 ] || echo -T) -e YES -e SNAPSHOT backup node "$@"
  }
  restart() { docker compose restart api worker 2>/dev/null && until_ready; }
else
  command -v restic >/dev/null && [ -f infra/operate/dist/backup/main.js ] || infra/operate/scripts/prepare.sh 3 programs >&2
  run() { node "$@"; }
  restart() {
    [ -d "$dir/run" ] || return 0
    (cd "$dir/run" && SVDIR=$PWD sv -w 15 restart $(ls -d api-*/ worker-*/ | tr -d /) >/dev/null)
    until_ready
  }
fi

back_up() { run infra/operate/dist/backup/main.js "$@"; }
case $1 in
restore)
  back_up restore
  # They cache data of the database that was replaced.
  restart
  ;;
export)
  (umask 077 && back_up export >"$file.part")
  mv -- "$file.part" "$file"
  ;;
import)
  back_up import <"$file"
  restart
  ;;
refresh) run infra/operate/dist/refresh/main.js ;;
*) back_up "$1" ;;
esac
