# The api, the worker and the migrations: one image (target server), three commands. And the same with what backups
# need (target backup).
FROM node:24-trixie-slim AS packages
WORKDIR /app
# Alone first, so that the layers of npm stay until the lockfile changes.
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY server/package.json server/
COPY testing/package.json testing/
COPY api/package.json api/
COPY worker/package.json worker/
COPY web/package.json web/
COPY infra/operate/package.json infra/operate/
COPY infra/e2e/package.json infra/e2e/
COPY infra/lab/package.json infra/lab/
COPY infra/brand/package.json infra/brand/

# The same instructions as in nginx.Dockerfile, whose layers are so taken from the cache: worker and nginx need one and
# the same build of the site, and meet by its name.
FROM packages AS site
RUN npm ci --include-workspace-root -w contracts -w web
COPY tsconfig.base.json site.config.json site.config.schema.json ./
COPY contracts contracts
RUN node contracts/choose-languages.mjs && npx tsc -b --singleThreaded contracts
COPY web web
# The pages are rendered with it.
ARG PUBLIC_URL
RUN PUBLIC_URL="$PUBLIC_URL" npm run build -w web

# From here on each npm ci waits for the one before by copying a file it has already (whose layer stays, because its
# content does): together they would take both processors from the containers that run while `make upgrade` builds.
FROM packages AS build
COPY --from=site /app/package.json ./
RUN npm ci --include-workspace-root -w contracts -w server -w testing -w api -w worker -w infra/operate
COPY tsconfig.base.json site.config.json ./
COPY contracts contracts
COPY server server
# The compiler follows references to it.
COPY testing testing
COPY api api
COPY worker worker
RUN node contracts/choose-languages.mjs \
  && npx tsc -b --singleThreaded contracts server api worker && node contracts/copy-sql.mjs \
  && node worker/dist/bots/write-networks.js

# Without test helpers.
FROM build AS programs
RUN find server/dist api/dist worker/dist -type d -name testing -prune -exec rm -r {} +

FROM packages AS production
COPY --from=build /app/package.json ./
RUN npm ci --omit=dev -w contracts -w server -w api -w worker -w infra/operate

FROM build AS operate
COPY infra/operate infra/operate
RUN npx tsc -b --singleThreaded infra/operate

# Everything an image has apart from npm's packages.
FROM scratch AS built
WORKDIR /app
COPY site.config.json site.config.schema.json ./
COPY --from=programs /app/contracts/dist contracts/dist
COPY --from=programs /app/server/dist server/dist
COPY --from=programs /app/api/dist api/dist
COPY --from=programs /app/worker/dist worker/dist
COPY --from=site /app/web/server/dist web/server/dist

FROM node:24-trixie-slim AS runtime
# Else malloc keeps memory for each of many threads.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2
WORKDIR /app

FROM runtime AS server
COPY --from=production /app ./
# The worker renders pages into it; the volume takes its owner from here.
RUN install -d -o node -g node /srv/pages
COPY infra/operate/docker/with-secrets.sh /usr/local/bin/
COPY --from=built /app ./
USER node
CMD ["node", "api/dist/main.js"]

# Not on top of `server`: each new version would then install the programs again, on the disk of those that run.
FROM runtime AS backup
# Its pg_dump is of the same version as the server of docker-compose.yml.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates curl postgresql-client-17 restic snooze tzdata \
  && rm -rf /var/lib/apt/lists/*
COPY --from=production /app ./
COPY infra/operate/docker/backup-schedule.sh infra/operate/docker/start-backup.sh infra/operate/docker/with-secrets.sh /usr/local/bin/
COPY --from=built /app ./
COPY --from=operate /app/infra/operate/dist infra/operate/dist
ENTRYPOINT ["start-backup.sh"]
CMD ["backup-schedule.sh"]
