import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createTestApp } from '@voordeur/api/testing';
import { createTestDatabase, createTestQueues, freePort, testServices } from '@voordeur/testing';
import { startReceiver } from '@voordeur/worker/tools';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from '@voordeur/operate/local/settings.js';
import { startEdge } from '../helpers/start-nginx.js';

/** A span as OTLP's JSON has it. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  links?: { spanId: string }[];
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

interface ExportRequest {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

/** The attributes of a span, and whether it failed. */
const factsOf = ({ attributes, status }: Span) => ({
  ...Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
  failed: status.code === 2,
});

const isRoot = ({ parentSpanId }: Span) => parentSpanId === undefined;

/** A trace as lines: each span under its parent, in the order of their names. */
function drawTrace(spans: Span[], parent?: string, indent = ''): string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === parent)
    .sort((one, other) => one.name.localeCompare(other.name))
    .flatMap((span) => [`${indent}${span.name}`, ...drawTrace(spans, span.spanId, `${indent}  `)]);
}

/** Says at its exit how many modules of OpenTelemetry the process has loaded. (prom-client loads its bare API.) */
const countModules = `import { Module } from 'node:module';
  process.on('exit', () => {
    const loaded = Object.keys(Module._cache).filter((file) => /@opentelemetry.(?!api)/.test(file));
    process.stderr.write('modules of the SDK: ' + loaded.length);
  });`;

/** Closed at the end, the last one first, wherever a test failed. */
const opened: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of opened.reverse()) await close();
});

function startNode(script: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, script)], {
    env: {
      ...environment,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(countModules)}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  opened.push(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output, ended: once(child, 'close') };
}

const patience = { timeout: 60_000, interval: 20 };
const secrets = { ADMIN_SECRET_KEY: 'the-key-of-the-tests', JWT_SECRET: 'a-secret-of-the-tests' };

