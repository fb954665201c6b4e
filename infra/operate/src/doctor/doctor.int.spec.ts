import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import { createTestDatabase, freePort, makeAuthority, startNameServer } from '@voordeur/testing';
import { makeDatabase } from '@voordeur/worker/testing';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runChecks } from './checks.js';
import type { Finding } from './finding.js';
import { type Installation, readInstallation } from './installation.js';

const longText = `v=DKIM1; k=rsa; p=${'A'.repeat(400)}`;
const addresses = {
  'front.test': '127.0.0.1',
  'soon.test': '127.0.0.1',
  'self.test': '127.0.0.1',
  'chainless.test': '127.0.0.1',
  'other.test': '127.0.0.1',
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
let issued: Record<
  'front' | 'soon' | 'self' | 'chainless' | 'front-again',
  ReturnType<typeof authority.issue>
>;

beforeAll(async () => {
  names = await startNameServer(addresses, texts);
  authority.issue('between', '', { isAuthority: true });
  issued = {
    front: authority.issue('front', 'DNS:front.test,IP:127.0.0.1'),
    soon: authority.issue('soon', 'DNS:soon.test', { days: 5 }),
    self: authority.selfSigned('self', 'self.test', ['-addext', 'subjectAltName=DNS:self.test']),
    chainless: authority.issue('chainless', 'DNS:chainless.test', { by: 'between' }),
    'front-again': authority.issue('front-again', 'DNS:front.test'),
  };
  const { front, soon, self, chainless } = issued;
  const shown: Record<string, typeof front> = {
    'soon.test': soon,
    'self.test': self,
    'chainless.test': chainless,
  };
  tlsPort = await listen(
    createTlsServer({
      ...front.pair,
      SNICallback: (name, done) => {
        done(null, createSecureContext((shown[name] ?? front).pair));
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

/** Runs one check on an installation with these settings. */
async function find(check: string, settings: Record<string, string>, more: Partial<Installation> = {}) {
  const environment = {
    ADMIN_SECRET_KEY: random('a'),
    JWT_SECRET: random('b'),
    POSTGRES_PASSWORD: random('d'),
    WEBHOOK_SIGNING_SECRET: random('e'),
    LOCAL_DIR: dir,
    ...settings,
  };
  const installation = {
    ...readInstallation({ kind: 'local', running: null, written: environment, environment }),
    resolver: names.resolver,
    authorities: authority.authorities,
    ...more,
  };
  expect(installation.wrongSettings).toEqual([]);
  const found = await runChecks(installation, [check]);
  // A finding without advice says nothing to do about.
  for (const { level, next } of found) expect(level === 'ok').toBe(next === undefined);
  expect(JSON.stringify(found)).not.toContain('c41d9a7b');
  return found;
}

const says = (level: Finding['level'], what: RegExp) => ({
  level,
  what: expect.stringMatching(what) as string,
});

describe('places and bots', () => {
  const lookup = join(dir, 'lookup');
  const newest = join(lookup, 'places.mmdb');
  const countries: [object, object] = [{ country_code: 'NL' }, { country_code: 'BE' }];
  const now = new Date('2026-11-23T12:00:00Z');
  beforeEach(() => {
    mkdirSync(lookup);
  });
  afterEach(() => {
    rmSync(lookup, { recursive: true });
  });

  it('are the bundled ones, or those of make refresh', async () => {
    expect(await find('lookup', {}, { now: new Date('2026-06-10') })).toMatchObject([
      says('ok', /made on 2026-0[56]-\d\d/),
    ]);
    makeDatabase(newest, 4, countries, new Date('2026-11-01'));
    writeFileSync(join(lookup, 'bots.json'), '[{"pattern":"ExampleOne"}]');
    expect(await find('lookup', {}, { now })).toMatchObject([
      says('ok', /made on 2026-11-01/),
      says('ok', /besides the bundled ones: 1/),
    ]);
  });

  it('are old after half a year', async () => {
    makeDatabase(newest, 4, countries, new Date('2026-01-01'));
    const found = await find('lookup', {}, { now });
    expect(found).toMatchObject([says('advice', /2026-01-01, 326 days ago/)]);
    expect(found[0]?.next).toBe('make refresh');
  });

  it('are found out where a file cannot be used', async () => {
    writeFileSync(newest, 'half a fi');
    writeFileSync(join(lookup, 'bots.json'), '[{"pattern":"Mozilla"}]');
    writeFileSync(join(lookup, 'ipv6.networks'), 'half a fi');
    expect(await find('lookup', {}, { now })).toMatchObject([
      says('advice', /places\.mmdb can't be used/),
      says('advice', /bots\.json can't be used: the pattern Mozilla matches/),
      says('advice', /ipv6\.networks can't be used/),
    ]);
    const own = await find('lookup', { GEOIP_DB: '/nowhere.mmdb' }, { now });
    expect(own[0]).toMatchObject(says('advice', /nowhere\.mmdb can't be used/));
    expect(own[0]?.next).toContain('GEOIP_DB');
  });
});

describe('the name of PUBLIC_URL', () => {
  it.each([
    ['https://front.test', says('ok', /front\.test is this machine \(127\.0\.0\.1\)/)],
    ['https://home.test', says('ok', /in your own network \(10\.1\.2\.3\)/)],
    [
      'https://elsewhere.test',
      says('advice', /elsewhere\.test is 9\.9\.9\.9, which is no address of this machine/),
    ],
    ['https://nowhere.test', says('broken', /nowhere\.test, the host of PUBLIC_URL, has no address/)],
    ['http://[::1]:8080', says('ok', /this machine|own network/)],
  ])('%s', async (url, finding) => {
    expect(await find('dns', { PUBLIC_URL: url })).toMatchObject([finding]);
  });
});

describe('TLS', () => {
  it.each([
    ['front.test', says('ok', /valid for 89 days/)],
    ['soon.test', says('advice', /expires in 4 days/)],
    ['self.test', says('broken', /signed by itself/)],
    ['chainless.test', says('broken', /without the certificates between/)],
    ['other.test', says('broken', /is for another name/)],
  ])('https://%s is judged', async (host, finding) => {
    expect(await find('tls', { PUBLIC_URL: `https://${host}:${tlsPort}` })).toMatchObject([finding]);
  });

  it('that cannot be reached from here', async () => {
    const url = `https://front.test:${await freePort()}`;
    expect(await find('tls', { PUBLIC_URL: url })).toMatchObject([says('advice', /ECONNREFUSED/)]);
  });

  it('from files: good, of another name, with another key, none', async () => {
    const ofFiles = (pair: keyof typeof issued, key = pair, now = new Date()) =>
      find(
        'tls',
        {
          PUBLIC_URL: 'http://front.test',
          TLS_CERTIFICATE: issued[pair].certificate,
          TLS_CERTIFICATE_KEY: issued[key].key,
        },
        { now },
      );
    expect(await ofFiles('front')).toMatchObject([says('ok', /TLS_CERTIFICATE is valid for 89 days/)]);
    expect(await ofFiles('soon')).toMatchObject([says('broken', /not for front\.test/)]);
    expect(await ofFiles('front', 'front-again')).toMatchObject([says('broken', /not the key of/)]);
    const inAYear = new Date(Date.now() + 365 * 86_400_000);
    expect(await ofFiles('front', 'front', inAYear)).toMatchObject([says('broken', /has expired/)]);
    const none = { TLS_CERTIFICATE: join(dir, 'none.pem'), TLS_CERTIFICATE_KEY: join(dir, 'none.key') };
    expect(await find('tls', none)).toMatchObject([says('broken', /cannot be read \(ENOENT\)/)]);
  });

  it('got by DOMAIN: well, not at all, not yet', async () => {
    const domain = { PUBLIC_URL: `https://front.test:${tlsPort}`, DOMAIN: 'front.test' };
    const status = (...lines: string[]) => {
      mkdirSync(join(dir, 'certificates'), { recursive: true });
      const about = ['at 2026-11-23T12:00:00Z', 'domain front.test'];
      writeFileSync(join(dir, 'certificates/status'), `${[...about, ...lines].join('\n')}\n`);
    };
    expect(await find('tls', domain)).toMatchObject([
      says('advice', /No certificate was asked for yet/),
      says('ok', /valid for/),
    ]);
    status('result issued', 'until 2027-02-21T12:00:00Z');
    expect((await find('tls', domain))[0]).toMatchObject(says('ok', /front\.test is renewed by itself/));
    status('result failed', 'words Type: dns', 'words NXDOMAIN');
    const [failed] = await find('tls', domain);
    expect(failed).toMatchObject(says('broken', /2026-11-23 12:00 UTC. certbot says:\nType: dns\nNXDOMAIN/));
  });

  it('nothing to check without https', async () => {
    expect(await find('tls', {})).toMatchObject([says('ok', /not checked/)]);
  });
});

describe('the mail server', () => {
  const mailTo = (port: number, password = 'right', scheme = 'smtp') => ({
    SMTP_URL: `${scheme}://me:${password}@127.0.0.1:${port}`,
    MAIL_FROM: 'Front <hello@good.test>',
    OWNER_EMAIL: 'me@good.test',
  });
  let mailsBegun = 0;

  async function startSmtp(options: SMTPServerOptions = {}): Promise<number> {
    const server = new SMTPServer({
      ...issued.front.pair,
      logger: false,
      onAuth: ({ username, password }, _session, done) => {
        if (username === 'me' && password === 'right') done(null, { user: 'me' });
        else done(new Error('no'));
      },
      onMailFrom: (_address, _session, done) => {
        mailsBegun += 1;
        done();
      },
      ...options,
    });
    server.on('error', () => undefined);
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.server.address() as AddressInfo).port;
  }

  it('takes the login, and is sent nothing', async () => {
    expect(await find('smtp', mailTo(await startSmtp()))).toMatchObject([
      says('ok', /takes our login, encrypted/),
    ]);
    expect(mailsBegun).toBe(0);
  });

  it('takes it with TLS from the start', async () => {
    const port = await startSmtp({ secure: true });
    expect(await find('smtp', mailTo(port, 'right', 'smtps'))).toMatchObject([says('ok', /encrypted/)]);
  });

  it('refuses the login', async () => {
    const [finding] = await find('smtp', mailTo(await startSmtp(), 'wrong-one'));
    expect(finding).toMatchObject(says('broken', /refuses our login \(535\)/));
    expect(JSON.stringify(finding)).not.toContain('wrong-one');
  });

  it('has no STARTTLS', async () => {
    const port = await startSmtp({ disabledCommands: ['STARTTLS'] });
    expect(await find('smtp', mailTo(port))).toMatchObject([says('advice', /no STARTTLS, so the password/)]);
    const withoutLogin = { ...mailTo(port), SMTP_URL: `smtp://127.0.0.1:${port}` };
    expect(await find('smtp', withoutLogin)).toMatchObject([says('advice', /no STARTTLS, so every mail/)]);
    const refused = mailTo(port, 'wrong-one');
    expect(await find('smtp', refused)).toMatchObject([says('broken', /refuses our login \(535\)/)]);
  });

  it('shows a certificate that nobody knows', async () => {
    const port = await startSmtp();
    const found = await find('smtp', mailTo(port), { authorities: undefined });
    expect(found).toMatchObject([says('broken', /cannot be used/)]);
  });

  it('is not there', async () => {
    expect(await find('smtp', mailTo(await freePort()))).toMatchObject([says('broken', /cannot be used/)]);
    expect(await find('smtp', {})).toMatchObject([says('ok', /not checked: SMTP_URL is not set/)]);
  });
});

describe('the domain of the sender', () => {
  const sender = (domain: string, selector = '') =>
    find('sender', {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: `hello@${domain}`,
      OWNER_EMAIL: 'me@good.test',
      DKIM_SELECTOR: selector,
    });

  it('has all three', async () => {
    expect(await sender('good.test', 's1')).toMatchObject([
      says('ok', /^SPF of good\.test/),
      says('ok', /^DMARC of good\.test/),
      says('ok', /^DKIM key s1/),
    ]);
  });

  it('follows the DMARC of the domain above', async () => {
    const [, dmarc, dkim] = await sender('news.good.test');
    expect(dmarc).toMatchObject(says('ok', /^DMARC of good\.test/));
    expect(dkim).toMatchObject(says('ok', /not checked: DKIM, because DKIM_SELECTOR is not set/));
  });

  it('lets everyone send, and asks for nothing', async () => {
    expect(await sender('open.test', 's1')).toMatchObject([
      says('advice', /lets everyone send/),
      says('advice', /asks for nothing/),
      says('advice', /no DKIM key at s1\._domainkey\.open\.test/),
    ]);
  });

  it('has two SPF records, no DMARC, or nothing at all', async () => {
    expect(await sender('twice.test')).toMatchObject([
      says('advice', /2 SPF records/),
      says('advice', /no DMARC record/),
      says('ok', /not checked/),
    ]);
    expect((await sender('nothing.test'))[0]).toMatchObject(says('advice', /no SPF record/));
    expect((await sender('good.test', 's2'))[2]).toMatchObject(says('advice', /is revoked/));
  });
});

describe('webhooks', () => {
  const webhook = (url: string, allowPrivate = 'true') =>
    find('webhooks', { WEBHOOK_QUESTION_URL: url, WEBHOOK_ALLOW_PRIVATE: allowPrivate });

  it('answer, and get nothing posted', async () => {
    let asked = 0;
    const port = await listen(createHttpServer(() => (asked += 1)));
    expect(await webhook(`https://front.test:${tlsPort}/hook`)).toMatchObject([
      says('ok', /question answers at/),
    ]);
    expect(await webhook(`http://front.test:${port}/hook`)).toMatchObject([
      says('ok', /question answers on this machine/),
    ]);
    expect(asked).toBe(0);
  });

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address;
  it.skipIf(outside === undefined)(
    'are advised to have https where they are not on this machine',
    async () => {
      const server = createHttpServer();
      servers.push(server);
      await once(server.listen(0, outside), 'listening');
      const { port } = server.address() as AddressInfo;
      expect(await webhook(`http://${outside}:${port}/hook`)).toMatchObject([says('advice', /has no https/)]);
    },
  );

  it.each([
    ['whose certificate is wrong', 'https://self.test:PORT/', 'true', says('broken', /signed by itself/)],
    [
      'that has no address',
      'https://nowhere.test/',
      'true',
      says('broken', /nowhere\.test\) has no address/),
    ],
    [
      'that is private',
      'https://front.test:PORT/',
      'false',
      says('broken', /is at 127\.0\.0\.1, where nothing/),
    ],
    ['that is not there', 'http://front.test:1/', 'true', says('broken', /does not answer \(ECONNREFUSED\)/)],
  ])('name one %s', async (_, url, allowPrivate, finding) => {
    expect(await webhook(url.replace('PORT', String(tlsPort)), allowPrivate)).toMatchObject([finding]);
  });
});

describe('the stack', () => {
  it('is down, and another program has its port', async () => {
    const taken = await listen(createServer());
    const ports = ['WEB_PORT', 'API_PORT', 'WORKER_PORT', 'REDIS_PORT', 'EDGE_LOG_PORT'];
    const free = Object.fromEntries(
      await Promise.all(ports.map(async (name) => [name, String(await freePort())] as const)),
    );
    const found = await find('ports', { ...free, POSTGRES_PORT: String(taken) });
    expect(found).toMatchObject([
      says('broken', /The product is down/),
      says('broken', /postgres cannot have port \d+ on 127\.0\.0\.1: another program has it/),
    ]);
    expect(await find('migrations', {})).toMatchObject([says('ok', /not checked: the product is down/)]);
  });

  it('runs without one of its parts', async () => {
    const ready = createHttpServer((_, response) => response.end('{}'));
    const settings = {
      API_PORT: String(await listen(ready)),
      WORKER_PORT: String(await freePort()),
      WEB_PORT: String(await freePort()),
    };
    const environment = { POSTGRES_PASSWORD: random('d'), ...settings };
    expect(await find('ports', settings, { running: { kind: 'local', environment } })).toMatchObject([
      says('broken', /worker-1 is not ready/),
      says('ok', /api-1 answers/),
      says('broken', /nginx is not ready/),
    ]);
  });

  it('runs on a database that lacks a migration, and one that does not answer', async () => {
    const database = await createTestDatabase();
    const running = (url: string) => ({
      running: { kind: 'local', environment: { DATABASE_URL: url } } as const,
    });
    try {
      expect(await find('migrations', {}, running(database.url))).toMatchObject([
        says('ok', /all \d+ are done/),
      ]);
      await database.dataSource.undoLastMigration();
      expect(await find('migrations', {}, running(database.url))).toMatchObject([says('advice', /lacks/)]);
    } finally {
      await database.drop();
    }
    const away = running(`postgres://me:${random('f')}@127.0.0.1:${await freePort()}/none`);
    expect(await find('migrations', {}, away)).toMatchObject([says('broken', /Postgres does not answer/)]);
  });

  it('has a backup, an old one, none', async () => {
    const now = new Date('2026-11-23T12:00:00Z');
    mkdirSync(join(dir, 'metrics'));
    const backupAt = (time: string) => {
      const metric = 'voordeur_backup_last_success_timestamp_seconds';
      const lines = `# TYPE ${metric} gauge\n${metric} ${Date.parse(time) / 1_000}\n`;
      writeFileSync(join(dir, 'metrics/voordeur_backup.prom'), lines);
      return find('backup', {}, { now });
    };
    expect(await find('backup', {}, { now })).toMatchObject([says('advice', /There is no backup yet/)]);
    expect(await backupAt('2026-11-23T03:10:00Z')).toMatchObject([
      says('ok', /succeeded at 2026-11-23 03:10 UTC/),
    ]);
    expect(await backupAt('2026-11-22T03:10:00Z')).toMatchObject([says('advice', /is 32 hours old/)]);
  });

  it('takes room, each part for itself', async () => {
    mkdirSync(join(dir, 'redis'));
    writeFileSync(join(dir, 'redis/log'), Buffer.alloc(3_000_000));
    const found = await find('disk', {});
    expect(found.at(-1)).toMatchObject(says('ok', /^database 0.0 MB, Redis 3\.\d MB, logs 0\.0 MB/));
  });

  it('is still the example’s', async () => {
    expect(await find('launch', {})).toMatchObject([says('advice', /Public address/)]);
  });
});
