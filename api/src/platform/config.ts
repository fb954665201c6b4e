import { fileURLToPath } from 'node:url';
import { cleanEnv, EnvError, EnvMissingError, makeValidator, str } from 'envalid';
import { StartupError } from './startup-error.js';

/** The settings of this process, read from the environment once at boot. */
export class Config {
  readonly host!: string;
  readonly port!: number;
  /** UDP port for nginx's page request log; 0: this process doesn't listen. */
  readonly edgeLogPort!: number;
  readonly databaseUrl!: string;
  readonly redisUrl!: string;
  readonly queuePrefix!: string;
  readonly adminSecretKey!: string;
  readonly jwtSecret!: string;
  readonly adminSessionSeconds!: number;
  readonly loginMaxAttempts!: number;
  readonly loginLockoutMinutes!: number;
  readonly publicUrl!: string;
  /** Whether the worker sends mail, in which case newsletter signups must be confirmed. Only the worker has the password. */
  readonly sendsMail!: boolean;
  /** As the owner wrote them; the worker validates them. */
  readonly mailFrom!: string | undefined;
  readonly ownerEmail!: string | undefined;
  readonly timeZone!: string;
  readonly rateLimit!: boolean;
  readonly logLevel!: string;
  /** Path of site.config.json; its schema is in the same folder. */
  readonly siteConfigFile!: string;
  /** Folder of the site's server build, which lists what it found in the site's files. */
  readonly siteBuild!: string;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const integer = (min: number, max: number) =>
  rule(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  });
const url = (what: string, ...protocols: string[]) =>
  rule(`${what} (${protocols.join('//… or ')}//…)`, (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined,
  );
const secret = rule('at least 16 characters, none of them a control character', (text) =>
  text.length >= 16 && /^[^\p{Cc}\p{Cs}]*$/u.test(text) ? text : undefined,
);
const timeZone = rule('a time zone that Node knows, such as Europe/Amsterdam', (text) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return text;
  } catch {
    return undefined;
  }
});
const oneOf = (...choices: string[]) =>
  rule(`one of ${choices.join(', ')}`, (text) => (choices.includes(text) ? text : undefined));

const specs = {
  API_HOST: str({ default: '127.0.0.1' }),
  API_PORT: integer(0, 65_535)({ default: 13_001 }),
  EDGE_LOG_PORT: integer(0, 65_535)({ default: 5_514 }),
  DATABASE_URL: url('the address of Postgres', 'postgres:', 'postgresql:')(),
  REDIS_URL: url('the address of Redis', 'redis:', 'rediss:')(),
  QUEUE_PREFIX: rule('a name in braces, such as {voordeur}', (text) =>
    /^\{[\w-]+\}$/.test(text) ? text : undefined,
  )({ default: '{voordeur}' }),
  ADMIN_SECRET_KEY: secret(),
  JWT_SECRET: secret(),
  ADMIN_SESSION_SECONDS: integer(1, 31_536_000)({ default: 28_800 }),
  LOGIN_MAX_ATTEMPTS: integer(1, 1_000)({ default: 5 }),
  LOGIN_LOCKOUT_MINUTES: integer(1, 10_080)({ default: 15 }),
  PUBLIC_URL: url('the address visitors use', 'http:', 'https:')({ default: 'http://localhost:8080' }),
  SMTP_URL: str({ default: undefined }),
  MAIL_FROM: str({ default: undefined }),
  OWNER_EMAIL: str({ default: undefined }),
  TIME_ZONE: timeZone({ default: 'Europe/Amsterdam' }),
  RATE_LIMIT: oneOf('on', 'off')({ default: 'on' }),
  LOG_LEVEL: oneOf(...logLevels)({ default: 'info' }),
  SITE_CONFIG: str({ default: fileURLToPath(new URL('../../../site.config.json', import.meta.url)) }),
  SITE_BUILD: str({ default: fileURLToPath(new URL('../../../web/server/dist', import.meta.url)) }),
};

/**
 * The environment as typed values; an empty variable counts as absent. Throws a `StartupError` that names every setting
 * that is missing or wrong and what each must be.
 */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const env = cleanEnv(present, specs, {
    reporter: ({ errors }) => {
      const wrong = Object.entries(errors).map(([name, error]) => `  ${name} ${whatIsWrong(error)}`);
      if (wrong.length > 0)
        throw new StartupError(`These settings are missing or wrong:\n${wrong.join('\n')}`);
    },
  });
  const values: Pick<Config, keyof Config> = {
    host: env.API_HOST,
    port: env.API_PORT,
    edgeLogPort: env.EDGE_LOG_PORT,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    queuePrefix: env.QUEUE_PREFIX,
    adminSecretKey: env.ADMIN_SECRET_KEY,
    jwtSecret: env.JWT_SECRET,
    adminSessionSeconds: env.ADMIN_SESSION_SECONDS,
    loginMaxAttempts: env.LOGIN_MAX_ATTEMPTS,
    loginLockoutMinutes: env.LOGIN_LOCKOUT_MINUTES,
    publicUrl: env.PUBLIC_URL,
    sendsMail: env.SMTP_URL !== undefined,
    mailFrom: env.MAIL_FROM,
    ownerEmail: env.OWNER_EMAIL,
    timeZone: env.TIME_ZONE,
    rateLimit: env.RATE_LIMIT === 'on',
    logLevel: env.LOG_LEVEL,
    siteConfigFile: env.SITE_CONFIG,
    siteBuild: env.SITE_BUILD,
  };
  return Object.assign(new Config(), values);
}

/** A validator whose message says in words what the setting must be. `read` returns undefined for an invalid value. */
function rule<Value extends string | number>(mustBe: string, read: (text: string) => Value | undefined) {
  return makeValidator<Value>((text) => {
    const value = read(text);
    if (value === undefined) throw new EnvError(`must be ${mustBe}`);
    return value;
  });
}

function whatIsWrong(error: Error | undefined): string {
  return error instanceof EnvMissingError || !error ? 'is missing' : error.message;
}
