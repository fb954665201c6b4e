#!/bin/sh
# Writes DIR/place/*.conf, what nginx.conf includes because it differs from place to place. One writer for the
# container, the local process and the tests of nginx.conf, so that all three run the same thing.
#   write-nginx-place.sh DIR
# LISTEN           addresses to listen on, e.g. "127.0.0.1:8080 [::1]:8080"
# TLS_LISTEN       the same with TLS and HTTP/2, where there is a certificate
# TLS_CERTIFICATE  its file (PEM, the whole chain), and TLS_CERTIFICATE_KEY that of its key; empty = no TLS
# STATUS_LISTEN    where nginx counts its connections for Prometheus' exporter, never for visitors; empty = nowhere
# WEB_ROOT         folder of the built pages; private/languages in it names the site's languages, the default first, and
#                  private/page-policy is the Content-Security-Policy of its pages
# PAGES_DIR        folder into which the workers render pages again; empty = none do
# API_SERVERS      host:port of each api process
# EDGE_LOG         host:port that page requests are reported to by UDP; empty = not reported
# EDGE_KEY         what the api knows those reports by (server/src/secrets.ts)
# TRUSTED_PROXIES  addresses or networks whose X-Forwarded-For is believed, by space or comma; empty = none
# RATE_LIMIT       on (default) or off
set -eu

fail() {
  echo "nginx: $1" >&2
  exit 1
}
# What comes from the environment must not be able to add a directive.
plain() {
  case $2 in *[!0-9A-Za-z.:/_\ ,\[\]-]*) fail "$1 holds a character that does not belong in it" ;; esac
}

place=$1/place
listen=${LISTEN:?} root=${WEB_ROOT:?} pages=${PAGES_DIR:-} servers=${API_SERVERS:?}
tls_listen=${TLS_LISTEN:-} certificate=${TLS_CERTIFICATE:-} key=${TLS_CERTIFICATE_KEY:-}
status_listen=${STATUS_LISTEN:-} edge_log=${EDGE_LOG:-} edge_key=${EDGE_KEY:-} proxies=${TRUSTED_PROXIES:-} rate_limit=${RATE_LIMIT:-on}
plain LISTEN "$listen" && plain TLS_LISTEN "$tls_listen" && plain API_SERVERS "$servers" && plain EDGE_LOG "$edge_log"
plain EDGE_KEY "$edge_key" && plain STATUS_LISTEN "$status_listen"
case $proxies in *[!0-9A-Fa-f.:/\ ,]*) fail 'TRUSTED_PROXIES takes addresses and networks, such as "10.0.0.0/8, 2001:db8::1"' ;; esac
case $root$pages$certificate$key in
*[\"\$\\]*) fail 'the folders of the pages and the files of TLS must not have " $ or \ in their names' ;;
esac
[ -n "$certificate" ] && [ -z "$key" ] && fail 'TLS_CERTIFICATE needs TLS_CERTIFICATE_KEY'
[ -n "$key" ] && [ -z "$certificate" ] && fail 'TLS_CERTIFICATE_KEY needs TLS_CERTIFICATE'
for file in "$certificate" "$key"; do
  # For a file that is missing, Docker mounts a folder.
  [ -z "$file" ] || { [ -f "$file" ] && [ -r "$file" ]; } || fail "$file is no file that can be read"
done
case $rate_limit in on | off) ;; *) fail 'RATE_LIMIT is on or off' ;; esac

# Pages name the scripts of their build, so only those that were rendered for this one are served.
rendered=$root
[ -z "$pages" ] || rendered=$pages/$(cat "$root/private/build")

languages=$(cat "$root/private/languages")
case $languages in *[!a-z\ ]*) fail 'private/languages holds a character that does not belong in it' ;; esac
# make upgrade may still show a site that was built when there was none.
page_policy=$(cat "$root/private/page-policy" 2>/dev/null || true)
# It names hosts of site.config.json, which must not be able to add a directive.
case $page_policy in *[!0-9A-Za-z\ \'\;:/.+=_-]*) fail 'private/page-policy holds a character that does not belong in it' ;; esac
default_language=${languages%% *}
other_languages=${languages#"$default_language"}

mkdir -p "$place"
# nginx would make it readable for everyone.
(umask 027 && : >"$1/refused.log")
for server in $servers; do
  # A killed process is back within 2 s; it must not be passed over for longer.
  echo "server $server fail_timeout=2s;"
done >"$place/api.conf"

# It holds the key of the reports, which other users of this machine must not read.
: >"$place/http.conf"
chmod 600 "$place/http.conf"
{
  for proxy in $(echo "$proxies" | tr ',' ' '); do
    echo "set_real_ip_from $proxy;"
  done
  echo "map '' \$rate_limit { default $rate_limit; }"
  echo "map '' \$rendered_pages { default \"$rendered\"; }"
  echo "map '' \$built_pages { default \"$root\"; }"
  echo "map '' \$page_policy { default \"${page_policy:+$page_policy; }\"; }"
  echo "map '' \$edge_key { default \"$edge_key\"; }"
  [ -z "$edge_log" ] || echo "access_log syslog:server=$edge_log,tag=voordeur edge if=\$is_page_view;"

  # The home page is served in the first of the other languages that the browser accepts (browsers name the preferred
  # one first), and in the default language only where it accepts none of them: web/src/i18n/language.ts chooses alike.
  cat <<END
map \$http_accept_language \$accepted_language {
  "~*(?:^|,)\s*(?<accepted>$(echo $other_languages | tr ' ' '|'))[^,;\s]*\s*(?:\$|,|;\s*q=(?:1|0\.0*[1-9]))" \$accepted;
}
map \$accepted_language \$home {
$(for language in $other_languages; do echo "  $language index.$language.html;"; done)
  default index.html;
}
map \$request_path \$not_found_page {
$(for language in $other_languages; do echo "  ~^/$language/ /$language/404.html;"; done)
  default /404.html;
}
# Pages in the default language have no prefix.
map \$page \$without_prefix {
  "~^/$default_language(?<behind_prefix>/.+?)/?\$" \$behind_prefix;
  default /-;
}
END
  [ -z "$status_listen" ] || echo "server { listen $status_listen; access_log off; location = /stub_status { stub_status; } location / { return 404; } }"
} >"$place/http.conf"

{
  for address in $listen; do
    echo "listen $address;"
  done
  echo "root \"$root\";"
  if [ -n "$certificate" ]; then
    for address in $tls_listen; do
      # nginx from 1.25.1 on would rather have `http2 on`, which that of Debian 12 does not know.
      echo "listen $address ssl http2;"
    done
    echo "ssl_certificate \"$certificate\";"
    echo "ssl_certificate_key \"$key\";"
    echo 'ssl_protocols TLSv1.2 TLSv1.3;'
    echo 'ssl_session_cache shared:tls:2m;'
  fi
} >"$place/server.conf"
