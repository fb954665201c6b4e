import { fileURLToPath } from 'node:url';
import { defaultLanguage, textLanguages } from '@voordeur/contracts/http';
import {
  defaultsOf,
  integer,
  oneOf,
  readEnvironment,
  secret,
  sharedSettings,
  tracingSettingsOf,
  tracingSpecs,
  url,
} from '@voordeur/server';
import { bool, type CleanedEnv, str } from 'envalid';
import {
  type LetterSettings,
  mailbox,
  type MailSettings,
  neededForMails,
  readSite,
  smtpUrl,
} from './mail-settings.js';
import {
  retrySeconds,
  signingSecrets,
  timeoutSeconds,
  urlsOf,
  type WebhookSettings,
  webhookUrl,
} from './webhook-settings.js';

const days = integer(1, 36_500);

const specs = {
  ...sharedSettings,
  ...tracingSpecs,
  WORKER_HOST: str({ default: '127.0.0.1' }),
  WORKER_PORT: integer(0, 65_535)({ default: 13_101 }),
  WORKER_CONCURRENCY: integer(1, 64)({ default: 2 }),
  REDIS_WAIT_REPLICAS: integer(0, 5)({ default: 0 }),
  PAGES_DIR: str({ default: undefined, desc: 'a folder that nginx reads and the workers write' }),
  SITE_BUILD: str({ default: fileURLToPath(new URL('../../../web/server/dist', import.meta.url)) }),
  GEOIP_DB: str({ default: undefined, desc: 'an mmdb file of your own' }),
  GEOIP_CACHE_MB: integer(1, 10_000)({ default: 1_000 }),
  LOOKUP_DIR: str({ default: undefined, desc: 'where make refresh puts places and bots' }),
  IP_PRIVACY: oneOf('truncate', 'full')({ default: 'truncate' }),
  RETENTION_RAW_DAYS: days({ default: 395 }),
  RETENTION_IP_DAYS: days({ default: 30 }),
  RETENTION_LEADS_DAYS: days({ default: undefined }),
  WEBHOOK_SETUPS_URL: webhookUrl({ default: undefined }),
  WEBHOOK_QUESTION_URL: webhookUrl({ default: undefined }),
  WEBHOOK_NEWSLETTER_URL: webhookUrl({ default: undefined }),
  WEBHOOK_VIDEO_SIGNUP_URL: webhookUrl({ default: undefined }),
  WEBHOOK_PROMPT_SIGNUP_URL: webhookUrl({ default: undefined }),
  WEBHOOK_UNSUBSCRIBE_URL: webhookUrl({ default: undefined }),
  WEBHOOK_BOOKING_URL: webhookUrl({ default: undefined }),
  WEBHOOK_BOOKING_VISIT_URL: webhookUrl({ default: undefined }),
  WEBHOOK_SIGNING_SECRET: signingSecrets({
    default: undefined,
    desc: 'is needed where a WEBHOOK_…_URL is set',
    requiredWhen: (read) => urlsOf(read).size > 0,
  }),
  WEBHOOK_RETRY_SECONDS: retrySeconds({
    default: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  }),
  WEBHOOK_TIMEOUT_SECONDS: timeoutSeconds({ default: 15 }),
  WEBHOOK_ALLOW_PRIVATE: bool({ default: false }),
  SMTP_URL: smtpUrl({ default: undefined }),
  MAIL_FROM: mailbox(neededForMails),
  OWNER_EMAIL: mailbox(neededForMails),
  OWNER_LANGUAGE: oneOf(...textLanguages)({ default: defaultLanguage }),
  JWT_SECRET: secret(neededForMails),
  SITE_CONFIG: str({ default: fileURLToPath(new URL('../../../site.config.json', import.meta.url)) }),
};

/** The logins of the programs to the database of `config`, which only migrations need to know: one role by default. */
export function loadLogins({ databaseUrl }: { databaseUrl: string }, environment = process.env) {
  const address = url('the address of Postgres', 'postgres:', 'postgresql:')({ default: databaseUrl });
  const { API_DATABASE_URL, WORKER_DATABASE_URL, MONITOR_DATABASE_URL } = readEnvironment(environment, {
    API_DATABASE_URL: address,
    WORKER_DATABASE_URL: address,
    MONITOR_DATABASE_URL: address,
  });
  return { api: API_DATABASE_URL, worker: WORKER_DATABASE_URL, monitor: MONITOR_DATABASE_URL };
}

