#!/usr/bin/env bash
# make up: containers where a Docker engine answers, else local processes; and always the kind that runs already.
set -euo pipefail
cd "$(dirname "$0")/../.."

runs_locally() { [ -d "$(node infra/local/read-setting.mjs LOCAL_DIR .local)/run" ]; }
has_engine() { docker compose version >/dev/null 2>&1 && docker info >/dev/null 2>&1; }

if ! runs_locally && has_engine; then
  exec infra/local/up-compose.sh
fi
exec infra/local/up-local.sh
