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
up: ## the whole product: containers where a Docker engine answers, else local processes; scale with API=2 WORKER=4; KIND=swarm: a Docker Swarm
	@if [ "$$KIND" = swarm ]; then infra/operate/scripts/up-swarm.sh; else infra/operate/scripts/stack.sh up; fi

upgrade: ## upgrades to the checked-out version without downtime, after a backup; POSTGRES=1: the data to a new major version of Postgres
	@if [ "$$POSTGRES" ]; then infra/operate/scripts/upgrade-postgres.sh; else infra/operate/scripts/stack.sh upgrade; fi

up-compose: ## the same, as containers
	@infra/operate/scripts/up-compose.sh

up-local: ## the same, as local processes; installs missing packages; SERVICE=1: systemd then starts them with the machine
	@infra/operate/scripts/stack.sh up-local
	@[ -z "$$SERVICE" ] || infra/operate/scripts/install-service.sh

dev: ## the same for working on it: Vite in nginx's place, every process reloads on save; Ctrl-C ends it
	@infra/operate/scripts/stack.sh dev

observe: ## starts Prometheus, Alertmanager and exporters; with containers Grafana too
	@infra/operate/scripts/stack.sh observe

down: ## stops it, of either kind; the data stays; KIND=swarm: the Docker Swarm
	@if [ "$$KIND" = swarm ]; then infra/operate/scripts/up-swarm.sh down; else infra/operate/scripts/stack.sh down; fi

logs: ## follows the logs
	@infra/operate/scripts/stack.sh logs

status: ## what runs, and the versions of this checkout, of what runs and of its database
	@infra/operate/scripts/stack.sh status
	@! test -f infra/operate/dist/local/show-version.js || node infra/operate/dist/local/show-version.js

doctor: ## checks the installation and says what to do about each finding; JSON=1 prints JSON
	@$(built) && node infra/operate/dist/doctor/main.js

clean: ## asks, then stops it and removes its data (YES=1 answers)
	@infra/operate/scripts/stack.sh clean

## Keeping it
backup: ## everything into the backup repository, encrypted; every night it happens by itself; LIST=1 lists the backups
	@infra/operate/scripts/backup.sh $${LIST:+list-}backup$${LIST:+s}

restore: ## asks, then puts the data of a backup in place: make restore SNAPSHOT=latest (YES=1 answers)
	@infra/operate/scripts/backup.sh restore

restore-drill: ## restores a backup into a database of its own, compares every table, says how long it took
	@infra/operate/scripts/backup.sh restore-drill

export: ## everything in open formats, personal data included: make export FILE=voordeur.tar.gz; or all about one person as JSON: EMAIL=you@example.org, PHONE=…
	@test -n "$$FILE$$EMAIL$$PHONE" || { echo "Say where to: make export FILE=voordeur.tar.gz"; exit 1; }
	@if [ "$$FILE" ]; then infra/operate/scripts/backup.sh export "$$FILE"; else $(in_stack) api/dist/persons/person.js export "$$EMAIL" "$$PHONE"; fi

import: ## an export into an empty installation: make import FILE=voordeur.tar.gz; or KIND=umami|plausible|leads (UNDO=1 takes Plausible's days out)
	@test -n "$$UNDO" || test -r "$$FILE" || { echo "Say which file: make import FILE=voordeur.tar.gz"; exit 1; }
	@case "$$KIND$${UNDO:+-undo}" in \
	'') infra/operate/scripts/backup.sh import "$$FILE" ;; \
	umami) $(in_stack) worker/dist/importers/log/main.js --umami - < "$$FILE" ;; \
	plausible) $(in_stack) worker/dist/importers/plausible/main.js - < "$$FILE" ;; \
	plausible-undo) $(in_stack) worker/dist/importers/plausible/main.js --remove ;; \
	leads) $(in_stack) worker/dist/importers/leads/main.js - < "$$FILE" ;; \
	*) echo "KIND is umami, plausible or leads."; exit 1 ;; \
	esac

## With what runs
refresh: ## the newest places of addresses and the newest list of bots, for what runs, without a restart
	@infra/operate/scripts/backup.sh refresh

import-log: ## page views of web-server logs, plain or gzip: make import-log FILE=access.log.gz
	@test -r "$$FILE" || { echo "Say which file: make import-log FILE=access.log.gz"; exit 1; }
	@$(in_stack) worker/dist/importers/log/main.js - < "$$FILE"

send-visit: ## one sample page view, and the row it became; DAYS=400: believable visits of the last 400 days, to look at the figures with
	@$(tests_built) && if [ "$$DAYS" ]; then $(in_stack) infra/e2e/dist/samples/fill-figures.js "$$DAYS"; else node infra/e2e/dist/samples/send.js visit; fi

send-lead: ## one sample lead, and the row it became
	@$(tests_built) && node infra/e2e/dist/samples/send.js lead

erase: ## erases all that is stored about an address (or PHONE=…): make erase EMAIL=you@example.org; or a page, host or campaign from the figures: VALUE=/a-page
	@test -z "$$VALUE" || test -z "$$EMAIL$$PHONE" || { echo "Say one: EMAIL or PHONE of a person, or VALUE of the figures."; exit 1; }
	@if [ "$$VALUE" ]; then $(in_stack) worker/dist/forget-value.js "$$VALUE"; else $(in_stack) api/dist/persons/person.js erase "$$EMAIL" "$$PHONE"; fi

rebuild-rollups: ## recounts the figures from the raw rows, in days of TIME_ZONE
	@$(in_stack) worker/dist/rebuild-rollups.js

unlock: ## lifts the lockout of the admin's login; SECOND_FACTOR=off: for an owner without her app; NEW_KEY=1: another admin key, every session ends
	@if [ "$$NEW_KEY" ]; then infra/operate/scripts/new-admin-key.sh; \
	elif [ "$$SECOND_FACTOR" ]; then $(in_stack) api/dist/admin-session/reset-second-factor.js; \
	else $(in_stack) api/dist/admin-session/unlock.js; fi

release: ## gives the changes since the last version a number, notes and a tag: make release VERSION=0.2.0
	@node infra/operate/scripts/make-version.mjs "$$VERSION"

files: ## generated files again: make files NAME=brand|pictures|settings|module-map|notices|sbom
	@infra/brand/make-files.sh

## Checking it
check: ## format, lint, types, unit tests, unused code, import rules, words: under a minute
	@infra/operate/scripts/prepare.sh 3 tests
	@# Two at a time: the small ones hide behind lint and types.
	@echo check:lint check:types check:format check:unused check:imports check:words test:unit | xargs -n 1 -P 2 infra/e2e/checks/check.sh

test: ## everything a change must pass, on ports and data of its own
	@infra/operate/scripts/prepare.sh 3 programs chromium web $${THOROUGH:+pgbouncer=pgbouncer radicale=radicale xandikos=xandikos acme} tests || { echo "0 passed, 1 failed"; exit 1; }
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
	@npx vitest run --project long compose.long

test-faults: ## processes killed under load: make test-faults ROUNDS=20
	@infra/operate/scripts/prepare.sh 3 programs web tests
	@node infra/lab/dist/faults/main.js

bench: ## how fast it is, compared with bare servers (PARTS=intake,drain narrows it, QUICK=1 is under 2 minutes; PARTS=days: how old figures get, PARTS=growth: a year, PARTS=soak: an hour on 1 GB and one core)
	@infra/operate/scripts/prepare.sh 3 programs chromium wrk web tests
	@node infra/lab/dist/bench/main.js $${QUICK:+quick}

