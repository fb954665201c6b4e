import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { freePort } from '@voordeur/testing';
import { startReceiver } from '@voordeur/worker/tools';
import { startSmtpReceiver } from '@voordeur/worker/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../local/settings.js';
import { lookAtCalendar } from './try-out.js';

const program = join(root, 'infra/dist/setup/main.js');
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

type Write = (text: string) => void;

/** Runs the program; `onPrompt` gets each question it stops at, and standard input to answer on. */
async function run(
  args: string[],
  onPrompt: (question: string, write: Write, end: () => void) => void = () => undefined,
  command = [process.execPath, program],
) {
  const [file = '', ...before] = command;
  const child = spawn(file, [...before, ...args], { env: { ...process.env, CHECKOUT: dir } });
  let output = '';
  const exited = once(child, 'close');
  const onData = (data: Buffer) => {
    output += data.toString('utf8');
    const question = /[^\n\r]*\]:? $/.exec(stripVTControlCharacters(output))?.[0];
    if (question === undefined) return;
    const write: Write = (text) => child.stdin.write(text);
    onPrompt(question, write, () => child.stdin.end());
  };
  child.stdout.on('data', onData);
  child.stderr.on('data', onData);
  const [code] = (await exited) as [number | null];
  return { code, output };
}

/** Answers each question by words in it, the first answer first; Enter to the others. */
function answering(answers: Record<string, string[]>) {
  return (question: string, write: Write) => {
    const key = Object.keys(answers).find((words) => question.includes(words));
    write(`${answers[key ?? '']?.shift() ?? ''}\n`);
  };
}

/** A calendar that refuses connections, so that no test asks the internet. */
const closedCalendar = async () => `https://127.0.0.1:${await freePort()}/call`;

