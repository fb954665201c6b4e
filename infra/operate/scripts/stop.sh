#!/bin/sh
# Ends the local processes under LOCAL_DIR, the last ones started first. The data stays, unless it is to be removed; its
# backups stay in any case.
#   stop.sh LOCAL_DIR [remove]
set -u
[ -d "$1" ] || exit 0
dir=$(cd "$1" && pwd -P)

# Processes of a part whose runsv was killed: each has the file `held` of its part open.
left() { find /proc/[0-9]*/fd -lname "$dir/run/*/held" 2>/dev/null | cut -d / -f 3 | sort -u; }

if [ -d "$dir/run" ]; then
  # First what serves the others' answers, last what they keep their data in.
  for group in '-vE ^(api-|worker-|redis$|postgres$)' '-E ^(api|worker)-' '-E ^(redis|postgres)$'; do
    # shellcheck disable=SC2086 # an option and a pattern
    services=$(cd "$dir/run" && ls -d -- */ 2>/dev/null | tr -d / | grep $group)
    # shellcheck disable=SC2086 # several names without spaces
    [ -z "$services" ] || SVDIR=$dir/run sv -w 15 force-shutdown $services >/dev/null
  done
  while pids=$(left) && [ -n "$pids" ]; do
    # shellcheck disable=SC2086
    kill -KILL $pids
    sleep 0.1
  done
  rm -rf "$dir/run"
fi

if [ "${2:-}" = remove ]; then
  # Links to folders elsewhere (infra/operate/src/local/open-dirs.ts).
  for name in postgres redis www nginx lookup releases; do
    [ -L "$dir/$name" ] || continue
    place=$(readlink -f "$dir/$name")
    rm -rf "$place"
    rmdir "$(dirname "$place")" 2>/dev/null || true
  done
  # The backups are for what comes after.
  find "$dir" -mindepth 1 -maxdepth 1 ! -name backup -exec rm -rf {} +
  rmdir "$dir" 2>/dev/null || true
fi
