# Each target's sentence is what `make help` prints; the work is in infra/operate.
MAKEFLAGS += --no-print-directory
# EMAIL=… is data, of a stranger perhaps: make must not expand it, nor sh run it. So a recipe has none in its text, and
# what was given goes to programs by the environment, word for word.
given = $(foreach name,$(.VARIABLES),$(if $(findstring command,$(origin $(name))),$(name)))
$(foreach name,$(given),$(eval override $(name) := $$(value $(name)))$(eval export $(name)))
# After make up with containers the programs of this checkout may not be built yet.
built = { test -f infra/operate/dist/local/run-in-stack.js || infra/operate/scripts/prepare.sh 3 >&2; }
tests_built = { test -f infra/e2e/dist/samples/send.js || infra/operate/scripts/prepare.sh 3 tests >&2; }
in_stack = $(built) && node infra/operate/dist/local/run-in-stack.js

.DEFAULT_GOAL := help
# Every target that make help lists; none is a file.
.PHONY: $(shell awk -F: '/^[a-z-]+:.*## / { print $$1 }' Makefile)

help: ## what an owner needs
	@infra/operate/scripts/help.sh

help-all: ## every target
	@infra/operate/scripts/help.sh all

## Running it
setup: ## asks for brand, address, mail and the rest, and fills .env and site.config.json: make setup ARGS='--set site.product="Front" --yes'
	@infra/operate/scripts/prepare.sh 3
	@if [ "$$ARGS" ]; then printf '%s' "$$ARGS" | xargs node infra/operate/dist/setup/main.js; else node infra/operate/dist/setup/main.js; fi

up: ## the whole product: containers where a Docker engine answers, else local processes; scale with API=2 WORKER=4
	@infra/operate/scripts/stack.sh up

upgrade: ## upgrades to the checked-out version without downtime, after a backup
	@infra/operate/scripts/stack.sh upgrade

up-compose: ## the same, as containers
	@infra/operate/scripts/up-compose.sh

up-swarm: ## the same, in a Docker Swarm, several of api and worker; again: rolls to what is checked out, an api at a time
	@infra/operate/scripts/up-swarm.sh

down-swarm: ## ends that; the data stays
	@infra/operate/scripts/up-swarm.sh down

up-local: ## the same, as local processes; installs missing packages
	@infra/operate/scripts/stack.sh up-local

dev: ## the same for working on it: Vite in nginx's place, every process reloads on save; Ctrl-C ends it
	@infra/operate/scripts/stack.sh dev

install-service: ## makes systemd start the local processes with the machine
	@infra/operate/scripts/install-service.sh

observe: ## starts Prometheus, Alertmanager and exporters; with containers Grafana too
	@infra/operate/scripts/stack.sh observe

down: ## stops it, of either kind; the data stays
	@infra/operate/scripts/stack.sh down

logs: ## follows the logs
	@infra/operate/scripts/stack.sh logs

status: ## what runs
	@infra/operate/scripts/stack.sh status

upgrade-postgres: ## brings the data to a new major version of Postgres, where docker-compose.yml has one
	@infra/operate/scripts/upgrade-postgres.sh

version: ## of this checkout, of what runs, and of its database
	@$(built) && node infra/operate/dist/local/show-version.js

doctor: ## checks the installation and says what to do about each finding; JSON=1 prints JSON
	@$(built) && node infra/operate/dist/doctor/main.js

clean: ## asks, then stops it and removes its data (YES=1 answers)
	@infra/operate/scripts/stack.sh clean

## Keeping it
backup: ## everything into the backup repository, encrypted; every night it happens by itself
	@infra/operate/scripts/backup.sh backup

backups: ## lists the backups
	@infra/operate/scripts/backup.sh list-backups

restore: ## asks, then puts the data of a backup in place: make restore SNAPSHOT=latest (YES=1 answers)
	@infra/operate/scripts/backup.sh restore

restore-drill: ## restores a backup into a database of its own, compares every table, says how long it took
	@infra/operate/scripts/backup.sh restore-drill

export: ## everything in open formats, personal data included: make export FILE=voordeur.tar.gz
	@test -n "$$FILE" || { echo "Say where to: make export FILE=voordeur.tar.gz"; exit 1; }
	@infra/operate/scripts/backup.sh export "$$FILE"

import: ## an export into an empty installation: make import FILE=voordeur.tar.gz
	@test -r "$$FILE" || { echo "Say which file: make import FILE=voordeur.tar.gz"; exit 1; }
	@infra/operate/scripts/backup.sh import "$$FILE"

## With what runs
refresh: ## the newest places of addresses and the newest list of bots, for what runs, without a restart
	@infra/operate/scripts/backup.sh refresh

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
	@$(tests_built) && node infra/e2e/dist/samples/send.js visit

