#!/usr/bin/env bash
# make drill NAME=…: one of the long tests and measurements. Without a name it lists them; `all` runs those of make test-all.
set -euo pipefail
cd "$(dirname "$0")/../.."
self=infra/lab/drill.sh
of_test_all=(browsers million filters upgrade-postgres backup tls observe lighthouse background disk owner bookings scale upgrade prove-faults hostile erase kubernetes)

# Installs and builds the given needs (prepare.sh), then becomes the program.
run() {
  local needs=$1
  shift
  # shellcheck disable=SC2086 -- several words
  infra/operate/scripts/prepare.sh 3 tests $needs || { echo '0 passed, 1 failed'; exit 1; }
  exec "$@"
}
# Packages that one drill needs, in a folder of their own: old ones (s3rver), or 20 MB (Kubernetes' schemas).
apart() {
  local folder=.local/$1
  shift
  [ -d "$folder/node_modules" ] || npm install --silent --no-save --ignore-scripts --prefix "$folder" "$@"
}
# Without those of gstreamer WebKit's process ends at the first video.
webkit=webkit2gtk-driver,gstreamer1.0-plugins-good,gstreamer1.0-libav,gstreamer1.0-gl

case "${NAME:-}" in
browsers) # a visitor and the owner walk through the product, in Chromium, Firefox and WebKit
  run "programs chromium web firefox-esr=firefox-esr WebKitWebDriver=$webkit Xvfb=xvfb" npx vitest run --project long journey ;;
million) # the browser tests with VISITS made visits in the database (default a million)
  run 'programs chromium web' env VISITS="${VISITS:-1000000}" npx playwright test -c infra/e2e/src/browser/playwright.config.ts --workers 1 ;;
filters) # every filtered figure compared with a recount, on a real log and on VISITS made visits (default a million)
  run programs npx vitest run --project long filters ;;
backup) # backups, restores, exports and imports with a million visits, killed midway, to S3 too
  apart s3rver s3rver@3.7.1
  run 'programs web' npx vitest run --project long backup.long ;;
tls) # certificates got, renewed, left to expire and got again; as local processes, or KIND=compose
  run 'programs acme web' npx vitest run --project long certificates ;;
upgrade) # an earlier version upgraded under load, to versions that are broken too: FROM=v0.1.0
  run 'programs web' node infra/lab/dist/faults/upgrade.js ;;
upgrade-postgres) # containers from an older Postgres to today's, under load: OLDER_POSTGRES=postgres:15-bookworm
  export OLDER_POSTGRES=${OLDER_POSTGRES:-postgres:15-bookworm}
  docker image inspect "$OLDER_POSTGRES" >/dev/null 2>&1 || docker pull -q "$OLDER_POSTGRES" ||
    { echo "Skipped: the image $OLDER_POSTGRES can't be had (OLDER_POSTGRES=… names another one)."; exit 0; }
  run '' npx vitest run --project long upgrade-postgres ;;
disk) # the disk full under load, on a small one of its own (as root)
  FAULTS='full disk' ROUNDS=1 run 'programs web' node infra/lab/dist/faults/main.js ;;
owner) # settings changed and files uploaded while api, worker and Postgres are killed: CHANGES=200 FILES=20
  run 'programs web' node infra/lab/dist/faults/owner.js ;;
bookings) # 1,000 visitors want the same time, and others move and cancel, while api, worker and Postgres are killed: ROUNDS=3 POSTS=1000 CHANGES=20
  run 'programs web' node infra/lab/dist/faults/bookings.js ;;
prove-faults) # takes a safeguard out of a copy, and expects test-faults or another drill to go red there; then specs, with a mistake in SQL
  run 'programs web' node infra/lab/dist/faults/prove.js ;;
hostile) # floods of the running product, next to honest visitors; LONG=1 goes on for a minute, ATTACKS=name picks one
  run 'programs wrk web' node infra/lab/dist/hostile/main.js ;;
erase) # erases a person end to end, and searches every table, key and file for what they left
  run 'programs web' node infra/lab/dist/erase/main.js ;;
scale) # servers that fail over, lost under load: ROUNDS=10 ENGINES=sentinel,cluster,patroni
  run 'programs web patroni=patroni,python3-etcd etcd=etcd-server haproxy=haproxy' node infra/lab/dist/scale/main.js ;;
swarm) # a Swarm of one node: api and worker rolled under load
  run '' node infra/lab/dist/swarm/main.js ;;
kubernetes) # infra/operate/kubernetes by Kubernetes' schemas, and by the settings that the programs read
  apart kubernetes kubernetes-models@4.5.1 yaml@2.9.1
  run '' node infra/lab/dist/kubernetes/main.js ;;
observe) # alert rules tested, one alert delivered, each query of the dashboard asked
  run 'programs observe web' node infra/lab/dist/observe/main.js ;;
lighthouse) # pages against Lighthouse's targets, median of 5 runs: RUNS=5 PAGES=/en,/nl
  run 'programs chromium web' node infra/lab/dist/lighthouse/main.js ;;
background) # what an untouched page costs, in percent of a core
  run 'programs chromium web' node infra/lab/dist/background/main.js ;;
accuracy) # how accurate bots, places and suspicions are, by labelled rows and scripted browsers: DATA=folder
  run 'programs chromium web' node infra/lab/dist/accuracy/main.js ${DATA:+"$DATA"} ;;
letter) # the weekly letter about last week, from what runs: printed, and sent to you where SMTP_URL is set
  run '' node infra/operate/dist/local/run-in-stack.js worker/dist/mail/send-letter.js ;;
services) # the Postgres and Redis of the tests, kept for runs by hand until DOWN=1
  run 'programs pgbouncer=pgbouncer' node infra/e2e/dist/run/services.js ${DOWN:+down} ;;
fuzz) # tries RUNS random inputs (default 100,000) on each parser of what comes from outside
  FUZZ_RUNS="${RUNS:-100000}" run programs npx vitest run --project unit --project services --testTimeout 3600000 fuzz ;;
mutants) # small mistakes in the code, each of which a test must notice: PART=webhooks (else all parts)
  infra/operate/scripts/prepare.sh 3 programs tests
  node infra/e2e/dist/run/services.js
  failed=0
  for part in ${PART:-webhooks login days intake outbox restore batch sources figures}; do PART=$part npx stryker run || failed=1; done
  node infra/e2e/dist/run/services.js down
  exit "$failed" ;;
all)
  for name in "${of_test_all[@]}"; do NAME=$name "$self"; done ;;
*)
  [ -z "${NAME:-}" ] || echo "There is no drill ${NAME}."
  sed -nE 's/^([a-z-]+)\) # (.*)/  make drill NAME=\1\n      \2/p' "$self"
  [ -z "${NAME:-}" ] ;;
esac
