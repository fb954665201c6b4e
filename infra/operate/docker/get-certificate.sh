#!/bin/sh
# Gets a certificate of DOMAIN from an authority that speaks ACME, a new one when a third of its time is left, and goes on
# so for as long as it runs. nginx shows it from then on (take-certificate.sh). What fails is tried again, and is said in
# CERTIFICATES/status, for make up and make doctor. It's certbot that speaks to the authority, because Debian keeps that up to
# date; its lego is of 2022.
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
pem=$CERTIFICATES/certificate.pem
# One for each authority, so that a change of ACME_URL begins with a new account.
home=$ACME_HOME/$(printf %s "$url" | tr -c 'A-Za-z0-9.-' _)
# The authority's words are printed, so they hold no line break, and nothing that a terminal would obey.
said=$home/said
mkdir -p "$home" "$CERTIFICATES"
# nginx may be another user.
(umask 022 && mkdir -p "$CHALLENGES")
[ -z "${ACME_CA:-}" ] || export REQUESTS_CA_BUNDLE="$ACME_CA"

# The status of an earlier run, perhaps for another DOMAIN.
rm -f "$CERTIFICATES/status"

# GNU's date, else BSD's.
seconds() { date -d "$1" +%s 2>/dev/null || date -j -f '%b %e %T %Y %Z' "$1" +%s; }
date_of() { openssl x509 -in "$pem" -noout "-${1}date" | cut -d = -f 2; }
# Seconds until it has to be replaced, 0 if now; how long it is valid is `lifetime`, 0 without one.
look() {
  lifetime=0 left=0
  [ -f "$home/live/$DOMAIN/fullchain.pem" ] || return 0
  publish
  from=$(seconds "$(date_of start)") until=$(seconds "$(date_of end)")
  lifetime=$((until - from))
  left=$((until - lifetime / 3 - $(date +%s)))
  [ $left -gt 0 ] || left=0
}
# Whole, for nginx may take it at any moment.
publish() {
  cat "$home/live/$DOMAIN/privkey.pem" "$home/live/$DOMAIN/fullchain.pem" >"$pem.new"
  cmp -s "$pem.new" "$pem" || mv "$pem.new" "$pem"
}

