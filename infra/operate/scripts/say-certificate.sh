#!/usr/bin/env bash
# At the end of make up: until when the certificate of DOMAIN is valid, or why there's none yet and what to do. It waits a
# minute at most.
#   say-certificate.sh SINCE COMMAND…   the start of make up, as ISO 8601 in UTC; what prints the status
set -euo pipefail
. "$(dirname "$0")/steps.sh"
since=$1
shift
[ -n "$(node infra/operate/scripts/read-setting.mjs DOMAIN)" ] && [ -z "$(node infra/operate/scripts/read-setting.mjs TLS_CERTIFICATE)" ] || exit 0

of() { sed -n "s/^$1 //p" <<<"$status"; }
until=$((SECONDS + 60))
while status=$("$@" 2>/dev/null || true) && [ "$(of result)" != issued ] && [[ $(of at) < $since ]] && [ $SECONDS -lt $until ]; do sleep 0.5; done
case $(of result) in
issued) echo "  certificate  valid until $(of until | cut -c 1-10), renewed by itself" ;;
failed)
  echo "  No certificate: $(of what). The site is up; browsers warn of it on https."
  words=$(of words)
  [ -z "$words" ] || echo "  The authority's words: $words"
  echo "  What to do: $(of next)"
  ;;
*) echo "  certificate  it takes longer than a minute; make doctor says how it went" ;;
esac
