import { fileURLToPath } from 'node:url';
import { bool, cleanEnv, makeValidator, num, port, str, url, type ReporterOptions } from 'envalid';
import {
  letterSettingsOf,
  type LetterSettings,
  mailbox,
  type MailSettings,
  mailSettingsOf,
  neededForMails,
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

const timeZone = makeValidator((value) => {
  new Intl.DateTimeFormat('en', { timeZone: value });
  return value;
});

const days = makeValidator((value) => {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error('must be a whole number of days, 1 or more');
  return number;
});

/** This process's settings, read from the environment once at boot; also Nest's token for them. */
export class Config {
  readonly databaseUrl!: string;
  readonly redisUrl!: string;
  readonly queuePrefix!: string;
  readonly host!: string;
  readonly port!: number;
  readonly concurrency!: number;
  /** Host of PUBLIC_URL: no referrer. */
  readonly ownHost!: string;
  /** Where pages are rendered to, with which build of the site; undefined = this process renders none. */
  readonly pages!: { dir: string; siteBuild: string; publicUrl: string } | undefined;
  readonly timeZone!: string;
  /** An mmdb file of the owner's; the bundled ones without it. */
  readonly geoipDatabase!: string | undefined;
  readonly ipPrivacy!: 'truncate' | 'full';
  readonly retention!: { rawDays: number; ipDays: number };
  readonly webhooks!: WebhookSettings;
  /** Undefined without SMTP_URL: no mails at all. */
  readonly mail!: MailSettings | undefined;
  readonly letter!: LetterSettings;
  readonly logLevel!: string;
}

/** The environment as typed values; an empty variable counts as absent. Ends the process where it is not good. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const env = cleanEnv(
    given,
    {
      DATABASE_URL: url({ desc: 'postgres://user:password@host:port/database' }),
      REDIS_URL: url({ desc: 'redis://host:port' }),
      QUEUE_PREFIX: str({ default: '{voordeur}' }),
      WORKER_HOST: str({ default: '127.0.0.1' }),
      WORKER_PORT: port({ default: 13_101 }),
      WORKER_CONCURRENCY: num({ default: 2 }),
      PUBLIC_URL: url({ default: 'http://localhost:8080' }),
      PAGES_DIR: str({ default: undefined, desc: 'a folder that nginx reads and the workers write' }),
      SITE_BUILD: str({ default: fileURLToPath(new URL('../../../web/server/dist', import.meta.url)) }),
      TIME_ZONE: timeZone({ default: 'Europe/Amsterdam', desc: 'a zone of the IANA database' }),
      GEOIP_DB: str({ default: undefined, desc: 'an mmdb file of your own' }),
      IP_PRIVACY: str({ choices: ['truncate', 'full'], default: 'truncate' }),
      RETENTION_RAW_DAYS: days({ default: 395 }),
      RETENTION_IP_DAYS: days({ default: 30 }),
      WEBHOOK_SETUPS_URL: webhookUrl({ default: undefined }),
      WEBHOOK_QUESTION_URL: webhookUrl({ default: undefined }),
      WEBHOOK_NEWSLETTER_URL: webhookUrl({ default: undefined }),
      WEBHOOK_VIDEO_SIGNUP_URL: webhookUrl({ default: undefined }),
      WEBHOOK_PROMPT_SIGNUP_URL: webhookUrl({ default: undefined }),
      WEBHOOK_UNSUBSCRIBE_URL: webhookUrl({ default: undefined }),
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
      OWNER_LANGUAGE: str({ choices: ['en', 'nl'], default: 'en' }),
      JWT_SECRET: str(neededForMails),
      SITE_CONFIG: str({ default: fileURLToPath(new URL('../../../site.config.json', import.meta.url)) }),
      LOG_LEVEL: str({ choices: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], default: 'info' }),
    },
    { reporter: refuseToStart },
  );
  const values: Pick<Config, keyof Config> = {
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    queuePrefix: env.QUEUE_PREFIX,
    host: env.WORKER_HOST,
    port: env.WORKER_PORT,
    concurrency: env.WORKER_CONCURRENCY,
    ownHost: new URL(env.PUBLIC_URL).host,
    pages: env.PAGES_DIR
      ? { dir: env.PAGES_DIR, siteBuild: env.SITE_BUILD, publicUrl: new URL(env.PUBLIC_URL).origin }
      : undefined,
    timeZone: env.TIME_ZONE,
    geoipDatabase: env.GEOIP_DB,
    ipPrivacy: env.IP_PRIVACY,
    retention: { rawDays: env.RETENTION_RAW_DAYS, ipDays: env.RETENTION_IP_DAYS },
    webhooks: {
      urls: urlsOf(env),
      signingKeys: env.WEBHOOK_SIGNING_SECRET ?? [],
      retrySeconds: env.WEBHOOK_RETRY_SECONDS,
      timeoutMs: env.WEBHOOK_TIMEOUT_SECONDS * 1_000,
      allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    },
    mail: mailSettingsOf(env),
    letter: letterSettingsOf(env),
    logLevel: env.LOG_LEVEL,
  };
  return Object.assign(new Config(), values);
}

/** One message that names all that is bad or missing. */
function refuseToStart({ errors }: ReporterOptions<Record<string, unknown>>): void {
  const names = Object.entries(errors).map(([name, error]) => `  ${name}: ${error?.message ?? 'not valid'}`);
  if (names.length === 0) return;
  process.stderr.write(
    `The worker cannot start. Fix these settings (.env.example explains each):\n${names.join('\n')}\n`,
  );
  process.exit(1);
}
