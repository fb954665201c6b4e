#!/usr/bin/env bash
# make dev: the product for a day of work on it, with reload on save.
set -euo pipefail
cd "$(dirname "$0")/../.."

! command -v node >/dev/null || node infra/local/write-env.mjs
# Vite serves the pages; the worker needs one build of them to render the owner's texts with.
web=
[ -f web/server/dist/build ] || web=web
infra/local/prepare.sh 6 programs $web
exec node infra/dist/local/dev.js
