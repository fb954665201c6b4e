#!/bin/sh
# The nginx container: as user nginx, on a read-only file system with a writable /tmp.
set -eu
dir=/tmp/nginx
mkdir -p "$dir"
ln -sf /etc/voordeur/nginx.conf "$dir/nginx.conf"

LISTEN=8080 TLS_LISTEN=8443 WEB_ROOT=/srv/web PAGES_DIR=/srv/pages API_SERVERS=api:13001 EDGE_LOG=api:5514 \
  write-nginx-place.sh "$dir"

# nginx looks names up once, when it starts. A container that is replaced or added may have another address.
addresses() { getent ahostsv4 api | cut -d ' ' -f 1 | sort -u; }
(
  known=$(addresses)
  while sleep 2; do
    now=$(addresses)
    if [ -n "$now" ] && [ "$now" != "$known" ]; then
      known=$now
      nginx -e stderr -p "$dir" -c "$dir/nginx.conf" -s reload || true
    fi
  done
) &

# Into the log of the container.
(while sleep 10; do count-refused.sh "$dir" || true; done) &

exec nginx -e stderr -p "$dir" -c "$dir/nginx.conf" -g 'daemon off;'
