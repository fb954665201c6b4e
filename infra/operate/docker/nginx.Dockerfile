# nginx with the built pages (target nginx), and what gets its certificate (target certificates).
FROM node:24-trixie-slim AS build
WORKDIR /app
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
RUN npm ci --include-workspace-root -w contracts -w web
COPY tsconfig.base.json site.config.json site.config.schema.json ./
COPY contracts contracts
RUN node contracts/choose-languages.mjs && npx tsc -b --singleThreaded contracts
COPY web web
# The pages are rendered with it.
ARG PUBLIC_URL
RUN PUBLIC_URL="$PUBLIC_URL" npm run build -w web

FROM nginx:stable-trixie AS certificates
RUN apt-get update && apt-get install -y --no-install-recommends certbot openssl && rm -rf /var/lib/apt/lists/* \
  && install -d -o nginx -g nginx -m 700 /srv/acme /srv/certificates
COPY infra/operate/docker/get-certificate.sh /usr/local/bin/
USER nginx
ENTRYPOINT ["get-certificate.sh"]
CMD []

FROM nginx:stable-trixie AS nginx
# For take-certificate.sh.
RUN command -v openssl >/dev/null || { apt-get update && apt-get install -y --no-install-recommends openssl && rm -rf /var/lib/apt/lists/*; }
COPY nginx.conf /etc/voordeur/nginx.conf
COPY infra/operate/docker/start-nginx.sh infra/operate/docker/show-site.sh infra/operate/docker/write-nginx-include.sh infra/operate/docker/take-certificate.sh infra/operate/docker/count-refused.sh infra/operate/docker/with-secrets.sh /usr/local/bin/
COPY --from=build /app/web/dist /srv/web
# The volume belongs to the worker (user node), its only writer, no matter which container creates it.
RUN install -d -o 1000 -g 1000 /srv/pages \
  # Sites that make upgrade brings; a name for this image, by which start-nginx.sh finds the one in its place.
  && install -d -o nginx -g nginx /srv/site \
  && install -d -o nginx -g nginx -m 700 /srv/certificates \
  && cat /proc/sys/kernel/random/uuid >/etc/voordeur/image
USER nginx
EXPOSE 8080
STOPSIGNAL SIGQUIT
ENTRYPOINT ["start-nginx.sh"]
CMD []
