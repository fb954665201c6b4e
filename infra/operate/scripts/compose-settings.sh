# Sourced: exports what docker-compose.yml needs in addition to .env.
# As server/src/secrets.ts makes it. nginx gets this and not the secret itself.
EDGE_KEY=$(printf 'voordeur/edge-lines/%s' "$(setting JWT_SECRET)" | sha256sum | cut -c 1-32)
APP_VERSION=$(node infra/operate/scripts/read-version.mjs)
# The engine may run on another machine than this script, as Docker Desktop's does.
found=$(($(docker info --format '{{.MemTotal}}') / 1048576))
sizes=$(node infra/operate/scripts/choose-sizes.mjs "$(setting MEMORY_MB $found)")
# shellcheck disable=SC2086 # lines of NAME=value
export EDGE_KEY APP_VERSION $sizes
geoip=$(setting GEOIP_DB)
if [ -n "$geoip" ]; then
  GEOIP_FOLDER=$(realpath -m "$(dirname "$geoip")") GEOIP_NAME=$(basename "$geoip")
  export GEOIP_FOLDER GEOIP_NAME
fi
# Settings that follow from DOMAIN, and the ports and files of TLS.
domain=$(setting DOMAIN) own=$(setting TLS_CERTIFICATE)
if [ -n "$domain" ]; then
  for name in PUBLIC_URL WEB_HOST WEB_PORT TLS_PORT; do export "$name=$(setting $name)"; done
fi
[ -z "$domain$own" ] || TLS_PORT=$(setting TLS_PORT 8443)
if [ -n "$domain" ] && [ -z "$own" ]; then
  profiles=$(setting COMPOSE_PROFILES)
  COMPOSE_PROFILES=${profiles:+$profiles,}tls
  ACME_CA=$(setting ACME_CA)
  [ -z "$ACME_CA" ] || ACME_CA=$(realpath "$ACME_CA")
  export COMPOSE_PROFILES ACME_CA
fi
FILES_HASH=$(cat .env site.config.json | sha256sum | cut -c 1-16)
export TLS_PORT FILES_HASH
# The engine would make these, as root's.
mkdir -p .local/backup .local/lookup .local/metrics .local/restored
