#!/usr/bin/env bash
# Installs and builds what our own programs need, for make up-local, make test and make check:
#   prepare.sh OF [programs] [chromium] [wrk] [observe] [acme] [web] [tests] [PROGRAM=PACKAGE[,PACKAGE…]…]
# OF is the number of steps that the caller counts; PROGRAM is one more that a test needs, where Debian has it. Run again it
# does only what is missing.
set -euo pipefail
. "$(dirname "$0")/steps.sh"
of=$1 wanted=" ${*:2} "
logs=.local/log

wants() { [[ $wanted = *" $1 "* ]]; }
# Debian keeps servers out of a user's PATH.
has() { PATH=$PATH:/usr/sbin command -v "$1" >/dev/null; }
# infra/e2e/src/browser/browser.ts looks for these.
has_chromium() { [ -x /usr/bin/chromium ] && [ -x /usr/bin/chromium-headless-shell ] || compgen -G "$HOME/.cache/ms-playwright/chromium-*" >/dev/null; }
is_debian() { grep -qs '^ID=debian' /etc/os-release; }

missing=()
if wants programs; then
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || has initdb || missing+=(postgresql)
  has redis-server || missing+=(redis-server)
  has nginx || missing+=(nginx)
  has runsv || missing+=(runit)
  has restic || missing+=(restic)
  has snooze || missing+=(snooze)
  has curl || missing+=(curl)
fi
domain=$(setting DOMAIN)
if wants acme || { wants programs && [ -n "$domain" ]; }; then
  has certbot || missing+=(certbot)
  has openssl || missing+=(openssl)
fi
# A server of certificates for tests; where there's no such package they're skipped.
! wants acme || has pebble || ! is_debian || missing+=(pebble)
# Elsewhere (Ubuntu's is a snap) Playwright brings its own, below.
! wants chromium || has_chromium || ! is_debian || missing+=(chromium chromium-headless-shell)
! wants wrk || has wrk || missing+=(wrk)
for pair in "${@:2}"; do
  [[ $pair = *=* ]] && is_debian && ! has "${pair%%=*}" || continue
  IFS=, read -ra packages <<<"${pair#*=}"
  missing+=("${packages[@]}")
done
if wants observe; then
  for program in prometheus{,-alertmanager,-{node,nginx,postgres,blackbox}-exporter}; do
    has $program || missing+=($program)
  done
fi

if [ ${#missing[@]} -eq 0 ]; then
  echo "[1/$of] programs of the system: all there"
elif command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; }; then
  # A password is asked for here, where it is seen, and not behind the line of progress.
  [ "$(id -u)" = 0 ] || sudo -v
  step 1 "$of" "installing ${missing[*]}" $logs/packages.log \
    "install ${missing[*]} by hand, then run this again." \
    infra/operate/scripts/install-packages.sh "${missing[@]}"
else
  echo "[1/$of] These programs are missing, and this machine has no apt-get that we may use: ${missing[*]}."
  echo "What to do: install PostgreSQL 15+, Redis 7+, nginx 1.22+, runit, restic, snooze and curl (for tests Chromium too) so that they are in the PATH, then run this again. On a Mac: brew install postgresql@17 redis nginx runit restic snooze."
  exit 1
fi

# Within seconds of each other: npm install writes one a little after the other.
is_installed() {
  node -e 'const { statSync } = require("node:fs"); const at = (file) => statSync(file).mtimeMs;
    process.exit(at("package-lock.json") - at("node_modules/.package-lock.json") < 5000 ? 0 : 1)' 2>/dev/null
}
if is_installed; then
  echo "[2/$of] npm packages: all there"
else
  step 2 "$of" "npm packages" $logs/npm.log \
    "check that the npm registry can be reached, then run this again." \
    env PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci
fi

! wants chromium || has_chromium || step 2 "$of" "Playwright's Chromium" $logs/chromium.log \
  "install chromium and chromium-headless-shell in /usr/bin, then run this again." npx playwright install --with-deps chromium

build='npm run build:server'
if wants web; then
  build='npm run build'
  # The pages are rendered with it.
  port=$(setting WEB_PORT 8080)
  PUBLIC_URL=$(setting PUBLIC_URL "http://localhost:$port")
  export PUBLIC_URL
fi
# infra/e2e, lab and brand too.
! wants tests || build="$build && npm run build:tests"
step 3 "$of" "building" $logs/build.log "fix what the compiler reports, then run this again." sh -c "$build"
