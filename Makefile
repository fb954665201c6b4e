# Each target's sentence is what `make help` prints; the work is in infra/local (shell) and infra/src (TypeScript).
MAKEFLAGS += --no-print-directory
# EMAIL=… is data, of a stranger perhaps: make must not expand it, nor sh run it. So a recipe has none in its text, and
# what was given goes to programs by the environment, word for word.
given = $(foreach name,$(.VARIABLES),$(if $(findstring command,$(origin $(name))),$(name)))
$(foreach name,$(given),$(eval override $(name) := $$(value $(name)))$(eval export $(name)))
# After make up with containers the programs of this checkout may not be built yet.
built = { test -f infra/dist/local/run-in-stack.js || infra/local/prepare.sh 3 >&2; }
in_stack = $(built) && node infra/dist/local/run-in-stack.js

.DEFAULT_GOAL := help
# Every target that make help lists; none is a file.
.PHONY: $(shell awk -F: '/^[a-z-]+:.*## / { print $$1 }' Makefile)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' Makefile

## Running it
setup: ## asks for brand, address, mail and the rest, and fills .env and site.config.json: make setup ARGS='--product "Front" --yes'
	@infra/local/prepare.sh 3
	@node infra/dist/setup/main.js

up: ## the whole product: containers where a Docker engine answers, else local processes; API=2 WORKER=4: so many
	@infra/local/stack.sh up

upgrade: ## the version that is checked out in place of the one that runs, backed up first; nobody notices
	@infra/local/stack.sh upgrade

up-compose: ## the same, as containers
	@infra/local/up-compose.sh

up-swarm: ## the same, in a Docker Swarm, several of api and worker; again: rolls to what is checked out, an api at a time
	@infra/local/up-swarm.sh

down-swarm: ## ends that; the data stays
	@infra/local/up-swarm.sh down

up-local: ## the same, as local processes; installs what is missing
	@infra/local/stack.sh up-local

dev: ## the same for working on it: Vite in nginx's place, every process reloads on save; Ctrl-C ends it
	@infra/local/stack.sh dev

install-service: ## makes systemd start the local processes with the machine
	@infra/local/install-service.sh

observe: ## Prometheus, Alertmanager and exporters beside what runs; Grafana too beside containers
	@infra/local/stack.sh observe

down: ## stops it, of either kind; the data stays
	@infra/local/stack.sh down

logs: ## follows the logs
	@infra/local/stack.sh logs

status: ## what runs
	@infra/local/stack.sh status

upgrade-postgres: ## brings the data to a new major version of Postgres, where docker-compose.yml has one
	@infra/local/upgrade-postgres.sh

version: ## of this checkout, of what runs, and of its database
	@$(built) && node infra/dist/local/show-version.js

doctor: ## checks the installation and says what to do about each finding; JSON=1 prints JSON
	@$(built) && node infra/dist/doctor/main.js

clean: ## asks, then stops it and removes its data (YES=1 answers)
	@infra/local/stack.sh clean

## Keeping it
backup: ## everything into the backup repository, encrypted; every night it happens by itself
	@infra/local/keep.sh backup

backups: ## the backups that there are
	@infra/local/keep.sh list-backups

restore: ## asks, then puts the data of a backup in place: make restore SNAPSHOT=latest (YES=1 answers)
	@infra/local/keep.sh restore

restore-drill: ## restores a backup beside what runs, compares every table, says how long it took
	@infra/local/keep.sh restore-drill

export: ## everything in open formats, personal data included: make export FILE=voordeur.tar.gz
	@test -n "$$FILE" || { echo "Say where to: make export FILE=voordeur.tar.gz"; exit 1; }
	@infra/local/keep.sh export "$$FILE"

import: ## an export into an empty installation: make import FILE=voordeur.tar.gz
	@test -r "$$FILE" || { echo "Say which file: make import FILE=voordeur.tar.gz"; exit 1; }
	@infra/local/keep.sh import "$$FILE"

## With what runs
refresh: ## the newest places of addresses and the newest list of bots, for what runs, without a restart
	@infra/local/keep.sh refresh

