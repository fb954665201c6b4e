#!/bin/sh
# Runs a command with the secrets that make-secrets.sh made for this service, where .env leaves some empty.
set -eu
if [ -f /run/secrets/settings ]; then
  set -a
  . /run/secrets/settings
  set +a
fi
exec "$@"
