import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { freePort } from '@voordeur/testing';
import { startSmtpReceiver } from '@voordeur/worker/testing';
import { startReceiver } from '@voordeur/worker/tools';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../local/settings.js';
import { withSetting } from './env-text.js';
import { mailUrl } from './questions.js';
import { setUp } from './set-up.js';
import { lookAtCalendar } from './try-out.js';

const given = ['.env.example', 'site.config.json', 'site.config.schema.json'];
let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'voordeur-setup-spec-'));
  for (const name of given) copyFileSync(join(root, name), join(dir, name));
});
afterEach(() => {
  rmSync(dir, { recursive: true });
});

const read = (name: string) => readFileSync(join(dir, name), 'utf8');
const env = () => parseEnv(read('.env'));
const site = () => JSON.parse(read('site.config.json')) as Record<string, unknown>;

function expectUntouched() {
  expect(readdirSync(dir).sort()).toEqual([...given].sort());
  expect(read('site.config.json')).toBe(readFileSync(join(root, 'site.config.json'), 'utf8'));
}

type Answer = (question: string, input: PassThrough) => void;

/** Runs it on streams, on those of a terminal where there is somebody who answers. */
async function run(sets: string[], answer?: Answer) {
  const input = Object.assign(new PassThrough(), { isTTY: answer !== undefined });
  const stream = new PassThrough();
  let output = '';
  stream.on('data', (data: Buffer) => {
    output += data.toString('utf8');
    const question = /[^\n\r]*\]:? $/.exec(data.toString('utf8'))?.[0];
    if (question !== undefined) answer?.(question, input);
  });
  const args = sets.flatMap((one) => (one.startsWith('--') ? [one] : ['--set', one]));
  const code = await setUp(args, dir, input, stream);
  return { code, output };
}

/** Answers each question by words in it, the first answer first; Enter to the others. */
async function ask(answers: Record<string, string[]>) {
  const calendar = `https://127.0.0.1:${await freePort()}/call`;
  // It refuses connections, so that no test asks the internet.
  const all: Record<string, string[]> = { 'Page on which': [calendar], ...answers };
  const result = await run([], (question, input) => {
    const key = Object.keys(all).find((words) => question.includes(words));
    input.write(`${all[key ?? '']?.shift() ?? ''}\n`);
  });
  return { ...result, calendar };
}

