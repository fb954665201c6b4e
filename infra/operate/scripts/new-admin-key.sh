#!/usr/bin/env bash
# make unlock NEW_KEY=1: another ADMIN_SECRET_KEY in .env, and what runs started with it, which ends every session.
set -euo pipefail
. "$(dirname "$0")/steps.sh"

[ -f .env ] || { echo "There is no .env yet. What to do: make up, which writes one with a key of its own."; exit 1; }
node -e '
  const { readFileSync, writeFileSync } = require("node:fs");
  const key = require("node:crypto").randomBytes(24).toString("hex");
  const line = `ADMIN_SECRET_KEY=${key}`;
  const text = readFileSync(".env", "utf8");
  const changed = text.replace(/^ADMIN_SECRET_KEY=.*$/gm, line);
  writeFileSync(".env", changed === text ? `${text.trimEnd()}\n${line}\n` : changed);
'
echo "A new admin key is in .env: ADMIN_SECRET_KEY."
dir=$(setting LOCAL_DIR .local)
if [ -d "$dir/run" ] || [ -n "$(docker compose ps --quiet 2>/dev/null)" ]; then exec infra/operate/scripts/stack.sh up; fi