import-log: ## page views of web-server logs, plain or gzip: make import-log FILE=access.log.gz
	@test -r "$$FILE" || { echo "Say which file: make import-log FILE=access.log.gz"; exit 1; }
	@$(in_stack) worker/dist/import-log/main.js - < "$$FILE"

import-umami: ## page views of Umami's events: make import-umami FILE=website_event.csv
	@test -r "$$FILE" || { echo "Say which file: make import-umami FILE=website_event.csv"; exit 1; }
	@$(in_stack) worker/dist/import-log/main.js --umami - < "$$FILE"

import-plausible: ## days that Plausible counted, before the first own one: make import-plausible FILE=export.zip
	@test -r "$$FILE" || { echo "Say which file: make import-plausible FILE=export.zip"; exit 1; }
	@$(in_stack) worker/dist/import-plausible/main.js - < "$$FILE"

forget-plausible: ## removes those days again
	@$(in_stack) worker/dist/import-plausible/main.js --remove

import-leads: ## earlier leads of a CSV file, marked in the inbox, nothing is sent: make import-leads FILE=leads.csv
	@test -r "$$FILE" || { echo "Say which file: make import-leads FILE=leads.csv"; exit 1; }
	@$(in_stack) worker/dist/import-leads/main.js - < "$$FILE"

send-visit: ## one sample page view, and the row it became
	@$(built) && node infra/dist/samples/send.js visit

fill-figures: ## believable visits of the last days, to look at the figures with: make fill-figures DAYS=400
	@$(in_stack) infra/dist/samples/fill-figures.js "$${DAYS:-400}"

pictures: ## README's pictures of the site and the admin, taken from what runs (make fill-figures first)
	@$(built) && node infra/dist/samples/take-pictures.js

send-lead: ## one sample lead, and the row it became
	@$(built) && node infra/dist/samples/send.js lead

send-letter: ## the weekly letter about last week: printed, and sent to you where SMTP_URL is set
	@$(in_stack) worker/dist/weekly-letter/send-letter.js

export-person: ## all that is stored about an address (or PHONE=…), as JSON: make export-person EMAIL=you@example.org
	@$(in_stack) api/dist/persons/person.js export "$$EMAIL" "$$PHONE"

erase: ## erases all that is stored about an address (or PHONE=…): make erase EMAIL=you@example.org
	@$(in_stack) api/dist/persons/person.js erase "$$EMAIL" "$$PHONE"

rebuild-rollups: ## recounts the figures from the raw rows, in days of TIME_ZONE
	@$(in_stack) worker/dist/rebuild-rollups.js

forget-value: ## takes a page, a referrer's host or a campaign out of the figures, for good: make forget-value VALUE=/a-page
	@$(in_stack) worker/dist/forget-value.js "$$VALUE"

unlock: ## lifts the lockout of the admin's login
	@$(in_stack) api/dist/admin-session/unlock.js

new-admin-key: ## writes another admin key into .env and restarts with it; every session ends
	@infra/local/new-admin-key.sh

reset-second-factor: ## switches the second factor of the admin off, for an owner without her app
	@$(in_stack) api/dist/admin-session/reset-second-factor.js

release: ## gives the changes since the last version a number, notes and a tag: make release VERSION=0.2.0
	@node infra/local/make-version.mjs "$$VERSION"

sbom: ## lists every package that is shipped, with version and licence, as CycloneDX: make sbom FILE=sbom.cdx.json
	@npx --yes @cyclonedx/cyclonedx-npm@6 --package-lock-only --omit dev --output-reproducible --output-file "$${FILE:-.local/sbom.cdx.json}"

settings: ## every setting with its default, into docs/settings.env
	@infra/local/prepare.sh 3
	@node infra/dist/settings/main.js

notices: ## the licences of the packages that the browser gets, into THIRD-PARTY-NOTICES.md
	@node infra/local/notices.mjs

## Checking it
# Two at a time: the small ones hide behind lint and types.
check-colours: ## whether every colour of web/src/ui/tokens.css can be read on those it stands on, by WCAG's contrast
	@node infra/assets/check-colours.mjs

