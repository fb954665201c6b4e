#!/bin/sh
# Prints one line about the requests that nginx refused (429) since the last call, and nothing where it refused none.
# nginx leaves the network of each in refused.log (nginx.conf), which is emptied here.
#   count-refused.sh DIR    the folder that nginx was started in
set -eu
log=$1/refused.log
[ -s "$log" ] || exit 0

# nginx appends, so it goes on at the start. What it writes between the two is not counted.
awk -v at="$(date -u +%Y-%m-%dT%H:%M:%SZ)" '
  ++of[$0] > most { most = of[$0]; network = $0 }
  END { printf "%s refused %d requests (429), %d of them from %s\n", at, NR, most, network }
' "$log"
: >"$log"