describe('with a collector', () => {
  const personal = {
    address: '127.0.0.77',
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    owner: 'owner.of.this.test@example.org',
    email: 'somebody.of.this.test@example.org',
    idea: 'a-question-of-this-test',
    campaign: 'campaign-of-this-test',
    referrer: 'referrer-of-this-test',
  };
  const clients = {
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    'x-request-id': 'c'.repeat(32),
  };
  let exported: string;
  let spans: Span[];
  let hooks: Awaited<ReturnType<typeof startReceiver>>['requests'];
  const ids = { lead: '', visit: '', flood: [] as string[] };
  const outputs = { api: '', worker: '' };

  /** Everything once: a lead and a visit that have webhooks, many visits at a time, and an orderly stop. */
  beforeAll(async () => {
    const [collector, endpoint] = await Promise.all([startReceiver(), startReceiver()]);
    const database = await createTestDatabase();
    const queues = createTestQueues();
    opened.push(
      () => Promise.all([collector.close(), endpoint.close()]),
      () => database.drop(),
      () => queues.clear(),
    );
    const [apiPort, workerPort] = [await freePort(), await freePort()];
    const environment = {
      ...secrets,
      QUEUE_PREFIX: queues.prefix,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of%20the%20tests',
    };
    const api = startNode('api/dist/main.js', {
      ...environment,
      DATABASE_URL: database.apiUrl,
      REDIS_URL: queues.apiRedisUrl,
      API_PORT: String(apiPort),
      EDGE_LOG_PORT: '0',
    });
    const worker = startNode('worker/dist/main.js', {
      ...environment,
      DATABASE_URL: database.workerUrl,
      REDIS_URL: queues.workerRedisUrl,
      WORKER_PORT: String(workerPort),
      WEBHOOK_QUESTION_URL: endpoint.url,
      WEBHOOK_BOOKING_VISIT_URL: endpoint.url,
      WEBHOOK_SIGNING_SECRET: 'a-secret-of-the-tests',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      // A mail server that is away.
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: personal.owner,
      OWNER_EMAIL: personal.owner,
    });
    const edge = await startEdge({ settings: { API_SERVERS: `127.0.0.1:${apiPort}` } });
    opened.push(() => edge.close());
    await vi.waitFor(() => {
      expect(api.output()).toContain('"msg":"listening"');
    }, patience);

    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'user-agent': personal.agent, ...clients };
      const sent = { method: 'POST', headers, body: JSON.stringify(body), from: personal.address };
      const answer = await edge.ask(path, sent);
      expect(`${answer.status} ${answer.body.toString()}`).toMatch(/^202 /);
      return String(answer.headers['x-request-id']);
    };
    const { email, idea, campaign, referrer } = personal;
    ids.lead = await post('/api/setups-inquiry', {
      kind: 'question',
      email,
      idea,
      language: 'NL',
      timestamp: new Date().toISOString(),
    });
    ids.visit = await post('/api/visit', {
      page: `/booking?utm_campaign=${campaign}`,
      referrer: `https://${referrer}.example/`,
    });
    const flood = Array.from({ length: 40 }, () => post('/api/visit', { page: '/learn' }));
    ids.flood = await Promise.all(flood);
    await vi.waitFor(async () => {
      expect(await database.dataSource.query('select 1 from visits')).toHaveLength(41);
    }, patience);
    await vi.waitFor(async () => {
      const failed = `select 1 from outbox where type = 'lead-notice' and failures > 0`;
      expect(await database.dataSource.query(failed)).toHaveLength(1);
    }, patience);
    hooks = await endpoint.until(2);

    api.child.kill('SIGTERM');
    worker.child.kill('SIGTERM');
    await Promise.all([api.ended, worker.ended]);
    [outputs.api, outputs.worker] = [api.output(), worker.output()];
    exported = collector.requests.map(({ body }) => body).join('\n');
    for (const { path, headers } of collector.requests)
      expect({ path, key: headers['api-key'] }).toEqual({ path: '/v1/traces', key: 'of the tests' });
    spans = collector.requests
      .flatMap(({ body }) => (JSON.parse(body) as ExportRequest).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  });

  const traceOf = (id: string) => spans.filter(({ traceId }) => traceId === id);

  it('a lead is one trace, from its request to its webhook and its mail, under the id that nginx gave it', () => {
    const drawn = drawTrace(traceOf(ids.lead));
    expect(drawn.slice(0, 2)).toEqual(['POST /api/setups-inquiry', '  handler']);
    expect(drawn).toEqual(
      expect.arrayContaining([
        '    send signups',
        '      evalsha',
        '      process signups',
        '        record signups',
        '          insert into leads',
        '          insert into outbox',
        '          mail lead-notice',
        '          webhook lead.question',
      ]),
    );
    const attempts = traceOf(ids.lead).filter(({ name }) => /^(webhook|mail)/.test(name));
    expect(attempts.map(factsOf)).toEqual(
      expect.arrayContaining([
        { 'voordeur.attempt': 1, 'http.response.status_code': 204, failed: false },
        { 'voordeur.attempt': 1, 'error.type': 'ESOCKET', failed: true },
      ]),
    );
    expect(traceOf(ids.lead).filter(isRoot).map(factsOf)).toEqual([
      {
        'http.request.method': 'POST',
        'http.route': '/api/setups-inquiry',
        'http.response.status_code': 202,
        failed: false,
      },
    ]);
  });

  it('a visit is one too, though its batch has others', () => {
    const drawn = drawTrace(traceOf(ids.visit));
    expect(drawn.slice(0, 4)).toEqual(['POST /api/visit', '  handler', '    send visits', '      evalsha']);
    // Planned with those of the whole batch, under the span of its own page view.
    expect(drawn).toContain('        webhook visit.booking');
  });

  it('each visit of a batch is linked with the batch, which is in the trace of one of them', () => {
    const batches = spans.filter(({ name }) => name === 'record visits');
    const processed = spans.filter(({ name }) => name === 'process visits');
    expect(processed.length).toBeGreaterThan(batches.length);
    for (const { traceId, spanId, links = [] } of processed) {
      const batch = batches.find(
        ({ parentSpanId, links = [] }) =>
          parentSpanId === spanId || links.some((link) => link.spanId === spanId),
      );
      expect(batch).toBeDefined();
      if (batch?.traceId !== traceId) expect(links.map((link) => link.spanId)).toEqual([batch?.spanId]);
    }
  });

  it('a flood is a few traces a second, each of a request of its own', () => {
    const roots = spans.filter(isRoot);
    expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(roots.length);
    const ofFlood = roots.filter(({ traceId }) => ids.flood.includes(traceId));
    expect(ofFlood.length).toBeGreaterThan(0);
    expect(ofFlood.length).toBeLessThan(ids.flood.length);
    expect(roots.length).toBe(ofFlood.length + 2);
  });

  it('webhooks carry the trace, and nobody else chose it', () => {
    const sent = spans.filter(({ name }) => name.startsWith('webhook '));
    const expected = sent.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
    expect(hooks.map(({ headers }) => headers['traceparent']).sort()).toEqual(expected.sort());
    expect(exported).not.toContain(clients.traceparent.slice(3, 35));
    expect(exported).not.toContain(clients['x-request-id']);
  });

  it('nothing of a visitor is in what is exported', () => {
    for (const value of Object.values(personal)) expect(exported).not.toContain(value);
    expect(exported).not.toMatch(/127\.0\.0\.|Firefox|booking\?|example|hook"|\$1|values/i);
    expect(outputs.api).toMatch(/modules of the SDK: [1-9]/);
  });
});

it.concurrent('without a collector, as everyone begins, neither process loads the SDK', async () => {
  // A database that nobody has migrated ends them once they have loaded all.
  const environment = {
    ...secrets,
    DATABASE_URL: testServices.databaseUrl,
    REDIS_URL: testServices.redisUrl,
    EDGE_LOG_PORT: '0',
  };
  const both = ['api', 'worker'].map((name) => startNode(`${name}/dist/main.js`, environment));
  await Promise.all(both.map(({ ended }) => ended));
  for (const { output } of both) {
    expect(output()).toContain('lacks migrations');
    expect(output()).toMatch(/modules of the SDK: 0$/);
  }
});

it.concurrent(
  'a collector that refuses, hangs or is gone delays no request, and a stop by two seconds at most',
  async () => {
    const collector = await startReceiver();
    const app = await createTestApp({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
      LOG_LEVEL: 'warn',
    });
    const visit = () => app.http.post('/api/visit').send({ page: '/learn' }).expect(202);
    /** A request that waited for an export would take ten seconds. */
    const expectTenAtOnce = async () => {
      const startedMs = performance.now();
      for (let n = 0; n < 10; n += 1) await visit();
      expect(performance.now() - startedMs).toBeLessThan(8_000);
    };

    collector.answerWith((response) => response.writeHead(400).end());
    await visit();
    await collector.until(1);
    await vi.waitFor(() => {
      expect(app.log.join()).toContain('the collector takes no traces');
    }, patience);
    collector.answerWith(() => undefined);
    await visit();
    await collector.until(2);
    await expectTenAtOnce();
    await collector.close();
    await expectTenAtOnce();
    const stoppedMs = performance.now();
    await app.close();
    expect(performance.now() - stoppedMs).toBeLessThan(8_000);
  },
);
