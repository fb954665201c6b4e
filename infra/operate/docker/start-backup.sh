#!/bin/sh
# The backup container: as the owner of .env, who may read it, and owns what is written.
set -eu
owner=$(stat -c %u:%g /checkout/.env)
# The engine has made some of these, as root's.
for folder in /checkout/.local /checkout/.local/*/; do
  [ "$(stat -c %u "$folder")" != 0 ] || chown "$owner" "$folder"
done
exec setpriv --reuid "${owner%:*}" --regid "${owner#*:}" --clear-groups "$@"
