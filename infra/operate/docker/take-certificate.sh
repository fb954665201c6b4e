#!/bin/sh
# Puts what nginx shows by TLS into DIR/include: certificate.pem (the key and the whole chain in one file, so that the two
# always belong together) and certificate.conf, which says whether browsers can accept it. Exits 0 if there is another one
# than before, 1 if not, 2 if it can't be had.
#   take-certificate.sh DIR [reload [PIDFILE]]   with reload nginx, which runs in DIR or has that pid, shows it at once
# TLS_CERTIFICATE  the owner's own (PEM, the whole chain), and TLS_CERTIFICATE_KEY the file of its key
# DOMAIN           without those: the name for which get-certificate.sh leaves one in CERTIFICATES. Until there is one, a
#                  stand-in that is signed by itself lets nginx start.
set -eu
umask 077
dir=$1 mode=${2:-} pid_file=${3:-$1/nginx.pid} include=$1/include certificate=${TLS_CERTIFICATE:-} key=${TLS_CERTIFICATE_KEY:-}
new=$include/certificate.new issued=${CERTIFICATES:-}/certificate.pem
mkdir -p "$include"
# Where it's root's, nginx' user reads it by the folder's group (infra/operate/src/local/nginx.ts).
[ ! -g "$include" ] || umask 027
# Never through a link.
rm -f "$new" "$new.key" "$include/certificate.conf.new"

# Both public keys, of the certificate and of the key in a file.
belong_together() {
  of_key=$(openssl pkey -in "$1" -pubout 2>/dev/null) || return 1
  [ "$of_key" = "$(openssl x509 -in "$1" -noout -pubkey 2>/dev/null)" ]
}
show() {
  # Stays when this is killed before nginx knows.
  : >"$include/certificate.unknown"
  echo "map '' \$has_certificate { default $1; }" >"$include/certificate.conf.new"
  mv "$include/certificate.conf.new" "$include/certificate.conf"
  mv "$new" "$include/certificate.pem"
  reload
  exit 0
}
reload() {
  [ "$mode" != reload ] || kill -HUP "$(cat "$pid_file")"
  rm -f "$include/certificate.unknown"
}
[ ! -e "$include/certificate.unknown" ] || reload

if [ -n "$certificate" ]; then
  cat "$certificate" "$key" >"$new"
  if cmp -s "$new" "$include/certificate.pem"; then rm "$new" && exit 1; fi
  # While they're being replaced, one of the two may still be the old one.
  belong_together "$new" || { rm "$new" && exit 2; }
  show 1
fi

if [ -f "$issued" ] && ! cmp -s "$issued" "$include/certificate.pem"; then
  cat "$issued" >"$new"
  # It may be that of another DOMAIN, from before.
  if belong_together "$new" && openssl x509 -in "$new" -noout -checkhost "$DOMAIN" | grep -q 'does match'; then show 1; fi
  rm "$new"
fi
# The current one stays, even if it has expired: that is better than a stand-in.
if [ -f "$include/certificate.conf" ] && openssl x509 -in "$include/certificate.pem" -noout -checkhost "$DOMAIN" 2>/dev/null | grep -q 'does match'; then exit 1; fi
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj '/CN=stand-in' \
  -addext "subjectAltName=DNS:$DOMAIN" -keyout "$new.key" -out "$new" 2>/dev/null
cat "$new.key" >>"$new" && rm "$new.key"
show 0