it('fills both files by --set, changes nothing the second time, and shows no secret', async () => {
  const sets = [
    'site.product=Front',
    'site.phone=+31 20 123 4567',
    'site.languages=en',
    'DOMAIN=front.nl',
    'SMTP_URL=smtps://me@front.nl:hush/hush@mail.front.nl:465',
    'MAIL_FROM=Front <hello@front.nl>',
    'OWNER_EMAIL=me@front.nl',
    'WEBHOOK_QUESTION_URL=https://hooks.front.nl/only-I-know',
    'BOOKING_CAL_SECRET=hush-hush-hush-hush',
  ];
  expect(await run(sets)).toMatchObject({ code: 1, output: expect.stringContaining('Add --yes') as string });
  expectUntouched();
  const { code, output } = await run([...sets, '--yes']);
  expect(code).toBe(0);
  expect(output).toContain('product: Voordeur → Front');
  expect(output).toContain('SMTP_URL: not set → smtps://me%40front.nl:***@mail.front.nl:465');
  expect(output).toContain(
    'Next: make files NAME=brand, for the documents, icons and share pictures; then make up',
  );
  expect(output).not.toMatch(/hush|only-I-know/);
  expect(env()).toMatchObject({ DOMAIN: 'front.nl', MAIL_FROM: 'Front <hello@front.nl>' });
  expect(env()['SMTP_URL']).toBe('smtps://me%40front.nl:hush%2Fhush@mail.front.nl:465');
  expect(output).not.toContain(env()['ADMIN_SECRET_KEY']);
  expect(statSync(join(dir, '.env')).mode & 0o777).toBe(0o600);
  const before = JSON.parse(readFileSync(join(root, 'site.config.json'), 'utf8')) as object;
  expect(site()).toEqual({ ...before, product: 'Front', languages: ['en'], phone: '+31 20 123 4567' });
  // Only lines with a value differ from .env.example, in its order; a setting that it lacks comes at the end.
  const nameOf = (line: string) => line.replace(/^#?([A-Z_]+)=.*/, '$1');
  const names = `${read('.env.example')}WEBHOOK_QUESTION_URL=\nBOOKING_CAL_SECRET=\n`.split('\n').map(nameOf);
  expect(read('.env').split('\n').map(nameOf)).toEqual(names);

  const written = given.concat('.env').map(read);
  expect((await run([...sets, '--yes'])).output).toContain('There is nothing to change.');
  expect(given.concat('.env').map(read)).toEqual(written);
});

it('refuses what the processes or the schema would, in a sentence each, and asks nothing without a terminal', async () => {
  expect(await run([])).toMatchObject({ code: 1, output: expect.stringContaining('no terminal') as string });
  expect((await run(['--help'])).output).toContain('site.company.vat');
  const refused = [
    ['site.email', 'me@', 'It must look like you@example.org.'],
    ['DOMAIN', 'https://front.nl', 'It must be a bare name'],
    ['site.channel', 'http://front.nl', 'It must look like https://www.youtube.com/@you.'],
    ['site.phone', 'call me', 'It must look like +31 20 123 4567.'],
    ['site.languages', 'en,xx', 'There is no language “xx”'],
    ['site.languages', 'en,en', 'Each language is named once.'],
    ['site.product', 'x'.repeat(61), 'It must NOT have more than 60 characters'],
    ['site.person.name', '', 'It can’t be left out.'],
    ['site.scheduler.address', 'https://[', 'It must be a whole address'],
    ['site.scheduler.provider', 'mine', 'It must be one of calendly, cal, link.'],
    ['site.company.name', '12345678', 'It must be a name'],
    ['site.company.number.en', '12345678', 'It must be register and number'],
    ['site.company.address', 'two\nlines', 'It must be one line of text'],
    ['site.company.vat', 'Canal Street 12', 'It must be a VAT number'],
    ['WEBHOOK_SETUPS_URL', 'ftp://front.nl', 'It must be an http or https address'],
    ['site.videos', 'mine.mp4', 'There is no such setting'],
    ['site.constructor.name', 'mine', 'There is no such setting'],
    ['PRODUCT', 'Front', 'There is no such setting'],
  ];
  const { code, output } = await run([...refused.map(([name, value]) => `${name}=${value}`), '--yes']);
  expect(code).toBe(1);
  for (const [name, , sentence] of refused) expect(output).toContain(`--set ${name}: ${sentence}`);
  const incomplete = await run(['SMTP_URL=smtp://mail.front.nl', '--yes']);
  expect(incomplete.code).toBe(1);
  expect(incomplete.output).toContain('MAIL_FROM is needed where SMTP_URL is set');
  expect(await run(['--product'])).toMatchObject({ code: 2 });
  expectUntouched();
});

it('shows a text in English where another language has none, and takes it out with the English one', async () => {
  await run(['site.company.number.nl=', '--yes']);
  expect(site()).toMatchObject({ company: { number: { en: 'Chamber of Commerce 00000000 (example)' } } });
  await run(['site.company.number.en=', '--yes']);
  expect(site()['company']).not.toHaveProperty('number');
  await run(['site.company.number.nl=KvK 1', '--yes']);
  expect(site()).toMatchObject({ company: { number: { en: 'KvK 1', nl: 'KvK 1' } } });
});

it('asks again where an answer will not do, keeps what Enter is pressed at, and asks in each language', async () => {
  const { code, output, calendar } = await ask({
    'Name of the business': ['Front'],
    'Languages, by comma': ['en,nl,de'],
    'the site, in English': ['Utrecht'],
    'Email address': ['me at front', 'me@front.nl'],
    Instagram: ['@front.nl'],
    LinkedIn: ['www.linkedin.com/in/ann'],
    'Whose it is': ['mine', ''],
  });
  expect(code).toBe(0);
  expect(output.match(/Email address on the site/g)).toHaveLength(2);
  expect(output.match(/LinkedIn/g)).toHaveLength(1);
  expect(output).toContain('Your name [Your name here, the example’s]');
  expect(output).toContain('or link (any other) [link]');
  expect(output).toContain("doesn't answer (ECONNREFUSED). What to do: look");
  const { streets, quote, price, channel, company, ...kept } = JSON.parse(
    readFileSync(join(root, 'site.config.json'), 'utf8'),
  ) as Record<string, unknown>;
  // Pressing Enter keeps no link, number or client of the example.
  expect([streets, quote, price, channel, company]).not.toContain(undefined);
  expect(site()).toEqual({
    ...kept,
    product: 'Front',
    email: 'me@front.nl',
    languages: ['en', 'nl', 'de'],
    person: { name: 'Your name here', town: { en: 'Utrecht', nl: 'Utrecht', de: 'Utrecht' } },
    social: {
      en: { instagram: 'https://www.instagram.com/front.nl', linkedin: 'https://www.linkedin.com/in/ann' },
    },
    scheduler: { provider: 'link', address: calendar },
    partners: [],
  });
  expect(output).toMatch(/social\.nl\.linkedin: .* → the English one/);
  expect(output).toContain('streets: 3 of them → not set');
});

it('sends a test mail, and asks again after one that failed or keeps the answers', async () => {
  const smtp = await startSmtpReceiver();
  const { output } = await ask({
    'mail server': [`smtp://me@front.nl:p@ss/word@127.0.0.1:${await freePort()}`, smtp.url],
    'Answer these again': ['y'],
    'Email address': ['me@front.nl'],
    'Write this': ['n'],
  });
  expect(output).toMatch(/The mail server \(127\.0\.0\.1:\d+\) cannot be used[^]*on its way to me@front\.nl/);
  expect(output).toContain('It has no user and password');
  expect(smtp.mails).toMatchObject([{ from: 'me@front.nl', to: ['me@front.nl'] }]);
  expect(smtp.mails[0]?.parsed.subject).toBe('A test mail of Voordeur');
  expectUntouched();

  smtp.behaviour.refuseRecipient = 550;
  const answers = { 'mail server': [smtp.url], 'Email address': ['me@front.nl'], 'Take them off': ['n'] };
  const refused = await ask(answers);
  expect(site()).toHaveProperty('streets');
  expect(refused.output).toContain('The mail server took no test mail (550).');
  // Taken from the name and the address above it by pressing Enter.
  expect(env()).toMatchObject({ SMTP_URL: smtp.url, MAIL_FROM: 'Voordeur <me@front.nl>' });
  await smtp.stop();
});

it('proposes the first address of webhooks for every other lead, signs a test, and takes them out on a no', async () => {
  const receiver = await startReceiver();
  const closed = await ask({
    'Post them': ['y'],
    'about a setup': [receiver.url],
    'private addresses': ['false'],
    'Write this': ['n'],
  });
  expect(closed.output).toContain('unless WEBHOOK_ALLOW_PRIVATE is true');
  expect(receiver.requests).toEqual([]);

  const { output } = await ask({ 'Post them': ['y'], 'about a setup': [receiver.url] });
  expect(output).toContain('setups took the test delivery (204).');
  expect(env()).toMatchObject({ WEBHOOK_NEWSLETTER_URL: receiver.url, WEBHOOK_ALLOW_PRIVATE: 'true' });
  expect(env()).not.toHaveProperty('WEBHOOK_UNSUBSCRIBE_URL');
  const [delivery] = receiver.requests;
  expect(JSON.parse(delivery?.body ?? '{}')).toMatchObject({ type: 'test' });
  expect(delivery?.headers['webhook-signature']).toMatch(/^v1,[^]{44}$/);
  await receiver.close();

  const without = await ask({ 'Post them': ['n'] });
  expect(without.output).toContain('Post them anywhere besides your mailbox? [Y/n]');
  expect(env()).not.toHaveProperty('WEBHOOK_SETUPS_URL');
});

it('does not wait long for a calendar', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const what = expect.stringContaining("doesn't answer") as string;
  expect(await lookAtCalendar(`https://127.0.0.1:${port}/call`, 100)).toMatchObject({
    level: 'broken',
    what,
  });
  silent.close();
});

