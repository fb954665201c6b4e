#!/bin/sh
# Starts Prometheus or Alertmanager with this installation's settings in their files: one starter for the containers and
# for local processes.
#   start.sh prometheus|alertmanager DIR OPTION…    DIR is where the files are written to
# PUBLIC_URL         asked as a visitor does where it is https, which shows when its certificate ends
# ADDRESSES          of local processes, in place of the containers: "api=127.0.0.1:13001,127.0.0.1:13002 nginx=…"
# ALERT_WEBHOOK_URL  alerts are posted there; else, where there is an SMTP_URL, mailed from MAIL_FROM to OWNER_EMAIL
set -eu
umask 077
what=$1 dir=$2 from=$(dirname "$0")
shift 2

write_prometheus() {
  case ${PUBLIC_URL:-} in
  https:*) sed "s#https://site\.example#${PUBLIC_URL%/}#" "$from/prometheus.yml" ;;
  *) sed '/site\.example\//d' "$from/prometheus.yml" ;;
  esac >"$dir/prometheus.yml"
  for address in ${ADDRESSES:-}; do
    name=${address%%=*} targets=${address#*=}
    sed -E "s#dns_sd_configs: .*\[$name\].*#static_configs: [{ targets: [$targets] }]#; s#(['/])$name:[0-9]+#\1$targets#" \
      "$dir/prometheus.yml" >"$dir/prometheus.yml.new"
    mv "$dir/prometheus.yml.new" "$dir/prometheus.yml"
  done
  cp "$from/rules.yml" "$dir/rules.yml"
}

# Quotes for YAML. Settings hold no line breaks.
quote() {
  printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"
}

# A part of a URL.
decode() {
  rest=$1
  while [ -n "$rest" ]; do
    tail=${rest#?}
    case $rest in
    %[0-9A-Fa-f][0-9A-Fa-f]*)
      tail=${rest#???} code=${rest#%}
      # shellcheck disable=SC2059 # the byte as an escape
      printf "\\$(printf %o "0x${code%"$tail"}")"
      ;;
    *) printf %s "${rest%"$tail"}" ;;
    esac
    rest=$tail
  done
}

write_alertmanager() {
  cat "$from/alertmanager.yml"
  if [ -n "${ALERT_WEBHOOK_URL:-}" ]; then
    printf '    webhook_configs:\n      - url: %s\n' "$(quote "$ALERT_WEBHOOK_URL")"
  elif [ -n "${SMTP_URL:-}" ]; then
    server=${SMTP_URL#*://}
    server=${server%%[/?]*}
    login=${server%@*} host=${server##*@} port=587 starttls=true
    # On 465 TLS comes first. Without a login it's a relay of one's own, which may know no TLS.
    case $SMTP_URL in smtps:*) port=465 starttls=false ;; esac
    [ "$login" != "$server" ] || login='' starttls=false
    case $host in *:*) ;; *) host=$host:$port ;; esac
    printf '    email_configs:\n      - send_resolved: true\n'
    printf '        from: %s\n        to: %s\n' "$(quote "${MAIL_FROM:?}")" "$(quote "${OWNER_EMAIL:?}")"
    printf '        smarthost: %s\n        require_tls: %s\n' "$(quote "$host")" $starttls
    [ -z "$login" ] || printf '        auth_username: %s\n        auth_password: %s\n' \
      "$(quote "$(decode "${login%%:*}")")" "$(quote "$(decode "${login#*:}")")"
  fi
}

mkdir -p "$dir"
case $what in
prometheus) write_prometheus ;;
alertmanager) write_alertmanager >"$dir/alertmanager.yml" ;;
esac
# Debian's name, else that of its makers.
program=$(command -v "prometheus-$what" || command -v "$what")
exec "$program" --config.file="$dir/$what.yml" "$@"
