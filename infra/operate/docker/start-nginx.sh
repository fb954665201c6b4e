#!/bin/sh
# The nginx container: as user nginx, on a read-only file system with a writable /tmp.
set -eu
dir=/tmp/nginx
# After make upgrade this image is older than its site, which is in a volume.
folder=/
newer=/srv/site/for-$(cat /etc/voordeur/image)
[ ! -e "$newer" ] || folder=$(readlink -f "$newer")
"${folder%/}/usr/local/bin/show-site.sh" "$folder"

# nginx looks names up when it starts and when it reloads. A container that is added gets its share from then on; one that
# goes has left the name before nginx would try it again (fail_timeout, write-nginx-include.sh).
addresses() { getent ahostsv4 api | cut -d ' ' -f 1 | sort -u; }
(
  known=$(addresses)
  while sleep 1; do
    now=$(addresses)
    if [ -n "$now" ] && [ "$now" != "$known" ]; then
      known=$now
      nginx -e stderr -p "$dir" -c "$dir/nginx.conf" -s reload || true
    fi
  done
) &

# A new one of get-certificate.sh. The owner's own files stay those that were mounted.
if [ -n "${TLS_CERTIFICATE:-}${DOMAIN:-}" ]; then
  (while sleep 10; do CERTIFICATES=/srv/certificates sh "${folder%/}/usr/local/bin/take-certificate.sh" "$dir" reload || true; done) &
fi

# Into the log of the container.
(while sleep 10; do count-refused.sh "$dir" || true; done) &

exec nginx -e stderr -p "$dir" -c "$dir/nginx.conf" -g 'daemon off;'
