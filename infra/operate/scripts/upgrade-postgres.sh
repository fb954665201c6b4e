#!/usr/bin/env bash
# make upgrade POSTGRES=1: brings the data to another major version of Postgres, by a backup that is restored into it and
# compared. The old data is kept. Shared by the two kinds; the rest is in upgrade-postgres-KIND.sh.
#   upgrade-postgres.sh [check]   check: ends with 1, and says what to do, where the containers' data needs it
set -euo pipefail
. "$(dirname "$0")/steps.sh"
log=.local/log/upgrade-postgres.log

# The steps, up to `end`: a failure or Ctrl-C between them goes back, by `go_back` of the kind.
begin() {
  retry="see what it says; everything goes on with Postgres $has."
  trap undo EXIT
  trap 'exit 130' INT TERM
}
undo() {
  echo "Going back to Postgres $has …"
  go_back
  echo "Everything is as it was before, with Postgres $has."
} >&2
end() { trap - EXIT INT TERM; }
last_snapshot() { node -p 'require(require("node:path").resolve(process.argv[1], "metrics/backup.json")).snapshot' "$1"; }
# WHERE, and what removes it.
say_kept() {
  printf '\nPostgres %s has all the data. That of %s is kept, personal data included, in %s: remove it with\n' "$wanted" "$has" "$1"
  printf "  %s\nwhen you're sure. Everyone is logged out of the admin.\n" "$2"
}

# The kind that backup.sh would back up.
kind=compose
[ "${1:-}" = check ] || kind=$(infra/operate/scripts/backup.sh kind)
. "infra/operate/scripts/upgrade-postgres-$kind.sh"