check: ## format, lint, types, unit tests, unused code, import rules, words: under a minute
	@infra/local/prepare.sh 3
	@echo check:lint check:types check:format check:unused check:imports check:words test:unit | xargs -n 1 -P 2 infra/local/check.sh

test: ## everything a change must pass, on ports and data of its own
	@infra/local/prepare.sh 3 programs chromium web $${THOROUGH:+pooler acme} || { echo "0 passed, 1 failed"; exit 1; }
	@node infra/dist/test/main.js

# Every page at every width, where make test has two.
test-all: export THOROUGH = 1
test-all: test test-browsers test-million test-filters test-compose test-upgrade-postgres test-keep test-tls test-observe lighthouse measure-background test-faults test-disk test-scale test-upgrade prove-faults test-hostile test-erase test-kubernetes ## that, and the long ones

test-browsers: ## a visitor and the owner walk through the product, in Chromium, Firefox and WebKit
	@infra/local/prepare.sh 3 programs chromium browsers web || { echo "0 passed, 1 failed"; exit 1; }
	@node infra/dist/test/browsers.js

test-million: ## the browser tests with a million visits in the database
	@infra/local/prepare.sh 3 programs chromium web || { echo "0 passed, 1 failed"; exit 1; }
	@node infra/dist/test/million.js

test-filters: ## every filtered figure beside a recount, on a real log and on VISITS made visits (default a million)
	@infra/local/prepare.sh 3 programs
	@node infra/dist/test/filters.js

test-compose: ## the containers built from nothing, the browser tests through them, then down
	@docker compose version >/dev/null 2>&1 && docker info >/dev/null 2>&1 || { echo "No Docker engine with Compose v2 answers. What to do: start it, then run this again."; echo "0 passed, 1 failed"; exit 1; }
	@infra/local/prepare.sh 3 chromium || { echo "0 passed, 1 failed"; exit 1; }
	@node infra/dist/test/compose.js

test-upgrade-postgres: ## containers from an older Postgres to today's, with visitors all the while: OLDER_POSTGRES=postgres:15-bookworm
	@infra/local/prepare.sh 3
	@node infra/dist/test/upgrade-postgres.js

test-keep: ## backups, restores, exports and imports with a million visits, killed midway, to S3 too
	@infra/local/prepare.sh 3 programs s3 web
	@node infra/dist/test/keep.js

test-tls: ## certificates got, renewed, left to expire and got again; as local processes, or KIND=compose
	@infra/local/prepare.sh 3 programs acme web
	@node infra/dist/certificates/main.js

test-observe: ## each alert fired on purpose and delivered, each query of the dashboard asked
	@infra/local/prepare.sh 3 programs observe web || { echo "0 passed, 1 failed"; exit 1; }
	@node infra/dist/observe/main.js

lighthouse: ## pages against Lighthouse's targets, median of 5 runs: make lighthouse RUNS=5 PAGES=/en,/nl
	@infra/local/prepare.sh 3 programs chromium web
	@node infra/dist/lighthouse/main.js

measure-background: ## what an untouched page costs, in percent of a core
	@infra/local/prepare.sh 3 programs chromium web
	@node infra/dist/background/main.js

test-faults: ## processes killed under load: make test-faults ROUNDS=20
	@infra/local/prepare.sh 3 programs web
	@node infra/dist/faults/main.js

test-scale: ## servers that fail over, lost under load: make test-scale ROUNDS=10 ENGINES=sentinel,cluster,patroni
	@infra/local/prepare.sh 3 programs failover web
	@node infra/dist/scale/main.js

test-swarm: ## a Swarm of one node: browser tests through it, api and worker rolled under load
	@infra/local/prepare.sh 3 chromium || { echo "0 passed, 1 failed"; exit 1; }
	@node infra/dist/swarm/main.js

fuzz: ## tries RUNS random inputs (default 100,000) on each parser of what comes from outside
	@infra/local/prepare.sh 3 programs
	@FUZZ_RUNS="$${RUNS:-100000}" npx vitest run --project unit --project services --testTimeout 3600000 fuzz