it('writes nothing when the answers end, nor over what somebody else changed meanwhile', async () => {
  const { code, output } = await run([], (question, input) => {
    if (question.includes('Your name')) input.end();
    else input.write('\n');
  });
  expect(code).toBe(130);
  expect(output).toContain('Nothing is written.');
  expectUntouched();
  const calendar = `https://127.0.0.1:${await freePort()}/call`;
  const late = run([], (question, input) => {
    if (question.includes('Write this?')) appendFileSync(join(dir, 'site.config.json'), '\n');
    input.write(question.includes('Page on which') ? `${calendar}\n` : '\n');
  });
  await expect(late).rejects.toThrow('was changed meanwhile');
  expect(readdirSync(dir)).not.toContain('.env');
});

const program = join(root, 'infra/operate/dist/setup/main.js');

it('takes ARGS as make passes it on, by quotes and without running anything in it', () => {
  const recipe = /^setup:.*\n(?:\t@infra.*\n)\t@(.*(?:\\\n.*)*)/m.exec(
    readFileSync(join(root, 'Makefile'), 'utf8'),
  );
  const [, command = ''] = recipe ?? [];
  const ARGS = `--set 'site.product=$HOME \`id\` & Co' --set site.person.name="D'Arcy" --yes`;
  const options = { cwd: root, env: { ...process.env, ARGS, CHECKOUT: dir } };
  expect(spawnSync('sh', ['-c', command.replaceAll('$$', '$')], options).status).toBe(0);
  expect(site()).toMatchObject({ product: '$HOME `id` & Co', person: { name: "D'Arcy" } });
});

