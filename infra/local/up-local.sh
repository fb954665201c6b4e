#!/usr/bin/env bash
# make up-local: the five parts as processes of this machine, under .local/.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Before the build, because the pages are rendered with PUBLIC_URL.
! command -v node >/dev/null || node infra/local/write-env.mjs
infra/local/prepare.sh 7 programs web
exec node infra/dist/local/up.js
