#!/bin/sh
# Gets a certificate of DOMAIN from an authority that speaks ACME, and renews it for as long as this runs; nginx shows it from
# then on (take-certificate.sh). Both are certbot's work: Debian keeps that up to date, and its lego is of 2022. What certbot
# says about a failure goes to CERTIFICATES/status, for make up and make doctor.
# DOMAIN        the name; ACME_EMAIL is whom the authority writes to
# ACME_URL      the authority's directory; Let's Encrypt by default
# ACME_CA       a file (PEM) of the authority that signed the directory's own certificate, where no system knows it
# ACME_HOME     the account's key, and what certbot remembers
# CERTIFICATES  folder of certificate.pem, which holds the key too, and of status
# CHALLENGES    folder that nginx serves to the authority: /.well-known/acme-challenge/ on port 80
set -u
umask 077
: "${DOMAIN:?}" "${ACME_HOME:?}" "${CERTIFICATES:?}" "${CHALLENGES:?}"
url=${ACME_URL:-https://acme-v02.api.letsencrypt.org/directory}
pem=$CERTIFICATES/certificate.pem status=$CERTIFICATES/status
# One for each authority, so that a change of ACME_URL begins with a new account.
home=$ACME_HOME/$(printf %s "$url" | tr -c 'A-Za-z0-9.-' _)
live=$home/live/$DOMAIN
mkdir -p "$home" "$CERTIFICATES"
# nginx may be another user.
(umask 022 && mkdir -p "$CHALLENGES")
[ -z "${ACME_CA:-}" ] || export REQUESTS_CA_BUNDLE="$ACME_CA"
account="--register-unsafely-without-email"
[ -z "${ACME_EMAIL:-}" ] || account="--no-eff-email --email $ACME_EMAIL"

# A new one, or one in place of that which ends within 30 days; else it keeps what there is.
get() {
  # A certbot that was killed halfway leaves this, and then refuses the name.
  [ -f "$home/renewal/$DOMAIN.conf" ] || rm -rf "$live" "$home/archive/$DOMAIN"
  # shellcheck disable=SC2086 # options
  certbot certonly --non-interactive --agree-tos $account --server "$url" --keep-until-expiring \
    --webroot --webroot-path "$CHALLENGES" --cert-name "$DOMAIN" --domain "$DOMAIN" --key-type ecdsa \
    --config-dir "$home" --work-dir "$home/work" --logs-dir "$home/log" --max-log-backups 5 2>&1
}
# Whole, for nginx may take it at any moment.
publish() {
  [ ! -f "$live/fullchain.pem" ] || { cat "$live/privkey.pem" "$live/fullchain.pem" >"$pem.new" && mv "$pem.new" "$pem"; }
}

# The status of an earlier run, perhaps for another DOMAIN.
rm -f "$status"
while :; do
  publish
  result=issued wait=43200
  # Let's Encrypt takes five failures an hour.
  said=$(get) || { result=failed && [ -f "$live/fullchain.pem" ] && wait=3600 || wait=900; }
  publish
  {
    echo "at $(date -u +%Y-%m-%dT%H:%M:%SZ)"
    echo "domain $DOMAIN"
    echo "result $result"
    if [ $result = issued ]; then echo "until $(openssl x509 -in "$pem" -noout -enddate | cut -d = -f 2)"
    # The authority's words are in it, and may hold what a terminal would obey.
    else printf '%s\n' "$said" | LC_ALL=C tr -cd '\n -~' | grep . | tail -n 20 | sed 's/^/words /'; fi
  } >"$status.new"
  # Into the log of the part too.
  cat "$status.new" && mv "$status.new" "$status"
  sleep $wait
done