it.skipIf(spawnSync('script', ['--version']).status !== 0)('writes nothing after Ctrl-C', async () => {
  const command = `${process.execPath} ${program}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...process.env, CHECKOUT: dir },
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output = stripVTControlCharacters(output + data.toString('utf8'));
    if (output.endsWith(']: ')) child.stdin.write(output.includes('Languages') ? '\x03' : 'Front\r');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  expect(output).toContain('Nothing is written.');
  expect(code).toBe(130);
  expectUntouched();
});

it.each([
  ['A=1\n#B=\n', 'B', 'x', 'A=1\nB=x\n'],
  ['A=1\n#B=5\nB=2\n#B=\n', 'B', '3', 'A=1\n#B=5\nB=3\n#B=\n'],
  ['A=1', 'B', '$1 # "quoted"', `A=1\nB='$1 # "quoted"'\n`],
  ['export B = 2\nA=1\n', 'B', "it's", `B="it's"\nA=1\n`],
  ['A=1\nB=2\n', 'B', '', 'A=1\n#B=\n'],
])(
  'sets a line of .env (%#), and takes no value that Compose would read otherwise',
  (text, name, value, expected) => {
    expect(() => withSetting(text, name, `it's $5`)).toThrow(/can't hold/);
    expect(withSetting(text, name, value)).toBe(expected);
  },
);

it('encodes in a mail server’s address only what it cannot hold', () => {
  expect(mailUrl('smtps://me@front.nl:w:rd#1@front.nl')).toBe('smtps://me%40front.nl:w%3Ard%231@front.nl');
  for (const whole of ['smtp://me%40front.nl:p%40ss@front.nl:587', 'smtp://front.nl:25', 'front.nl'])
    expect(mailUrl(whole)).toBe(whole);
});