/** Every setting that this process reads. */
export const settingNames = Object.keys(specs);

/** Their defaults, as one writes them in `.env`. */
export const settingDefaults = defaultsOf(specs);

const settingsOf = (env: CleanedEnv<typeof specs>) => ({
  databaseUrl: env.DATABASE_URL,
  redisUrl: env.REDIS_URL,
  redisWaitReplicas: env.REDIS_WAIT_REPLICAS,
  queuePrefix: env.QUEUE_PREFIX,
  host: env.WORKER_HOST,
  port: env.WORKER_PORT,
  concurrency: env.WORKER_CONCURRENCY,
  /** Host of PUBLIC_URL, which doesn't count as a referrer. */
  ownHost: new URL(env.PUBLIC_URL).host,
  /** Where pages are rendered to, and with which build of the site; undefined: this process renders none. */
  pages: env.PAGES_DIR
    ? {
        dir: env.PAGES_DIR,
        siteBuild: env.SITE_BUILD,
        publicUrl: new URL(env.PUBLIC_URL).origin,
        ofFile: readSite(env.SITE_CONFIG).answerTimeOfFile,
      }
    : undefined,
  timeZone: env.TIME_ZONE,
  /** The owner's own mmdb file, in place of the one in `lookupDir`. */
  geoipDatabase: env.GEOIP_DB,
  /** A larger database is cached up to this size only. */
  geoipCacheBytes: env.GEOIP_CACHE_MB * 1e6,
  /** Where newer places and bots than the bundled ones may be. */
  lookupDir: env.LOOKUP_DIR,
  ipPrivacy: env.IP_PRIVACY,
  videoIds: readSite(env.SITE_CONFIG).videoIds,
  casesOfFile: readSite(env.SITE_CONFIG).casesOfFile,
  retention: { rawDays: env.RETENTION_RAW_DAYS, ipDays: env.RETENTION_IP_DAYS },
  /** Undefined: leads stay until they are erased. */
  leadDays: env.RETENTION_LEADS_DAYS,
  webhooks: {
    urls: urlsOf(env),
    signingKeys: env.WEBHOOK_SIGNING_SECRET ?? [],
    retrySeconds: env.WEBHOOK_RETRY_SECONDS,
    timeoutMs: env.WEBHOOK_TIMEOUT_SECONDS * 1_000,
    allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
  } satisfies WebhookSettings,
  /** Undefined: nothing that the api sealed can be read. */
  jwtSecret: env.JWT_SECRET,
  /** Undefined without SMTP_URL: the owner sets it in the browser (`LiveMail`), or no mail is sent. */
  mail: mailSettingsOf(env),
  letter: letterSettingsOf(env),
  /** Undefined without JWT_SECRET: no device is notified. */
  push: env.JWT_SECRET
    ? { ...letterSettingsOf(env), timeZone: env.TIME_ZONE, sealSecret: env.JWT_SECRET }
    : undefined,
  logLevel: env.LOG_LEVEL,
  /** Undefined: no traces. */
  tracing: tracingSettingsOf(env),
});

const letterSettingsOf = (env: CleanedEnv<typeof specs>): LetterSettings => ({
  publicUrl: env.PUBLIC_URL,
  ...readSite(env.SITE_CONFIG).ofMails,
  ownerLanguage: env.OWNER_LANGUAGE,
});

function mailSettingsOf(env: CleanedEnv<typeof specs>): MailSettings | undefined {
  const { SMTP_URL, MAIL_FROM, OWNER_EMAIL, JWT_SECRET, TIME_ZONE } = env;
  if (!SMTP_URL || !MAIL_FROM || !OWNER_EMAIL || !JWT_SECRET) return undefined;
  return {
    smtpUrl: SMTP_URL,
    from: MAIL_FROM,
    owner: OWNER_EMAIL,
    linkSecret: JWT_SECRET,
    timeZone: TIME_ZONE,
    ...letterSettingsOf(env),
  };
}

const Settings = Object as unknown as new () => Readonly<ReturnType<typeof settingsOf>>;

/** This process's settings, read from the environment once at boot; the class is also Nest's token for them. */
export class Config extends Settings {}

/** Reads the environment. Throws a `SettingsError` that names each missing or wrong setting. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  return Object.assign(new Config(), settingsOf(readEnvironment(environment, specs)));
}