get() {
  # A certbot that was killed halfway leaves this, and then refuses the name.
  [ -f "$home/renewal/$DOMAIN.conf" ] || rm -rf "$home/live/$DOMAIN" "$home/archive/$DOMAIN"
  # Only the last run's is kept.
  rm -rf "$home/log"
  account="--register-unsafely-without-email"
  [ -z "${ACME_EMAIL:-}" ] || account="--no-eff-email --email $ACME_EMAIL"
  # shellcheck disable=SC2086 # options
  certbot certonly --non-interactive --agree-tos $account --server "$url" \
    --webroot --webroot-path "$CHALLENGES" --cert-name "$DOMAIN" --domain "$DOMAIN" --key-type ecdsa \
    --force-renewal --config-dir "$home" --work-dir "$home/work" --logs-dir "$home/log" \
    >"$said" 2>&1 && return
  # It doesn't print the type of what comes before the order; in its log this is a line of its own.
  grep -h '^acme.messages.Error: ' "$home"/log/* >>"$said" 2>/dev/null
  return 1
}

# Reads what went wrong from certbot's output and says what to do. The error types are those of RFC 8555.
explain() {
  case $(cat "$said") in
  *rateLimited*)
    what="the authority has given out, or refused, too many certificates for $DOMAIN lately"
    next="wait: it's tried again by itself. The authority's words name the time from which it works."
    ;;
  *'Type:   caa'* | *'error:caa'*)
    what="a CAA record of $DOMAIN forbids this authority"
    next="add it to that record where the domain is registered, or take the record out."
    ;;
  *'Type:   dns'* | *'error:dns'* | *'No valid IP addresses'* | *NXDOMAIN* | *'could not resolve'*)
    what="$DOMAIN has no address in the DNS"
    next="add an A record (and AAAA, with IPv6) with this machine's public address where the domain is registered."
    ;;
  *'Type:   connection'* | *'error:connection'*)
    what="nobody answers the authority at http://$DOMAIN, on port 80"
    next="is the DNS record this machine's public address? Then open port 80 in its firewall, or pass it on in the router."
    ;;
  *'Type:   unauthorized'* | *'error:unauthorized'*)
    what="somebody else answers the authority at http://$DOMAIN"
    next="let the DNS record of $DOMAIN be this machine's public address (AAAA too), and nothing else stand on its port 80."
    ;;
  *invalidContact* | *unsupportedContact* | *'invalid email'* | *'contact email'*)
    what="the authority refuses ACME_EMAIL"
    next="correct it in .env, then make up."
    ;;
  *rejectedIdentifier* | *'public suffix'* | *'not a valid'* | *'FQDN'* | *'Requested name'*)
    what="the authority gives no certificate for the name $DOMAIN"
    next="correct DOMAIN in .env: a name of your own in the public DNS, without https:// and path; then make up."
    ;;
  *'CERTIFICATE_VERIFY_FAILED'* | *'certificate verify failed'*)
    what="the directory at $url shows a certificate that isn't known here"
    next="correct ACME_URL, or name its authority's file in ACME_CA; then make up."
    ;;
  *'onnection refused'* | *'ConnectionError'* | *'Max retries'* | *'timed out'* | *'ConnectTimeout'* | *'Temporary failure'*)
    what="the authority at $url can't be reached from here"
    next="check that this machine reaches the internet; it's tried again by itself."
    ;;
  *badNonce*)
    what="the authority asked for the request once more"
    next="make up, which does so at once."
    ;;
  *'not found'*)
    what="certbot isn't installed"
    next="make up, which installs it."
    ;;
  *)
    what="the authority gave none"
    next="its words are in $said"
    ;;
  esac
}
# The authority's own words, where certbot has any.
words() {
  sed -n 's/^ *Detail: *//p; s/.*\(urn:ietf:params:acme:error:[a-zA-Z]* ::\)/\1/p' "$said" | head -n 1 |
    LC_ALL=C tr -cd ' -~' | cut -c 1-600
}
report() {
  {
    echo "at $(date -u +%Y-%m-%dT%H:%M:%SZ)"
    echo "domain $DOMAIN"
    echo "result $1"
    if [ "$1" = failed ]; then
      echo "what $what"
      echo "next $next"
      echo "words $(words)"
    else
      echo "until $(date -u -d "@$until" +%Y-%m-%dT%H:%M:%SZ 2>/dev/null || date -u -r "$until" +%Y-%m-%dT%H:%M:%SZ)"
    fi
  } >"$CERTIFICATES/status.new"
  mv "$CERTIFICATES/status.new" "$CERTIFICATES/status"
  # The log of the part.
  tr '\n' ' ' <"$CERTIFICATES/status" && echo
}

while :; do
  look
  if [ $left = 0 ]; then
    if get; then
      look
      report issued
      # Only where the clock is wrong, or it's a matter of seconds.
      [ $left != 0 ] || sleep $((lifetime / 10))
    else
      explain
      report failed
      # A hundredth of its time: 21 hours of 90 days, so the hour. Without one, Let's Encrypt takes five failures an hour.
      wait=$((lifetime / 100))
      [ $lifetime != 0 ] || wait=900
      [ $wait -gt 0 ] || wait=1
      [ $wait -lt 3600 ] || wait=3600
      sleep $wait
      continue
    fi
  elif [ ! -f "$CERTIFICATES/status" ] || grep -q '^result failed' "$CERTIFICATES/status"; then
    report issued
  fi
  # The clock may be set meanwhile, and the machine asleep.
  [ $left -lt 3600 ] || left=3600
  sleep $((left + 1))
done