it('fills both files by flags, changes nothing the second time, and shows no secret', async () => {
  const flags = [
    ['--product', 'Front'],
    ['--phone', '+31 20 123 4567'],
    ['--languages', 'en'],
    ['--domain', 'front.nl'],
    ['--smtp-url', 'smtps://me:hush-hush@mail.front.nl:465'],
    ['--mail-from', 'Front <hello@front.nl>'],
    ['--owner-email', 'me@front.nl'],
    ['--webhook-question-url', 'https://hooks.front.nl/only-I-know'],
  ].flat();
  const first = await run([...flags, '--yes']);
  expect(first).toMatchObject({ code: 0 });
  expect(first.output).toContain('product: Voordeur → Front');
  expect(first.output).toContain('SMTP_URL: not set → smtps://me:***@mail.front.nl:465');
  expect(first.output).toContain('Before you go live:\n  Legal texts: ');
  expect(first.output).not.toContain('Public address');
  expect(first.output).toContain(
    'Next: make brand-files, for the documents, icons and share pictures; then make up',
  );
  expect(first.output).not.toMatch(/hush|only-I-know/);
  const settings = env();
  expect(settings).toMatchObject({ DOMAIN: 'front.nl', MAIL_FROM: 'Front <hello@front.nl>' });
  expect(first.output).not.toContain(settings['ADMIN_SECRET_KEY']);
  expect(statSync(join(dir, '.env')).mode & 0o777).toBe(0o600);
  const more = ',\n  "phone": "+31 20 123 4567"\n';
  const siteText = readFileSync(join(root, 'site.config.json'), 'utf8')
    .replace('"Voordeur"', '"Front"')
    .replace('["en", "nl"]', '["en"]')
    .replace(/(?<="ipLookup": .*)\n/, more);
  expect(read('site.config.json')).toBe(siteText);
  // Only lines with a value differ from .env.example, in its order; what it doesn't have comes at the end.
  const nameOf = (line: string) => line.replace(/^#?([A-Z_]+)=.*/, '$1');
  const names = `${read('.env.example')}WEBHOOK_QUESTION_URL=\n`.split('\n').map(nameOf);
  expect(read('.env').split('\n').map(nameOf)).toEqual(names);

  const before = given.concat('.env').map(read);
  const second = await run([...flags, '--yes']);
  expect(second).toMatchObject({ code: 0 });
  expect(second.output).toContain('There is nothing to change.');
  expect(given.concat('.env').map(read)).toEqual(before);
});

it('shows what would change, and writes only when it may', async () => {
  expect((await run(['--product', 'Front', '--dry-run', '--yes'])).output).toContain('Voordeur → Front');
  expectUntouched();
  const unasked = await run(['--product', 'Front']);
  expect(unasked).toMatchObject({ code: 1 });
  expect(unasked.output).toContain('add --yes');
  expectUntouched();
});

it('asks nothing without a terminal, and says so', async () => {
  const { code, output } = await run([]);
  expect(code).toBe(1);
  expect(output).toContain('there is no terminal');
  expectUntouched();
});

it('refuses what the processes or the schema would, in a sentence each', async () => {
  const refused = [
    ['email', 'me@', 'That is not an email address'],
    ['domain', 'https://front.nl', 'It must be a bare name'],
    ['channel', 'http://front.nl', 'It must be a whole https address'],
    ['languages', 'en,xx', 'There is no language “xx”'],
    ['product', 'x'.repeat(61), 'It must NOT have more than 60 characters'],
    ['person-name', '', 'It can’t be left out.'],
    ['company-name', '12345678', 'It must be a name'],
    ['company-number-en', '12345678', 'It must be register and number'],
    ['company-address', 'two\nlines', 'It must be one line of text'],
    ['company-vat', 'Canal Street 12', 'It must be a VAT number'],
    ['webhook-setups-url', 'ftp://front.nl', 'It must be an http or https address'],
  ] as const;
  const { code, output } = await run([...refused.flatMap(([flag, value]) => [`--${flag}`, value]), '--yes']);
  expect(code).toBe(1);
  for (const [flag, , sentence] of refused) expect(output).toContain(`--${flag}: ${sentence}`);
  const incomplete = await run(['--smtp-url', 'smtp://mail.front.nl', '--yes']);
  expect(incomplete.code).toBe(1);
  expect(incomplete.output).toContain('MAIL_FROM is needed where SMTP_URL is set');
  expect(incomplete.output).toContain('Nothing is written.');
  expectUntouched();
});

it('shows a text in English where another language has none, and takes it out with the English one', async () => {
  await run(['--company-number-nl', '', '--yes']);
  expect(site()).toMatchObject({ company: { number: { en: 'Chamber of Commerce 00000000 (example)' } } });
  await run(['--company-number-en', '', '--yes']);
  expect(site()['company']).not.toHaveProperty('number');
  await run(['--company-number-nl', 'KvK 1', '--yes']);
  expect(site()).toMatchObject({ company: { number: { en: 'KvK 1', nl: 'KvK 1' } } });
});

it('asks again where an answer will not do, and keeps what Enter is pressed at', async () => {
  const calendar = await closedCalendar();
  const answers = {
    'Name of the business': ['Front'],
    'Email address': ['me at front', 'me@front.nl'],
    'Page on which': ['http://call.front.nl', calendar],
    'Whose it is': ['mine', 'link'],
  };
  const { code, output } = await run(['--ask'], answering(answers));
  expect(code).toBe(0);
  expect(output.match(/Email address on the site/g)).toHaveLength(2);
  expect(output).toContain('That is not an email address');
  expect(output).toContain('Your name [Your name here, the example’s]');
  expect(output).toContain("doesn't answer (ECONNREFUSED). It's kept");
  const { streets, quote, price, social, channel, company, ...kept } = JSON.parse(
    readFileSync(join(root, 'site.config.json'), 'utf8'),
  ) as Record<string, unknown>;
  // Of the example nobody keeps a link, a number or a client by pressing Enter.
  expect([streets, quote, price, social, channel, company]).not.toContain(undefined);
  expect(site()).toEqual({
    ...kept,
    product: 'Front',
    email: 'me@front.nl',
    person: { name: 'Your name here' },
    scheduler: { provider: 'link', address: calendar },
    partners: [],
  });
  expect(output).toContain('social.nl.instagram: https://www.instagram.com/voordeur.example.nl → not set');
  expect(output).toContain('streets: the example’s → taken out');
});

it('proposes the calendar that the address tells', async () => {
  const ask = async (address: string, ...flags: string[]) =>
    (await run(['--ask', '--dry-run', ...flags], answering({ 'Page on which': [address] }))).output;
  const calendar = await closedCalendar();
  expect(await ask(calendar)).toContain('or link (any other) [link]');
  // Cal.com on a server of one's own.
  expect(await ask(calendar, '--scheduler-provider', 'cal')).toContain('or link (any other) [cal]');
});

it('asks again where the answers are not to be written, from those that were given', async () => {
  const answers = {
    'Name of the business': ['Frnt', 'Front'],
    'Your name': ['Ann'],
    'Page on which': [await closedCalendar()],
    LinkedIn: ['https://linkedin.com/in/ann'],
    'Take them off the site': ['y', 'n'],
    'Write this': ['n', 'y'],
  };
  const { code, output } = await run(['--ask'], answering(answers));
  expect(code).toBe(0);
  expect(output).toContain('Go through the questions again?');
  expect(output).toMatch(/social\.nl\.linkedin: .* → the English one/);
  expect(site()).toMatchObject({ product: 'Front', person: { name: 'Ann' } });
  expect(site()).toHaveProperty('streets');
});

it('sends a mail that it was asked for, and keeps the answers where the server takes none', async () => {
  const smtp = await startSmtpReceiver();
  const calendar = await closedCalendar();
  const answers = () => ({
    'Mail server': [smtp.url],
    'Send a test mail': ['y'],
    'Email address': ['me@front.nl'],
    'Page on which': [calendar],
  });
  const sent = await run(['--ask', '--dry-run'], answering(answers()));
  expect(sent.output).toContain('A test mail is on its way to me@front.nl.');
  expect(sent.output).toContain('It has no user and password');
  expect(smtp.mails).toMatchObject([{ from: 'me@front.nl', to: ['me@front.nl'] }]);
  expect(smtp.mails[0]?.parsed.subject).toBe('A test mail of Voordeur');

  smtp.behaviour.refuseRecipient = 550;
  const flags = ['--smtp-url', smtp.url, '--mail-from', 'me@front.nl', '--owner-email', 'me@front.nl'];
  const refused = await run([...flags, '--test-mail', '--dry-run']);
  expect(refused.output).toContain('The mail server took no test mail (550).');

  await smtp.stop();
  const away = await run(['--ask'], answering(answers()));
  expect(away).toMatchObject({ code: 0 });
  expect(away.output).toMatch(/The mail server \(127\.0\.0\.1:\d+\) cannot be used \(ESOCKET\)/);
  // Taken from the name and the address above it by pressing Enter.
  expect(env()).toMatchObject({ SMTP_URL: smtp.url, MAIL_FROM: 'Voordeur <me@front.nl>' });
});

it('asks the mail server again after a test that failed, and takes a password as it is', async () => {
  const smtp = await startSmtpReceiver();
  const { port } = new URL(smtp.url);
  const answers = {
    'Mail server': [`smtp://me@front.nl:p@ss/word@127.0.0.1:${await freePort()}`, smtp.url],
    'Send a test mail': ['y', 'y'],
    'Answer these again': ['y'],
    'Email address': ['me@front.nl'],
    'Page on which': [await closedCalendar()],
  };
  const { output } = await run(['--ask', '--dry-run'], answering(answers));
  expect(output).toMatch(/The mail server \(127\.0\.0\.1:\d+\) cannot be used[^]*on its way to me@front\.nl/);
  expect(smtp.mails).toHaveLength(1);
  const given = ['--smtp-url', `smtp://me@front.nl:p@ss/word@127.0.0.1:${port}`];
  const flags = [...given, '--mail-from', 'me@front.nl', '--owner-email', 'me@front.nl', '--yes'];
  const written = await run(flags);
  expect(written.output).not.toContain('word');
  expect(env()['SMTP_URL']).toBe(`smtp://me%40front.nl:p%40ss%2Fword@127.0.0.1:${port}`);
  await smtp.stop();
});

it('proposes the first address of webhooks for every other lead, and asks whether a private one is meant', async () => {
  const receiver = await startReceiver();
  const answers = {
    'Post them anywhere': ['y'],
    '(setups)': [receiver.url],
    'Send each a test': ['y'],
    'Page on which': [await closedCalendar()],
  };
  const { output } = await run(['--ask'], answering(answers));
  expect(output).toContain('your own network: may it be posted to? [Y/n]');
  expect(output).toContain('prompt-signup took the test delivery (204).');
  expect(receiver.requests).toHaveLength(5);
  expect(env()).toMatchObject({ WEBHOOK_NEWSLETTER_URL: receiver.url, WEBHOOK_ALLOW_PRIVATE: 'true' });
  expect(env()).not.toHaveProperty('WEBHOOK_UNSUBSCRIBE_URL');
  await receiver.close();
});

it('takes webhooks out on a no, and a name on Instagram for its address', async () => {
  await run(['--webhook-question-url', 'https://hooks.front.nl/only-I-know', '--yes']);
  const answers = {
    'Post them anywhere': ['n'],
    Instagram: ['@front.nl'],
    'Page on which': [await closedCalendar()],
  };
  const { output } = await run(['--ask'], answering(answers));
  expect(output).toContain('Post them anywhere beside your mailbox? [Y/n]');
  expect(output).toContain('WEBHOOK_QUESTION_URL: https://hooks.front.nl/*** → not set');
  expect(env()).not.toHaveProperty('WEBHOOK_QUESTION_URL');
  expect(site()).toMatchObject({ social: { en: { instagram: 'https://www.instagram.com/front.nl' } } });
});

it('asks for each link once, of a third language too', async () => {
  const answers = {
    'Languages, by comma': ['en,nl,de'],
    LinkedIn: ['www.linkedin.com/company/front'],
    'Town you work from, on the site, in English': ['Utrecht'],
    'Page on which': [await closedCalendar()],
  };
  const { output } = await run(['--ask'], answering(answers));
  expect(output.match(/LinkedIn/g)).toHaveLength(1);
  const asked = [...output.matchAll(/Town you work from, on the site, in (\w+)/g)];
  expect(asked.map(([, language]) => language)).toEqual(['English', 'Dutch', 'German']);
  expect(site()).toMatchObject({
    person: { town: { en: 'Utrecht', nl: 'Utrecht', de: 'Utrecht' } },
    social: { en: { linkedin: 'https://www.linkedin.com/company/front' } },
  });
  expect(site()['social']).not.toHaveProperty('nl');
});

it('signs a test delivery as a receiver checks it', async () => {
  const receiver = await startReceiver();
  const flags = ['--webhook-question-url', receiver.url, '--test-webhooks'];
  const closed = await run([...flags, '--dry-run']);
  expect(closed.output).toContain('unless WEBHOOK_ALLOW_PRIVATE is true');
  expect(receiver.requests).toEqual([]);

  const { output } = await run([...flags, '--webhook-allow-private', 'true', '--yes']);
  expect(output).toContain('question took the test delivery (204).');
  const [delivery] = receiver.requests;
  if (!delivery) throw new Error('Nothing was delivered.');
  const { headers, body } = delivery;
  expect(JSON.parse(body)).toMatchObject({ type: 'test', endpoint: 'question' });
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  // `whsec_` and the key's bytes in base64: https://www.standardwebhooks.com
  const [, key = ''] = /^whsec_(.+)$/.exec(env()['WEBHOOK_SIGNING_SECRET'] ?? '') ?? [];
  const digest = createHmac('sha256', Buffer.from(key, 'base64')).update(content).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${digest}`);
  await receiver.close();
});

it('does not wait long for a calendar', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const { isGood, lines } = await lookAtCalendar(`https://127.0.0.1:${port}/call`, 100);
  expect([isGood, lines.join()]).toEqual([false, expect.stringContaining("doesn't answer")]);
  silent.close();
});

it('writes nothing when the answers end', async () => {
  const { code, output } = await run(['--ask'], (question, write, end) => {
    if (question.includes('Your name')) end();
    else write('Front\n'.slice(question.includes('Name of') ? 0 : 5));
  });
  expect(code).toBe(130);
  expect(output).toContain('Nothing is written.');
  expectUntouched();
});

it.skipIf(spawnSync('script', ['--version']).status !== 0)('writes nothing after Ctrl-C', async () => {
  const onTerminal = [
    'script',
    '--quiet',
    '--return',
    '--command',
    `${process.execPath} ${program}`,
    '/dev/null',
  ];
  const pressing = (question: string, write: Write) => {
    write(question.includes('Name of') ? 'Front\r' : '\x03');
  };
  const { code, output } = await run([], pressing, onTerminal);
  expect(output).toContain('Languages');
  expect(output).toContain('Nothing is written.');
  expect(code).toBe(130);
  expectUntouched();
});

it('leaves a file alone that somebody else changed meanwhile', async () => {
  writeFileSync(join(dir, '.env'), 'ADMIN_SECRET_KEY=mine-for-a-long-time\n');
  const calendar = await closedCalendar();
  const answers = answering({ 'Domain name': ['front.nl'], 'Page on which': [calendar] });
  const { code, output } = await run(['--ask'], (question, write) => {
    if (question.includes('Write this?')) appendFileSync(join(dir, '.env'), 'API=2\n');
    answers(question, write);
  });
  expect(code).toBe(1);
  expect(output).toContain('was changed meanwhile');
  expect(read('.env')).toBe('ADMIN_SECRET_KEY=mine-for-a-long-time\nAPI=2\n');
});
