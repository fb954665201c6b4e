import { cleanEnv, type CleanedEnv, EnvError, EnvMissingError, makeValidator } from 'envalid';
import { redisOptions } from './redis-options.js';
import { SettingsError } from './startup-error.js';

/** A validator whose message says in words what the setting must be. `read` returns undefined for an invalid value. */
export function rule<Value>(mustBe: string, read: (text: string) => Value | undefined) {
  return makeValidator<Value>((text) => {
    const value = read(text);
    if (value === undefined) throw new EnvError(`must be ${mustBe}`);
    return value;
  });
}

export const integer = (min: number, max: number) =>
  rule(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  });

export const url = (what: string, ...protocols: string[]) =>
  rule(`${what} (${protocols.join('//… or ')}//…)`, (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined,
  );

export const oneOf = <Choice extends string>(...choices: Choice[]) =>
  rule(`one of ${choices.join(', ')}`, (text) => choices.find((choice) => choice === text));

export const secret = rule('at least 16 characters, none of them a control character', (text) =>
  text.length >= 16 && /^[^\p{Cc}\p{Cs}]*$/u.test(text) ? text : undefined,
);

const redisAddress = rule(
  'the address of Redis (redis://…, rediss://…, redis-sentinel://host:port,host:port/name or redis-cluster://host:port,host:port)',
  (text) => {
    try {
      redisOptions(text);
      return text;
    } catch {
      return undefined;
    }
  },
);

const timeZone = rule('a time zone that Node knows, such as Europe/Amsterdam', (text) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return text;
  } catch {
    return undefined;
  }
});

/** The settings that api and worker must read alike. */
export const sharedSettings = {
  DATABASE_URL: url('the address of Postgres', 'postgres:', 'postgresql:')(),
  REDIS_URL: redisAddress(),
  QUEUE_PREFIX: rule('a name in braces, such as {voordeur}', (text) =>
    /^\{[\w-]+\}$/.test(text) ? text : undefined,
  )({ default: '{voordeur}' }),
  PUBLIC_URL: url('the address visitors use', 'http:', 'https:')({ default: 'http://localhost:8080' }),
  TIME_ZONE: timeZone({ default: 'Europe/Amsterdam' }),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')({ default: 'info' }),
};

/** The default of each setting as text; undefined: it has none. */
export const defaultsOf = (specs: object): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(specs as Record<string, { default?: string | number | boolean | number[] }>).map(
      ([name, { default: value }]) => [name, value === undefined ? undefined : value.toString()],
    ),
  );

/**
 * The environment as typed values; an empty variable counts as absent. Throws a `SettingsError` that names every setting
 * that is missing or wrong and what each must be, and never quotes a value.
 */
export function readEnvironment<Specs extends object>(
  environment: NodeJS.ProcessEnv,
  specs: Specs,
): CleanedEnv<Specs> {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  return cleanEnv(present, specs, {
    reporter: ({ errors }) => {
      const wrong = Object.entries(errors).map(([name, error]) => {
        // `desc` says when a setting without a default is needed.
        const { desc = 'is missing' } = (specs as Record<string, { desc?: string }>)[name] ?? {};
        return `${name} ${error instanceof EnvMissingError ? desc : (error as Error).message}`;
      });
      if (wrong.length > 0) throw new SettingsError(wrong);
    },
  });
}