test-hostile: ## attacks against the running product, counted by kind; LONG=1 for an hour, ATTACKS=name picks one
	@infra/local/prepare.sh 3 programs wrk web || { echo "0 passed, 1 failed"; exit 1; }
	@node infra/dist/hostile/main.js

test-erase: ## somebody uses every form and is erased; then each table, key and file is searched for what they left
	@infra/local/prepare.sh 3 programs web || { echo "0 passed, 1 failed"; exit 1; }
	@node infra/dist/persons/main.js

test-kubernetes: ## infra/kubernetes by Kubernetes' schemas, and by the settings that the programs read
	@infra/local/prepare.sh 3 kubernetes || { echo "0 passed, 1 failed"; exit 1; }
	@node infra/dist/kubernetes/main.js

test-upgrade: ## an earlier version upgraded under load, to versions that are broken too: make test-upgrade FROM=v0.1.0
	@infra/local/prepare.sh 3 programs web
	@node infra/dist/faults/upgrade.js

test-disk: ## the disk full under load, on a small one of its own (as root)
	@infra/local/prepare.sh 3 programs web
	@FAULTS='full disk' ROUNDS=1 node infra/dist/faults/main.js

prove-faults: ## takes a safeguard out of a copy, and expects test-faults to go red there; then specs, with a mistake in SQL
	@infra/local/prepare.sh 3 programs web
	@node infra/dist/faults/prove.js

bench-deliveries: ## what one hanging webhook endpoint costs the others: make bench-deliveries LEADS=10000
	@infra/local/prepare.sh 3 programs web
	@node infra/dist/bench/deliveries.js

mutants: ## small mistakes in the code, each of which a test must notice: make mutants PART=webhooks (or all)
	@infra/local/prepare.sh 3 programs
	@node infra/dist/test/services.js
	@for part in $${PART:-webhooks login days intake outbox restore batch sources rollups}; do PART=$$part npx stryker run || failed=1; done; \
	node infra/dist/test/services.js down; [ -z "$$failed" ]

test-services: ## the Postgres and Redis of the tests, kept for runs by hand
	@infra/local/prepare.sh 3 programs pooler
	@node infra/dist/test/services.js

test-services-down: ## stops those
	@node infra/dist/test/services.js down

module-map: ## which folder imports which, written into docs/architecture.md
	@{ sed '/^<!-- The module map/q' docs/architecture.md; printf '\n```mermaid\n'; npx depcruise --config .dependency-cruiser.cjs api/src worker/src web/src -T mermaid --include-only '^(api|worker|web)/src/(?!platform|testing)[^/]+/' --collapse '^[^/]+/src/[^/]+'; printf '```\n\n'; sed -n '/^<!-- The end of the module map/,$$p' docs/architecture.md; } >docs/architecture.md.new
	@mv docs/architecture.md.new docs/architecture.md

brand-files: ## icons, share pictures, documents and mails' colours again, after a change of name, mark, colours, texts or company
	@infra/local/prepare.sh 3 chromium
	@node infra/assets/make.mjs icons og documents mails

bench: ## how fast it is, beside what it is compared with (PARTS=intake,drain narrows it; PARTS=soak: an hour on 1 GB and one core)
	@infra/local/prepare.sh 3 programs chromium wrk web
	@node infra/dist/bench/main.js

bench-quick: ## the same, shorter, in under 2 minutes
	@infra/local/prepare.sh 3 programs chromium wrk web
	@node infra/dist/bench/main.js quick

bench-growth: ## a year of a busy site, its nightly jobs and its figures: make bench-growth VISITS=50000000
	@infra/local/prepare.sh 3 programs web
	@PARTS=growth node infra/dist/bench/main.js

accuracy: ## how accurate bots, places and suspicions are, by labelled rows and scripted browsers: make accuracy DATA=folder
	@infra/local/prepare.sh 3 programs chromium web
	@node infra/dist/accuracy/main.js $${DATA:+"$$DATA"}
