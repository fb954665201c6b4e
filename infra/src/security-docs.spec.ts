import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './local/settings.js';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const securityDoc = read('docs/security.md');
const section = (heading: string) => securityDoc.split(`\n## ${heading}\n`)[1]?.split('\n## ', 1)[0] ?? '';
const settings = Array.from(
  read('.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm),
  ([, name = '', value]) => ({
    name,
    value,
  }),
);

const perMinute = (text: string, pattern: RegExp) =>
  Object.fromEntries(Array.from(text.matchAll(pattern), ([, zone = '', limit]) => [zone, Number(limit)]));

it('the limits in docs/security.md are those of nginx.conf, and those of a /48 ten times as much', () => {
  const nginx = perMinute(read('nginx.conf'), /limit_req_zone \S+ zone=(\w+):\w+ rate=(\d+)r\/m;/g);
  const documented = perMinute(section('Limits'), /^\| (\w+) +\| (\d+) /gm);
  expect(Object.keys(documented).length).toBeGreaterThan(5);
  const wide = Object.entries(documented).map(([zone, limit]) => [`${zone}_48`, 10 * limit]);
  expect(nginx).toEqual({ ...documented, ...Object.fromEntries(wide) });
});

it('docs/security.md has every secret of .env', () => {
  const secrets = settings.filter(({ name }) => /_(KEY|SECRET|PASSWORD)$/.test(name));
  expect(secrets.length).toBeGreaterThan(5);
  for (const { name } of secrets) expect(section('Secrets')).toContain(`\`${name}\``);
});

it('docs/security.md has every setting that makes a process connect to somewhere', () => {
  const own = ['PUBLIC_URL', 'DATABASE_URL', 'REDIS_URL'];
  const addresses = settings.filter(
    ({ name }) => /_(URL|ENDPOINT|REPOSITORY)$/.test(name) && !own.includes(name),
  );
  expect(addresses.length).toBeGreaterThan(10);
  for (const { name } of addresses)
    expect(section('Connections out')).toContain(name.replace(/^WEBHOOK_.*/, 'WEBHOOK_…_URL'));
});

/** The answers of docs/security-asvs.md: a requirement, whether it's met, where, and by which tests that stays so. */
const answers = Array.from(
  read('docs/security-asvs.md').matchAll(/^\| (\d+\.\d+\.\d+) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm),
  ([, id = '', answer = '', where = '', test = '']) => ({ id, answer, where, test }),
);

const list = resolve(process.env['SHARED_DATA'] ?? join(root, '../shared/data'), 'asvs-5.0-level-1-2.csv');
it.runIf(existsSync(list))(
  'every requirement of ASVS 5.0, levels 1 and 2, has an answer (skipped without SHARED_DATA)',
  () => {
    const ids = Array.from(readFileSync(list, 'utf8').matchAll(/^(\d+\.\d+\.\d+),/gm), ([, id = '']) => id);
    expect(answers.map(({ id }) => id).sort()).toEqual(ids.sort());
  },
);

it.each(['yes', 'partly', 'no', 'does not apply'])(
  'as many are “%s” as docs/security-asvs.md says',
  (answer) => {
    const said = new RegExp(String.raw`^\| ${answer} +\| (\d+) `, 'm').exec(
      read('docs/security-asvs.md'),
    )?.[1];
    const counted = answers.filter((row) => new RegExp(`^${answer}\\b`).test(row.answer));
    expect(counted.length).toBe(Number(said));
    const reasons = counted.filter((row) => answer === 'yes' || row.answer.startsWith(`${answer}: `));
    expect(reasons.length, 'each has its reason').toBe(counted.length);
  },
);

it('what is met there names a test that exists, and a place that exists', () => {
  const missing: string[] = [];
  for (const { id, answer, where, test } of answers) {
    const places = Array.from(where.matchAll(/`([\w.-]+\/[\w./-]+\.\w+)`/g), ([, place = '']) => place);
    missing.push(
      ...places.filter((place) => !existsSync(join(root, place))).map((place) => `${id}: ${place}`),
    );
    if (!answer.startsWith('yes')) continue;
    const tests = Array.from(test.matchAll(/`([\w./-]+\.tsx?)`: ((?:“[^”]*”(?:, | and )?)+)/g));
    if (tests.length === 0) missing.push(`${id}: a test`);
    for (const [, file = '', titles = ''] of tests) {
      const text = existsSync(join(root, file)) ? read(file).replaceAll("\\'", '’') : '';
      const named = Array.from(titles.matchAll(/“([^”]*)”/g), ([, title = '']) => title);
      missing.push(
        ...named.filter((title) => !text.includes(title)).map((title) => `${id}: ${file}: ${title}`),
      );
    }
  }
  expect(missing).toEqual([]);
});

it('what is missing there is said at its end', () => {
  const [, end = ''] = read('docs/security-asvs.md').split('\n## What is missing\n');
  const said = Array.from(
    end.matchAll(/^- \*\*([\d.]+)\*\* \((partly|no)\)/gm),
    ([, id, answer]) => `${id} ${answer}`,
  );
  const missing = answers
    .filter(({ answer }) => /^(partly|no)\b/.test(answer))
    .map(({ id, answer }) => `${id} ${answer.startsWith('no') ? 'no' : 'partly'}`);
  expect(said.sort()).toEqual(missing.sort());
});
