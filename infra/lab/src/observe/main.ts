import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import { Agent, setGlobalDispatcher } from 'undici';
import { makeAuthority } from '@voordeur/testing';
import { observeFiles, startObservers } from '@voordeur/operate/local/observers.js';
import { root } from '@voordeur/operate/local/settings.js';
import { startStack } from '@voordeur/operate/local/stack.js';
import { until } from '@voordeur/operate/local/until.js';
import { post, signup } from '@voordeur/e2e/helpers/post.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { atLeast, printAndCount, type Row } from '../measuring/figures.js';
import { sendDuring } from '../measuring/load.js';

/**
 * `make drill NAME=observe`: the real stack with Debian's Prometheus and Alertmanager. promtool tests the rules; here each
 * metric that they name and each query of the dashboard must have data, and one alert must be delivered and resolved. Grafana itself
 * isn't in Debian. Ends with `N passed, N failed`.
 */
const receiverPort = 28_071;
const tlsPort = 28_493;
const siteUrl = `https://127.0.0.1:${tlsPort}`;
const folder = join(root, '.local/test-observe');
const authority = makeAuthority();
const { certificate, key, pair } = authority.selfSigned('site', 'a drill', [
  ...['-addext', 'subjectAltName=IP:127.0.0.1'],
]);

const settings = ownSettings('test-observe', 5, {
  RATE_LIMIT: 'off',
  PUBLIC_URL: siteUrl,
  TLS_PORT: String(tlsPort),
  TLS_CERTIFICATE: certificate,
  TLS_CERTIFICATE_KEY: key,
  SSL_CERT_FILE: certificate,
  ALERT_WEBHOOK_URL: `http://127.0.0.1:${receiverPort}/alerts`,
  WEBHOOK_UNSUBSCRIBE_URL: `http://127.0.0.1:${receiverPort}/refused`,
  WEBHOOK_SIGNING_SECRET: 'the-secret-of-the-webhooks',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_RETRY_SECONDS: '0',
});

/** `<state> <name>` of each alert that was delivered. */
const delivered = new Set<string>();
const receiver = createServer((request, response) => {
  void json(request).then((body) => {
    const { alerts = [] } = body as { alerts?: { status: string; labels: { alertname: string } }[] };
    for (const { status, labels } of alerts) delivered.add(`${status} ${labels.alertname}`);
    response.writeHead(request.url === '/alerts' ? 204 : 500).end();
  });
}).listen(receiverPort, '127.0.0.1');

const isTrue = (what: string, value: boolean): Row => atLeast(what, Number(value), 1);

function runTool(program: string, args: string[], input = ''): Row {
  const what = `${program} ${args.join(' ')}`;
  try {
    execFileSync(program, args, { cwd: observeFiles, stdio: 'pipe', input });
    return isTrue(what, true);
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
    return { ...isTrue(what, false), more: { said: `${String(stdout)}${String(stderr)}` } };
  }
}

/** The same configuration with seconds for minutes. */
function writeQuickFiles(): string {
  const dir = join(folder, 'files');
  cpSync(observeFiles, dir, { recursive: true });
  for (const [file, from, to] of [
    ['prometheus.yml', /scrape_interval: \w+/g, 'scrape_interval: 3s'],
    ['prometheus.yml', /evaluation_interval: \w+/g, 'evaluation_interval: 1s'],
    ['alertmanager.yml', /group_wait: \w+/g, 'group_wait: 0s'],
    ['alertmanager.yml', /group_interval: \w+/g, 'group_interval: 1s'],
    ['rules.yml', /for: \w+/g, 'for: 1s'],
  ] as const)
    writeFileSync(join(dir, file), readFileSync(join(dir, file), 'utf8').replaceAll(from, to));
  return dir;
}

