#!/bin/sh
# Writes DIR/include/*.conf, what nginx.conf includes because it differs from place to place. One writer for the
# container, the local process and the tests of nginx.conf, so that all three run the same thing.
#   write-nginx-include.sh DIR
# LISTEN           addresses to listen on, e.g. "127.0.0.1:8080 [::1]:8080"
# TLS_LISTEN       the same with TLS, HTTP/2 and, where nginx has it, HTTP/3
# TLS_CERTIFICATE  file of a certificate (PEM, the whole chain), and TLS_CERTIFICATE_KEY that of its key
# DOMAIN           without those: the name whose certificate get-certificate.sh gets into CERTIFICATES; empty = no TLS
# CHALLENGES       folder of the answers to the authority that gives it out
# PUBLIC_URL       where it is https, visitors who come without TLS are sent there
# HSTS             on (default), subdomains, preload or off: Strict-Transport-Security
# STATUS_LISTEN    where nginx counts its connections for Prometheus' exporter, never for visitors; empty = nowhere
# WEB_ROOT         folder of the built pages; private/languages in it names the site's languages, the default first, and
#                  private/admin-pages the paths of the admin's screens, and private/page-policy is the Content-Security-Policy of its pages
# PAGES_DIR        folder into which the workers render pages again and put what the owner uploads; empty = none do
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
# A value from the environment must not be able to add a directive.
plain() {
  case $2 in *[!0-9A-Za-z.:/_\ ,\[\]-]*) fail "$1 holds a character that does not belong in it" ;; esac
}

include=$1/include
listen=${LISTEN:?} root=${WEB_ROOT:?} pages=${PAGES_DIR:-} servers=${API_SERVERS:?}
tls_listen=${TLS_LISTEN:-} certificate=${TLS_CERTIFICATE:-} key=${TLS_CERTIFICATE_KEY:-}
domain=${DOMAIN:-} challenges=${CHALLENGES:-} public_url=${PUBLIC_URL:-} hsts=${HSTS:-on}
status_listen=${STATUS_LISTEN:-} edge_log=${EDGE_LOG:-} edge_key=${EDGE_KEY:-} proxies=${TRUSTED_PROXIES:-} rate_limit=${RATE_LIMIT:-on}
plain LISTEN "$listen" && plain TLS_LISTEN "$tls_listen" && plain API_SERVERS "$servers" && plain EDGE_LOG "$edge_log"
plain EDGE_KEY "$edge_key" && plain STATUS_LISTEN "$status_listen" && plain PUBLIC_URL "$public_url"
case $domain in *[!0-9A-Za-z.-]*) fail 'DOMAIN is one name, such as example.org' ;; esac
case $proxies in *[!0-9A-Fa-f.:/\ ,]*) fail 'TRUSTED_PROXIES takes addresses and networks, such as "10.0.0.0/8, 2001:db8::1"' ;; esac
case $1$root$pages$certificate$key$challenges in
*[\"\$\\]*) fail 'the folders of the pages and the files of TLS must not have " $ or \ in their names' ;;
esac
[ -n "$certificate" ] && [ -z "$key" ] && fail 'TLS_CERTIFICATE needs TLS_CERTIFICATE_KEY'
[ -n "$key" ] && [ -z "$certificate" ] && fail 'TLS_CERTIFICATE_KEY needs TLS_CERTIFICATE'
for file in "$certificate" "$key"; do
  # For a file that is missing, Docker mounts a folder.
  [ -z "$file" ] || { [ -f "$file" ] && [ -r "$file" ]; } || fail "$file is no file that can be read"
done
case $rate_limit in on | off) ;; *) fail 'RATE_LIMIT is on or off' ;; esac
# For a year. Subdomains and the list that comes with browsers are for the owner to decide: neither can be taken back soon.
case $hsts in
on) hsts='max-age=31536000' ;;
subdomains) hsts='max-age=31536000; includeSubDomains' ;;
preload) hsts='max-age=31536000; includeSubDomains; preload' ;;
off) hsts= ;;
*) fail 'HSTS is on, subdomains, preload or off' ;;
esac
public_origin=
case $public_url in https://*) public_origin=${public_url#https://} public_origin=https://${public_origin%%/*} ;; esac
has_tls=${certificate:-$domain} http3=
# Debian keeps servers out of a user's PATH.
nginx=$(PATH=$PATH:/usr/sbin:/usr/local/sbin nginx -V 2>&1)
case $nginx in *--with-http_v3_module*) http3=yes ;; esac

# Pages name the scripts of their build, so only those that were rendered for this one are served.
rendered=$root
[ -z "$pages" ] || rendered=$pages/$(cat "$root/private/build")

