#!/usr/bin/env bash
# At the end of make up: until when the certificate of DOMAIN is valid, or what certbot says about why there's none. It waits
# a minute at most.
#   say-certificate.sh SINCE COMMAND…   the start of make up, as ISO 8601 in UTC; what prints the status
set -euo pipefail
. "$(dirname "$0")/steps.sh"
since=$1
shift
[ -n "$(setting DOMAIN)" ] && [ -z "$(setting TLS_CERTIFICATE)" ] || exit 0

of() { sed -n "s/^$1 //p" <<<"$status"; }
until=$((SECONDS + 60))
while status=$("$@" 2>/dev/null || true) && [ "$(of result)" != issued ] && [[ $(of at) < $since ]] && [ $SECONDS -lt $until ]; do sleep 0.5; done
case $(of result) in
issued) echo "  certificate  valid until $(of until), renewed by itself" ;;
failed)
  echo "  No certificate. The site is up; browsers warn of it on https. certbot says:"
  of words | sed 's/^/    /'
  echo "  What to do: let the name's DNS record be this machine's public address, open its port 80 to everyone; then make up."
  ;;
*) echo "  certificate  it takes longer than a minute; make doctor says how it went" ;;
esac
