#!/bin/sh
# The backup container: as the owner of the checkout, who may read .env, and owns what is written there.
set -eu
exec setpriv --reuid "$(stat -c %u /checkout)" --regid "$(stat -c %g /checkout)" --clear-groups "$@"
