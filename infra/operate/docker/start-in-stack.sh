#!/bin/sh
# In a stack: gives the command the settings of its service, which are a secret, and runs it.
# DRAIN_SECONDS  how long the command still runs after SIGTERM, until nginx has noticed
set -eu
set -a
. /run/secrets/settings
set +a
[ -n "${DRAIN_SECONDS:-}" ] || exec "$@"

"$@" &
program=$!
trap 'sleep "$DRAIN_SECONDS"; kill -TERM $program' TERM
# The signal ends the first wait.
code=0
wait $program || code=$?
[ $code -le 128 ] || { code=0 && wait $program || code=$?; }
exit $code
