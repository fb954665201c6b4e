import { fileURLToPath } from 'node:url';
import type { BookingProvider } from '@voordeur/contracts/http';
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
import { type CleanedEnv, str } from 'envalid';

const specs = {
  ...sharedSettings,
  ...tracingSpecs,
  API_HOST: str({ default: '127.0.0.1' }),
  API_PORT: integer(0, 65_535)({ default: 13_001 }),
  EDGE_LOG_PORT: integer(0, 65_535)({ default: 5_514 }),
  ADMIN_SECRET_KEY: secret(),
  JWT_SECRET: secret(),
  ADMIN_SESSION_SECONDS: integer(1, 31_536_000)({ default: 28_800 }),
  LOGIN_MAX_ATTEMPTS: integer(1, 1_000)({ default: 5 }),
  LOGIN_LOCKOUT_MINUTES: integer(1, 10_080)({ default: 15 }),
  SMTP_URL: str({ default: undefined }),
  MAIL_FROM: str({ default: undefined }),
  OWNER_EMAIL: str({ default: undefined }),
  BOOKING_CALENDLY_SECRET: secret({ default: undefined }),
  BOOKING_CAL_SECRET: secret({ default: undefined }),
  BOOKING_CUSTOM_SECRET: secret({ default: undefined }),
  DATABASE_POOLER_URL: url('the address of PgBouncer', 'postgres:', 'postgresql:')({ default: undefined }),
  DATABASE_READ_URL: url(
    'the address of a replica of Postgres',
    'postgres:',
    'postgresql:',
  )({ default: undefined }),
  REDIS_WAIT_REPLICAS: integer(0, 5)({ default: 0 }),
  RATE_LIMIT: oneOf('on', 'off')({ default: 'on' }),
  APP_VERSION: str({ default: undefined }),
  RELEASES_URL: url('an address', 'http:', 'https:')({ default: undefined }),
  SITE_CONFIG: str({ default: fileURLToPath(new URL('../../../site.config.json', import.meta.url)) }),
  SITE_BUILD: str({ default: fileURLToPath(new URL('../../../web/server/dist', import.meta.url)) }),
};

/** Every setting that this process reads. */
export const settingNames = Object.keys(specs);

/** Their defaults, as one writes them in `.env`. */
export const settingDefaults = defaultsOf(specs);

const settingsOf = (env: CleanedEnv<typeof specs>) => ({
  host: env.API_HOST,
  port: env.API_PORT,
  /** UDP port for nginx's page request log; 0: this process doesn't listen. */
  edgeLogPort: env.EDGE_LOG_PORT,
  databaseUrl: env.DATABASE_URL,
  /** PgBouncer in front of Postgres; undefined: none. */
  databasePoolerUrl: env.DATABASE_POOLER_URL,
  /** A replica to read figures from; undefined: they are read from the primary. */
  databaseReadUrl: env.DATABASE_READ_URL,
  redisUrl: env.REDIS_URL,
  /** How many replicas of Redis must have a job before it's accepted. */
  redisWaitReplicas: env.REDIS_WAIT_REPLICAS,
  queuePrefix: env.QUEUE_PREFIX,
  adminSecretKey: env.ADMIN_SECRET_KEY,
  jwtSecret: env.JWT_SECRET,
  adminSessionSeconds: env.ADMIN_SESSION_SECONDS,
  loginMaxAttempts: env.LOGIN_MAX_ATTEMPTS,
  loginLockoutMinutes: env.LOGIN_LOCKOUT_MINUTES,
  publicUrl: env.PUBLIC_URL,
  /** Whether the worker sends mail, in which case newsletter signups must be confirmed. Only the worker has the password. */
  sendsMail: env.SMTP_URL !== undefined,
  /** As the owner wrote them; the worker validates them. */
  mailFrom: env.MAIL_FROM,
  ownerEmail: env.OWNER_EMAIL,
  /** Secrets that calendars sign their webhooks with; undefined: that calendar's webhooks are rejected. */
  bookingSecrets: {
    calendly: env.BOOKING_CALENDLY_SECRET,
    cal: env.BOOKING_CAL_SECRET,
    custom: env.BOOKING_CUSTOM_SECRET,
  } satisfies Record<BookingProvider, string | undefined>,
  timeZone: env.TIME_ZONE,
  rateLimit: env.RATE_LIMIT === 'on',
  logLevel: env.LOG_LEVEL,
  /** Undefined: no traces. */
  tracing: tracingSettingsOf(env),
  /** As make up found it; null if this process was started in another way. */
  appVersion: env.APP_VERSION ?? null,
  /** Where to look for a newer version; undefined: nowhere. */
  releasesUrl: env.RELEASES_URL,
  /** Path of site.config.json; its schema is in the same folder. */
  siteConfigFile: env.SITE_CONFIG,
  /** Folder of the site's server build, which lists facts about the site's files. */
  siteBuild: env.SITE_BUILD,
});

const Settings = Object as unknown as new () => Readonly<ReturnType<typeof settingsOf>>;

/** This process's settings, read from the environment once at boot; the class is also Nest's token for them. */
export class Config extends Settings {}

/** Reads the environment. Throws a `SettingsError` that names each missing or wrong setting. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  return Object.assign(new Config(), settingsOf(readEnvironment(environment, specs)));
}
