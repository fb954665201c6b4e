#!/bin/sh
# In the nginx container: writes what nginx reads for the site in FOLDER, a copy of what this image has under /.
#   show-site.sh FOLDER [API_SERVERS [EDGE_LOG]]
set -eu
# FOLDER may be in /tmp, from which nothing can be run as a program.
folder=${1%/}
dir=/tmp/nginx
mkdir -p "$dir"
ln -sfn "$folder/etc/voordeur/nginx.conf" "$dir/nginx.conf"

[ -z "${DOMAIN:-}" ] || export CERTIFICATES=/srv/certificates CHALLENGES=/srv/certificates/challenges
# No port of these containers' network but 8080 and 8443 is published.
LISTEN=8080 TLS_LISTEN=8443 STATUS_LISTEN=8081 WEB_ROOT=$folder/srv/web PAGES_DIR=/srv/pages \
  API_SERVERS=${2:-api:13001} EDGE_LOG=${3:-api:5514} sh "$folder/usr/local/bin/write-nginx-include.sh" "$dir"
