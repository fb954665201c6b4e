import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { createTestDatabase, freePort, makeAuthority, startNameServer } from '@voordeur/testing';
import { makeDatabase } from '@voordeur/worker/testing';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordBackup } from '../backup/backup-status.js';
import { root } from '../local/settings.js';
import { runChecks } from './checks.js';
import { type Installation, readInstallation } from './installation.js';

const longText = `v=DKIM1; k=rsa; p=${'A'.repeat(400)}`;
const here = ['front', 'soon', 'self', 'chainless', 'other'].map((name) => [`${name}.test`, '127.0.0.1']);
const addresses = {
  ...(Object.fromEntries(here) as Record<string, string>),
  'elsewhere.test': '9.9.9.9',
  'home.test': '10.1.2.3',
};
const texts = {
  'good.test': ['v=spf1 include:mail.test -all', 'another=text'],
  '_dmarc.good.test': ['v=DMARC1; p=reject'],
  's1._domainkey.good.test': [longText],
  's2._domainkey.good.test': ['v=DKIM1; p='],
  'open.test': ['v=spf1 +all'],
  '_dmarc.open.test': ['v=DMARC1; p=none; rua=mailto:you@open.test'],
  'twice.test': ['v=spf1 -all', 'v=spf1 ~all'],
  'news.good.test': ['v=spf1 -all'],
};

const authority = makeAuthority();
const dir = mkdtempSync(join(tmpdir(), 'voordeur-doctor-'));
const servers: { close: () => unknown }[] = [];
let names: Awaited<ReturnType<typeof startNameServer>>;
let tlsPort: number;
authority.issue('between', '', { isAuthority: true });
const issued = {
  front: authority.issue('front', 'DNS:front.test,IP:127.0.0.1'),
  soon: authority.issue('soon', 'DNS:soon.test', { days: 5 }),
  self: authority.selfSigned('self', 'self.test', ['-addext', 'subjectAltName=DNS:self.test']),
  chainless: authority.issue('chainless', 'DNS:chainless.test', { by: 'between' }),
  again: authority.issue('again', 'DNS:front.test'),
};