languages=$(cat "$root/private/languages")
admin_pages=$(cat "$root/private/admin-pages" 2>/dev/null || true)
case $admin_pages in *[!a-z/\ ]*) fail 'private/admin-pages holds a character that does not belong in it' ;; esac
case $languages in *[!a-z\ ]*) fail 'private/languages holds a character that does not belong in it' ;; esac
# make upgrade may still show a site that was built when there was none.
page_policy=$(cat "$root/private/page-policy" 2>/dev/null || true)
# It names hosts of site.config.json, which must not be able to add a directive.
case $page_policy in *[!0-9A-Za-z\ \'\;:/.+=_-]*) fail 'private/page-policy holds a character that does not belong in it' ;; esac
default_language=${languages%% *}
other_languages=${languages#"$default_language"}

mkdir -p "$include"
# http.conf holds the key of the reports, which other users of this machine must not read. Where the folder is root's, nginx'
# user reads it by its group (infra/operate/src/local/nginx.ts).
umask 077
[ ! -g "$include" ] || umask 027
# Never through a link, and whole.
write() { rm -f "$include/$1.new" && cat >"$include/$1.new" && mv "$include/$1.new" "$include/$1"; }
for server in $servers; do
  # A killed process is back within 2 s; it must not be passed over for longer.
  echo "server $server fail_timeout=2s;"
done | write api.conf

{
  proxies=$(echo "$proxies" | tr ',' ' ')
  for proxy in $proxies; do
    echo "set_real_ip_from $proxy;"
  done
  echo 'geo $realip_remote_addr $is_trusted_proxy {'
  for proxy in $proxies; do
    echo "  $proxy 1;"
  done
  echo '  default 0;'
  echo '}'
  if [ -n "$has_tls" ]; then echo 'include include/certificate.conf;'; else echo "map '' \$has_certificate { default 0; }"; fi
  echo "map '' \$public_origin { default \"$public_origin\"; }"
  # Browsers look for HTTP/3 where they came by name.
  port=${public_origin##*:}
  case $port in '' | *[!0-9]*) port=443 ;; esac
  [ -z "$has_tls" ] || [ -z "$http3" ] || echo "map \$https \$http3_here { on 'h3=\":$port\"; ma=86400'; default ''; }"
  echo "map '' \$hsts_policy { default \"$hsts\"; }"
  echo "map '' \$rate_limit { default $rate_limit; }"
  echo "map '' \$rendered_pages { default \"$rendered\"; }"
  echo "map '' \$uploads { default \"${pages:-$root}\"; }"
  echo "map '' \$built_pages { default \"$root\"; }"
  echo "map '' \$page_policy { default \"${page_policy:+$page_policy; }\"; }"
  echo "map '' \$edge_key { default \"$edge_key\"; }"
  [ -z "$edge_log" ] || echo "access_log syslog:server=$edge_log,tag=voordeur edge if=\$is_page_view;"

  # The home page is served in the first of the other languages that the browser accepts (browsers name the preferred
  # one first), and in the default language only where it accepts none of them: web/src/i18n/language.ts chooses alike.
  cat <<END
map \$http_accept_language \$accepted_language {
  "~*(?:^|,)\s*(?<accepted>$(echo $other_languages | tr ' ' '|'))(?:-[^,;\s]*)?\s*(?:\$|,|;\s*q=(?:1|0\.0*[1-9]))" \$accepted;
}
map \$accepted_language \$home {
$(for language in $other_languages; do echo "  $language index.$language.html;"; done)
  default index.html;
}
map \$request_path \$not_found_page {
$(for language in $other_languages; do echo "  ~^/$language/ /$language/404.html;"; done)
  ~^/admin/ /admin.html;
  default /404.html;
}
# Pages in the default language have no prefix.
map \$page \$without_prefix {
  "~^/$default_language(?<behind_prefix>/.+?)/?\$" \$behind_prefix;
  default /-;
}
$(
    # The admin has one page for all its screens, and for every lead; its script reads the address. Any other page is a file.
    one_page="~^/(admin/leads/[^/.]+${admin_pages:+|$(echo "$admin_pages" | tr ' ' '|')})"
    echo "map \$page \$page_file { \"$one_page\$\" /admin.html; default \$page/index.html; }"
    echo "map \$page \$file_without_slash { \"$one_page/\$\" /admin.html; default \${page}index.html; }"
    echo "map \$without_prefix \$file_without_prefix { \"$one_page\$\" /admin.html; default \$without_prefix/index.html; }"
  )
END
  [ -z "$status_listen" ] || echo "server { listen $status_listen; access_log off; location = /stub_status { stub_status; } location / { return 404; } }"
} | write http.conf

{
  for address in $listen; do
    echo "listen $address;"
  done
  echo "root \"$root\";"
  if [ -n "$challenges" ]; then
    echo 'location ^~ /.well-known/acme-challenge/ {'
    echo "  root \"$challenges\";"
    echo '  default_type text/plain;'
    echo '  try_files $uri =404;'
    echo '}'
  fi
  if [ -n "$has_tls" ]; then
    # nginx from 1.25.1 on has a directive for it, and warns of the other way.
    http2=' http2'
    case $nginx in *nginx/1.2[5-9]* | *nginx/1.[3-9]?.* | *nginx/[2-9]*) http2= && echo 'http2 on;' ;; esac
    for address in $tls_listen; do
      echo "listen $address ssl$http2;"
      # Each worker has a socket of its own, so that all packets of a connection meet the same one.
      [ -z "$http3" ] || echo "listen $address quic reuseport;"
    done
    [ -z "$http3" ] || echo 'add_header Alt-Svc $http3_here always;'
    echo "ssl_certificate \"$1/include/certificate.pem\";"
    echo "ssl_certificate_key \"$1/include/certificate.pem\";"
  fi
} | write server.conf

# 1 says that it's the one that is there already.
[ -z "$has_tls" ] || sh "$(dirname "$0")/take-certificate.sh" "$1" || [ $? -eq 1 ] || fail 'TLS_CERTIFICATE_KEY is not the key of TLS_CERTIFICATE'