fill-figures: ## believable visits of the last days, to look at the figures with: make fill-figures DAYS=400
	@$(tests_built) && $(in_stack) infra/e2e/dist/samples/fill-figures.js "$${DAYS:-400}"

pictures: ## README's pictures of the site and the admin, taken from what runs (make fill-figures first)
	@$(tests_built) && node infra/e2e/dist/samples/take-pictures.js

send-lead: ## one sample lead, and the row it became
	@$(tests_built) && node infra/e2e/dist/samples/send.js lead

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
	@infra/operate/scripts/new-admin-key.sh

reset-second-factor: ## switches the second factor of the admin off, for an owner without her app
	@$(in_stack) api/dist/admin-session/reset-second-factor.js

release: ## gives the changes since the last version a number, notes and a tag: make release VERSION=0.2.0
	@node infra/operate/scripts/make-version.mjs "$$VERSION"

sbom: ## lists every package that is shipped, with version and licence, as CycloneDX: make sbom FILE=sbom.cdx.json
	@npx --yes @cyclonedx/cyclonedx-npm@6 --package-lock-only --omit dev --output-reproducible --output-file "$${FILE:-.local/sbom.cdx.json}"

settings: ## every setting with its default, into docs/settings.env
	@infra/operate/scripts/prepare.sh 3
	@node infra/operate/dist/settings/main.js

notices: ## the licences of the packages that the browser gets, into THIRD-PARTY-NOTICES.md
	@node infra/operate/scripts/notices.mjs

## Checking it
check: ## format, lint, types, unit tests, unused code, import rules, words: under a minute
	@infra/operate/scripts/prepare.sh 3 tests
	@# Two at a time: the small ones hide behind lint and types.
	@echo check:lint check:types check:format check:unused check:imports check:words test:unit | xargs -n 1 -P 2 infra/e2e/checks/check.sh

test: ## everything a change must pass, on ports and data of its own
	@infra/operate/scripts/prepare.sh 3 programs chromium web $${THOROUGH:+pooler acme} tests || { echo "0 passed, 1 failed"; exit 1; }
	@node infra/e2e/dist/run/main.js

# Every page at every width, where make test has two.
test-all: export THOROUGH = 1
test-all: test test-compose test-faults ## that, and the long ones
	@NAME=all infra/lab/drill.sh

drill: ## a long test or measurement: make drill NAME=erase; without NAME it lists them
	@infra/lab/drill.sh

test-compose: ## the containers built from nothing, the browser tests through them, then down
	@docker compose version >/dev/null 2>&1 && docker info >/dev/null 2>&1 || { echo "No Docker engine with Compose v2 answers. What to do: start it, then run this again."; echo "0 passed, 1 failed"; exit 1; }
	@infra/operate/scripts/prepare.sh 3 chromium tests || { echo "0 passed, 1 failed"; exit 1; }
	@node infra/e2e/dist/run/compose.js

test-faults: ## processes killed under load: make test-faults ROUNDS=20
	@infra/operate/scripts/prepare.sh 3 programs web tests
	@node infra/lab/dist/faults/main.js

test-services: ## the Postgres and Redis of the tests, kept for runs by hand until make test-services DOWN=1
	@infra/operate/scripts/prepare.sh 3 programs pooler tests
	@node infra/e2e/dist/run/services.js $${DOWN:+down}

module-map: ## which folder imports which, written into docs/architecture.md
	@{ sed '/^<!-- The module map/q' docs/architecture.md; printf '\n```mermaid\n'; npx depcruise --config .dependency-cruiser.cjs api/src worker/src web/src -T mermaid --include-only '^(api|worker|web)/src/(?!platform|testing)[^/]+/' --collapse '^[^/]+/src/[^/]+'; printf '```\n\n'; sed -n '/^<!-- The end of the module map/,$$p' docs/architecture.md; } >docs/architecture.md.new
	@mv docs/architecture.md.new docs/architecture.md

brand-files: ## icons, share pictures, documents and mails' colours again, after a change of name, mark, colours, texts or company
	@node infra/brand/check-colours.mjs
	@infra/operate/scripts/prepare.sh 3 chromium
	@node infra/brand/make.mjs icons og documents mails

bench: ## how fast it is, compared with bare servers (PARTS=intake,drain narrows it, QUICK=1 is under 2 minutes; PARTS=growth: a year, PARTS=soak: an hour on 1 GB and one core)
	@infra/operate/scripts/prepare.sh 3 programs chromium wrk web tests
	@node infra/lab/dist/bench/main.js $${QUICK:+quick}