/** Some of everything, so that every curve has a point. */
async function sendTraffic(): Promise<void> {
  const { email, ...rest } = signup();
  const video = { videoId: 'video-1', videoTitle: 'Video 1', watchDuration: 5 };
  await post(`${siteUrl}/api/visit`, { page: '/' });
  await post(`${siteUrl}/api/video-view`, video);
  await post(`${siteUrl}/api/newsletter-signup`, { email, ...rest });
  // Its webhook is refused, and there is one attempt.
  await post(`${siteUrl}/api/unsubscribe`, { email });
}

/** Fills Redis until visits are refused and the owner hears of it, and frees it again. */
async function fireAlert(): Promise<Row[]> {
  const redis = new Redis(settings.redisUrl);
  const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
  const limit = (await redis.config('GET', 'maxmemory')) as [string, string];
  await redis.config('SET', 'maxmemory', Math.round(used * 1.2));
  const visits = setInterval(() => void post(`${siteUrl}/api/visit`, { page: '/' }), 200);
  const arrives = async (what: string) =>
    isTrue(what, await until(() => delivered.has(what), { withinMs: 60_000 }));
  const firing = await arrives('firing RedisFull');
  clearInterval(visits);
  await redis.config('SET', 'maxmemory', limit[1]);
  redis.disconnect();
  return [firing, await arrives('resolved RedisFull')];
}

/** Whether Prometheus answers with a number now. */
async function hasNumber(query: string): Promise<boolean> {
  const path = `/api/v1/query?${String(new URLSearchParams({ query }))}`;
  const answer = await fetch(`http://127.0.0.1:${settings.prometheusPort}${path}`);
  const { data } = (await answer.json()) as { data?: { result: { value: [number, string] }[] } };
  return (data?.result ?? []).some(({ value: [, number] }) => Number.isFinite(Number(number)));
}

/** Rates take some moments. */
const getsData = (query: string) => until(() => hasNumber(query), { withinMs: 60_000, everyMs: 1_000 });

async function drill(): Promise<Row[]> {
  const rows: Row[] = [];
  // As a backup leaves it.
  const backedUp = `voordeur_backup_last_success_timestamp_seconds ${Math.round(Date.now() / 1_000)}\n`;
  writeFileSync(join(settings.localDir, 'metrics/voordeur_backup.prom'), backedUp);
  for (const port of [settings.apiPort, settings.workerPort]) {
    const read = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    // Some of Node's are named against the conventions, by prom-client.
    const own = read.split('\n').filter((line) => line.includes('voordeur_'));
    rows.push(runTool('promtool', ['check', 'metrics'], `${own.join('\n')}\n`));
  }
  rows.push(...(await fireAlert()));
  const rules = readFileSync(join(observeFiles, 'rules.yml'), 'utf8');
  for (const name of new Set(rules.match(/\b(voordeur|probe|node|nodejs)_\w+/g)))
    rows.push(isTrue(`a rule reads ${name}`, await getsData(name)));
  const dashboard = readFileSync(join(observeFiles, 'grafana/dashboard.json'), 'utf8');
  const { panels } = JSON.parse(dashboard) as { panels: { title: string; targets?: { expr: string }[] }[] };
  for (const { title, targets = [] } of panels)
    for (const { expr } of targets) rows.push(isTrue(`${title}: ${expr}`, await getsData(expr)));
  return rows;
}

await printAndCount(async function* () {
  yield runTool('promtool', ['check', 'config', 'prometheus.yml']);
  yield runTool('promtool', ['check', 'rules', 'rules.yml']);
  yield runTool('promtool', ['test', 'rules', join(root, 'infra/lab/src/observe/rules.test.yml')]);
  yield runTool('amtool', ['check-config', 'alertmanager.yml']);
  // Over plain HTTP a site with TLS takes nothing.
  setGlobalDispatcher(new Agent({ connect: { ca: pair.cert } }));
  yield* await withStack(
    settings,
    () => sendDuring(drill, 2, sendTraffic),
    async () => {
      await startStack(settings);
      await startObservers(settings, writeQuickFiles());
    },
  );
});
authority.remove();
receiver.close();
receiver.closeAllConnections();
