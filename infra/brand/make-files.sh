#!/usr/bin/env bash
# make files NAME=…: generated files that are committed.
set -euo pipefail
. "$(dirname "$0")/../operate/scripts/steps.sh"

case "${NAME:-}" in
brand) # icons, share pictures, documents and mails' colours, after a change of name, mark, colours, texts or company
  infra/operate/scripts/prepare.sh 3 chromium
  node infra/brand/check-colours.mjs
  node infra/brand/make.mjs icons og documents mails ;;
pictures) # README's pictures of the site and the admin, taken from what runs (make send-visit DAYS=400 first)
  infra/operate/scripts/prepare.sh 3 chromium tests
  node infra/e2e/dist/browser/take-pictures.js ;;
settings) # the defaults of api and worker, into docs/settings.env
  infra/operate/scripts/prepare.sh 3
  node infra/operate/dist/settings/main.js ;;
module-map) # which folder imports which, into docs/architecture.md
  page=docs/architecture.md
  {
    sed '/^<!-- The module map/q' $page
    printf '\n```mermaid\n'
    npx depcruise --config .dependency-cruiser.cjs api/src worker/src web/src -T mermaid \
      --include-only '^(api|worker|web)/src/(?!platform|testing)[^/]+/' --collapse '^[^/]+/src/[^/]+'
    printf '```\n\n'
    sed -n '/^<!-- The end of the module map/,$p' $page
  } >$page.new
  mv $page.new $page ;;
notices) # the licences of the packages that the browser gets, into THIRD-PARTY-NOTICES.md
  node infra/brand/notices.mjs ;;
sbom) # every package that is shipped, with version and licence, as CycloneDX, into FILE
  npx --yes @cyclonedx/cyclonedx-npm@6 --package-lock-only --omit dev --output-reproducible --output-file "${FILE:-.local/sbom.cdx.json}" ;;
*)
  sed -nE 's/^([a-z-]+)\) # (.*)/  make files NAME=\1\n      \2/p' "$0"
  [ -z "${NAME:-}" ] ;;
esac
