# Sourced: exports what docker-compose.yml takes beside .env.
# As server/src/secrets.ts makes it. nginx gets this and not the secret itself.
EDGE_KEY=$(printf 'voordeur/edge-lines/%s' "$(node infra/local/read-setting.mjs JWT_SECRET)" | sha256sum | cut -c 1-32)
APP_VERSION=$(node infra/local/read-version.mjs)
# The engine may run on another machine than this script, as Docker Desktop's does.
found=$(($(docker info --format '{{.MemTotal}}') / 1048576))
sizes=$(node infra/local/choose-sizes.mjs "$(node infra/local/read-setting.mjs MEMORY_MB $found)")
# shellcheck disable=SC2086 # lines of NAME=value
export EDGE_KEY APP_VERSION $sizes
geoip=$(node infra/local/read-setting.mjs GEOIP_DB)
if [ -n "$geoip" ]; then
  GEOIP_FOLDER=$(realpath -m "$(dirname "$geoip")") GEOIP_NAME=$(basename "$geoip")
  export GEOIP_FOLDER GEOIP_NAME
fi
# The engine would make these, as root's.
mkdir -p .local/backup .local/lookup "$(node infra/local/read-setting.mjs LOCAL_DIR .local)/metrics"