beforeAll(async () => {
  names = await startNameServer(addresses, texts);
  const { front, ...others } = issued;
  const shown: Partial<Record<string, typeof front>> = others;
  tlsPort = await listen(
    createTlsServer({
      ...front.pair,
      SNICallback: (name, done) => {
        done(null, createSecureContext((shown[name.replace('.test', '')] ?? front).pair));
      },
    }),
  );
});
afterAll(() => {
  names.close();
  authority.remove();
  rmSync(dir, { recursive: true });
});
afterEach(() => {
  for (const server of servers.splice(1)) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const random = (start: string) => `${start}c41d9a7be05f83216d`;

/** Runs one check on an installation with these settings, and compares its findings and their advice. */
async function expectFound(
  check: string,
  settings: Record<string, string>,
  expected: RegExp[],
  more: Partial<Installation> = {},
) {
  const environment = {
    ADMIN_SECRET_KEY: random('a'),
    JWT_SECRET: random('b'),
    POSTGRES_PASSWORD: random('d'),
    WEBHOOK_SIGNING_SECRET: random('e'),
    LOCAL_DIR: dir,
    ...settings,
  };
  const installation = readInstallation({ kind: 'local', running: null, written: environment, environment });
  expect(installation.wrongSettings).toEqual([]);
  const ours = { resolver: names.resolver, authorities: authority.authorities };
  const found = await runChecks({ ...installation, ...ours, ...more }, [check]);
  // A finding without advice says nothing to do about.
  for (const { level, next } of found) expect(level === 'ok').toBe(next === undefined);
  const lines = found.map(({ level, what, next = '' }) => `${level}: ${what} ${next}`.trim());
  expect(lines).toEqual(expected.map((line) => expect.stringMatching(line) as string));
  expect(lines.join()).not.toMatch(/c41d9a7b|wrong-one/);
}

it('finds the newest places, bots and networks that can be used, and old places', async () => {
  const lookup = join(dir, 'lookup');
  const bots = join(lookup, 'bots.json');
  const countries: [object, object] = [{ country_code: 'NL' }, { country_code: 'BE' }];
  const placesOf = (date: string) => makeDatabase(join(lookup, 'places.mmdb'), 4, countries, new Date(date));
  const now = new Date('2026-11-23T12:00:00Z');
  await expectFound('lookup', {}, [/^ok: .* made on 2026-0[56]-\d\d/], { now: new Date('2026-06-10') });
  mkdirSync(lookup);
  placesOf('2026-11-01');
  writeFileSync(bots, '[{"pattern":"ExampleOne"}]');
  await expectFound('lookup', {}, [/^ok: .* made on 2026-11-01/, /^ok: .*bundled ones: 1/], { now });
  placesOf('2026-01-01');
  rmSync(bots);
  await expectFound('lookup', {}, [/^advice: .*2026-01-01, 326 days ago\. make refresh/], { now });
  for (const file of ['places.mmdb', 'ipv6.networks']) writeFileSync(join(lookup, file), 'half a fi');
  writeFileSync(bots, '[{"pattern":"Mozilla"}]');
  const others = [/^advice: .*bots\.json can't be used.*Mozilla matches/, /ipv6\.networks can't be used/];
  await expectFound('lookup', {}, [/^advice: .*places\.mmdb can't be used/, ...others], { now });
  const own = { GEOIP_DB: '/nowhere.mmdb' };
  await expectFound('lookup', own, [/^advice: .*nowhere\.mmdb can't be used.*GEOIP_DB/, ...others], { now });
  rmSync(lookup, { recursive: true });
});

it.each([
  ['https://front.test', /^ok: front\.test is this machine \(127\.0\.0\.1\)/],
  ['https://home.test', /^ok: .*in your own network \(10\.1\.2\.3\)/],
  ['https://elsewhere.test', /^advice: elsewhere\.test is 9\.9\.9\.9, which is no address of this machine/],
  ['https://nowhere.test', /^broken: nowhere\.test, the host of PUBLIC_URL, has no address/],
  ['http://[::1]:8080', /^ok: .*(this machine|own network)/],
])('where %s leads', (url, finding) => expectFound('dns', { PUBLIC_URL: url }, [finding]));

describe('TLS', () => {
  it.each([
    ['front.test', /^ok: .*valid for 89 days/],
    ['soon.test', /^advice: .*expires in 4 days/],
    ['self.test', /^broken: .*signed by itself/],
    ['chainless.test', /^broken: .*without the certificates between/],
    ['other.test', /^broken: .*is for another name/],
  ])('https://%s is judged', (host, finding) =>
    expectFound('tls', { PUBLIC_URL: `https://${host}:${tlsPort}` }, [finding]),
  );

  it('that cannot be reached from here, and plain HTTP', async () => {
    const url = `https://front.test:${await freePort()}`;
    await expectFound('tls', { PUBLIC_URL: url }, [/^advice: .*ECONNREFUSED/]);
    await expectFound('tls', {}, [/^ok: not checked/]);
  });

  const { front, soon, again } = issued;
  const none = { certificate: '/none.pem', key: '/none.key' };
  it.each([
    ['good', front, front, /^ok: TLS_CERTIFICATE is valid for 89 days/],
    ['for another name', soon, soon, /^broken: .*is for another name/],
    ['with another key', front, again, /^broken: .*another key than TLS_CERTIFICATE_KEY/],
    ['nowhere', none, none, /^broken: .*\(ENOENT\)/],
  ])('from files: %s', async (_, { certificate }, { key }, finding) => {
    const files = { TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: key };
    await expectFound('tls', { ...files, PUBLIC_URL: 'http://front.test' }, [finding]);
  });

  it('got by DOMAIN: not yet, well, not at all', async () => {
    const domain = { PUBLIC_URL: `https://front.test:${tlsPort}`, DOMAIN: 'front.test' };
    const status = (...lines: string[]) => {
      mkdirSync(join(dir, 'certificates'), { recursive: true });
      const about = ['at 2026-11-23T12:00:00Z', 'domain front.test'];
      writeFileSync(join(dir, 'certificates/status'), `${[...about, ...lines].join('\n')}\n`);
    };
    const served = /^ok: .*valid for/;
    await expectFound('tls', domain, [/^advice: No certificate was asked for yet/, served]);
    status('result issued', 'until 2027-02-21T12:00:00Z');
    await expectFound('tls', domain, [/^ok: .*front\.test is renewed by itself/, served]);
    status('result failed', 'words Type: dns', 'words NXDOMAIN');
    const failed = /^broken: .*2026-11-23 12:00 UTC. certbot says:\nType: dns\nNXDOMAIN/;
    await expectFound('tls', domain, [failed, served]);
  });
});

describe('the mail server', () => {
  const mailTo = (port: number, login = 'me:right@', scheme = 'smtp') => ({
    SMTP_URL: `${scheme}://${login}127.0.0.1:${port}`,
    MAIL_FROM: 'Front <hello@good.test>',
    OWNER_EMAIL: 'me@good.test',
  });

  async function startSmtp(options: SMTPServerOptions = {}): Promise<number> {
    const server = new SMTPServer({
      ...issued.front.pair,
      logger: false,
      onAuth: ({ username, password }, _session, done) => {
        if (username === 'me' && password === 'right') done(null, { user: 'me' });
        else done(new Error('no'));
      },
      ...options,
    });
    server.on('error', () => undefined);
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.server.address() as AddressInfo).port;
  }

  it('takes the login', async () => {
    await expectFound('smtp', mailTo(await startSmtp()), [/^ok: .*takes our login, encrypted/]);
    const fromTheStart = mailTo(await startSmtp({ secure: true }), 'me:right@', 'smtps');
    await expectFound('smtp', fromTheStart, [/^ok: .*encrypted/]);
  });

  it('refuses the login, with and without STARTTLS', async () => {
    const bare = await startSmtp({ disabledCommands: ['STARTTLS'] });
    for (const port of [await startSmtp(), bare])
      await expectFound('smtp', mailTo(port, 'me:wrong-one@'), [/^broken: .*refuses our login \(535\)/]);
    await expectFound('smtp', mailTo(bare), [/^advice: .*no STARTTLS, so the password/]);
    await expectFound('smtp', mailTo(bare, ''), [/^advice: .*no STARTTLS, so every mail/]);
  });

  it('shows a certificate that nobody knows, or is not there', async () => {
    const unusable = [/^broken: .*cannot be used/];
    await expectFound('smtp', mailTo(await startSmtp()), unusable, { authorities: undefined });
    await expectFound('smtp', mailTo(await freePort()), unusable);
    await expectFound('smtp', {}, [/^ok: not checked: SMTP_URL is not set/]);
  });
});

it.each([
  ['has all three', 'good.test', 's1', [/^ok: SPF of good/, /^ok: DMARC of good/, /^ok: DKIM key s1/]],
  ['has its DMARC above', 'news.good.test', '', [/^ok: SPF/, /^ok: DMARC of good/, /DKIM_SELECTOR is not/]],
  ['is open', 'open.test', 's1', [/^advice: .*lets everyone/, /asks for nothing/, /no DKIM key at s1\._do/]],
  ['has two SPF records', 'twice.test', '', [/^advice: .*2 SPF records/, /no DMARC record/, /^ok: not/]],
  ['has nothing', 'nothing.test', '', [/^advice: .*no SPF record/, /^advice: .*no DMARC/, /^ok: not/]],
  ['has revoked its key', 'good.test', 's2', [/^ok: SPF/, /^ok: DMARC/, /^advice: .*is revoked/]],
])('the domain of the sender %s', async (_, domain, selector, findings) => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: `hello@${domain}`, OWNER_EMAIL: 'me@good.test' };
  await expectFound('sender', { ...mail, DKIM_SELECTOR: selector }, findings);
});

describe('webhooks', () => {
  const webhook = (url: string, finding: RegExp, allowPrivate = 'true') =>
    expectFound('webhooks', { WEBHOOK_QUESTION_URL: url, WEBHOOK_ALLOW_PRIVATE: allowPrivate }, [finding]);

  it('answer, and get nothing posted', async () => {
    let asked = 0;
    const port = await listen(createHttpServer(() => (asked += 1)));
    await webhook(`https://front.test:${tlsPort}/hook`, /^ok: .*question's endpoint.* valid for 89 days/);
    await webhook(`http://front.test:${port}/hook`, /^ok: question answers on this machine/);
    // This machine by an address that isn't plainly its own.
    await webhook(`http://[::ffff:127.0.0.1]:${port}/hook`, /^advice: .*has no https/);
    expect(asked).toBe(0);
  });

  it.each([
    ['has a wrong certificate', 'https://self.test:PORT/', 'true', /^broken: .*signed by itself/],
    ['has no address', 'https://nowhere.test/', 'true', /^broken: .*nowhere\.test\) has no address/],
    ['is private', 'https://front.test:PORT/', 'false', /^broken: .*is at 127\.0\.0\.1, where nothing/],
    ['is not there', 'http://front.test:1/', 'true', /^broken: .*does not answer \(ECONNREFUSED\)/],
  ])('name one that %s', (_, url, allowPrivate, finding) =>
    webhook(url.replace('PORT', String(tlsPort)), finding, allowPrivate),
  );
});

describe('the stack', () => {
  it('is down, or runs without one of its parts', async () => {
    await expectFound('ports', {}, [/^broken: The product is down\. make up/]);
    await expectFound('migrations', {}, [/^ok: not checked: the product is down/]);
    const ready = createHttpServer((_, response) => response.end('{}'));
    const environment = {
      POSTGRES_PASSWORD: random('d'),
      API_PORT: String(await listen(ready)),
      WORKER_PORT: String(await freePort()),
      WEB_PORT: String(await freePort()),
    };
    const found = [/^broken: worker-1 is not/, /^ok: api-1 answers/, /^broken: nginx is not ready/];
    await expectFound('ports', environment, found, { running: { kind: 'local', environment } });
    const containers = { running: { kind: 'compose', environment } } as const;
    await expectFound('ports', environment, [/^broken: nginx is not ready/], containers);
  });

  it('runs on a database whose migrations can be read, or not', async () => {
    const database = await createTestDatabase();
    const on = (url: string) => ({ kind: 'local', environment: { DATABASE_URL: url } }) as const;
    await expectFound('migrations', {}, [/^ok: all \d+ are done/], { running: on(database.url) });
    await database.drop();
    const away = on(`postgres://me:${random('f')}@127.0.0.1:${await freePort()}/none`);
    await expectFound('migrations', {}, [/^broken: Postgres does not answer/], { running: away });
  });

  it('has no backup, one, an old one', async () => {
    const now = new Date('2026-11-23T12:00:00Z');
    await expectFound('backup', {}, [/^advice: There is no backup yet/], { now });
    const expectBackup = (succeededAt: string, finding: RegExp) => {
      recordBackup(dir, { succeededAt });
      return expectFound('backup', {}, [finding], { now });
    };
    await expectBackup('2026-11-23T03:10:00Z', /^ok: .*succeeded at 2026-11-23 03:10 UTC/);
    await expectBackup('2026-11-22T03:10:00Z', /^advice: .*is 32 hours old/);
  });
});

it('judges the settings of the checkout when it runs from a release, which has no documents', async () => {
  const release = join(dir, 'release');
  for (const name of ['package.json', 'dist'])
    cpSync(join(root, 'infra/operate', name), join(release, 'infra/operate', name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(release, 'node_modules'));
  const checkout = join(dir, 'checkout');
  for (const name of ['.env.example', 'docs/settings.env'])
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  writeFileSync(join(checkout, '.env'), 'POSTGRES_PASSWORD=of-the-test\nLOG_LEVEL=loud\n');
  const env = { PATH: process.env['PATH'], CHECKOUT: checkout, JSON: '1' };
  const program = join(release, 'infra/operate/dist/doctor/main.js');
  // It ends with 1, because something is broken.
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env }).catch(
    (error: unknown) => error as { stdout: string },
  );
  const found = JSON.parse(stdout) as { check: string; level: string; what: string }[];
  const settings = found
    .filter(({ check }) => check === 'settings')
    .map(({ level, what }) => `${level}: ${what}`);
  expect(settings).toContainEqual(expect.stringMatching(/^broken: LOG_LEVEL /));
  expect(settings.join()).not.toContain('could not be checked');
});
