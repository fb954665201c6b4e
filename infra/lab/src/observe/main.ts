import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { Agent, setGlobalDispatcher } from 'undici';
import { observeFiles, startObservers } from '@voordeur/operate/local/observers.js';
import { root } from '@voordeur/operate/local/settings.js';
import { startStack } from '@voordeur/operate/local/stack.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { post, signup } from '@voordeur/e2e/helpers/post.js';
import { until } from '@voordeur/operate/local/until.js';
import { type Cause, causes } from './causes.js';

/**
 * `make drill NAME=observe`: the real stack with Debian's Prometheus and Alertmanager, and a small server that alerts are
 * posted to. The rules are checked and tested, each alert is made to fire and must arrive, and each query of the
 * dashboard must answer with data; Grafana itself isn't in Debian. Ends with `N passed, N failed`.
 */
const withinMs = 60_000;
const receiverPort = 28_071;
const tlsPort = 28_493;
const siteUrl = `https://127.0.0.1:${tlsPort}`;
const folder = join(root, '.local/test-observe');
const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];

const settings = ownSettings('test-observe', 5, {
  RATE_LIMIT: 'off',
  PUBLIC_URL: siteUrl,
  TLS_PORT: String(tlsPort),
  TLS_CERTIFICATE: certificate,
  TLS_CERTIFICATE_KEY: key,
  // It signs itself.
  SSL_CERT_FILE: certificate,
  ALERT_WEBHOOK_URL: `http://127.0.0.1:${receiverPort}/alerts`,
  WEBHOOK_UNSUBSCRIBE_URL: `http://127.0.0.1:${receiverPort}/refused`,
  WEBHOOK_SIGNING_SECRET: 'the-secret-of-the-webhooks',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_RETRY_SECONDS: '0',
});

/** Each alert that arrived, `<state> <name>`, with the sentence it came with. */
const arrived = new Map<string, string>();
const receiver = createServer((request, response) => {
  void json(request).then((body) => {
    const { alerts } = body as { alerts?: Alert[] };
    for (const { status, labels, annotations } of alerts ?? [])
      arrived.set(`${status} ${labels.alertname}`, annotations.summary);
    response.writeHead(request.url === '/alerts' ? 204 : 500).end();
  });
});
interface Alert {
  status: 'firing' | 'resolved';
  labels: { alertname: string };
  annotations: { summary: string };
}

let [passed, failed] = [0, 0];
function report(isGood: boolean, what: string): void {
  if (isGood) passed += 1;
  else failed += 1;
  process.stdout.write(`${isGood ? '✓' : '✗'} ${what}\n`);
}

function runTool(program: string, args: string[], input = ''): void {
  try {
    execFileSync(program, args, { cwd: observeFiles, stdio: 'pipe', input });
    report(true, `${program} ${args.join(' ')}`);
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
    report(false, `${program} ${args.join(' ')}\n${String(stdout)}${String(stderr)}`);
  }
}

/** The same alerts, in seconds. */
function writeQuickFiles(dir: string): void {
  cpSync(observeFiles, dir, { recursive: true });
  const change = (file: string, ...changes: [from: RegExp, to: string][]) => {
    const before = readFileSync(join(dir, file), 'utf8');
    const after = changes.reduce((text, [from, to]) => text.replaceAll(from, to), before);
    writeFileSync(join(dir, file), after);
  };
  change(
    'prometheus.yml',
    [/scrape_interval: \w+/g, 'scrape_interval: 3s'],
    [/evaluation_interval: \w+/g, 'evaluation_interval: 1s'],
  );
  change(
    'alertmanager.yml',
    [/group_wait: \w+/g, 'group_wait: 0s'],
    [/group_interval: \w+/g, 'group_interval: 1s'],
  );
  change(
    'rules.yml',
    [/for: \w+/g, 'for: 1s'],
    // Failures are forgotten after half a minute.
    [/\[5m\]/g, '[30s]'],
    // A minute's wait is too long for a drill, and a real disk isn't filled for one: five seconds are enough, and every
    // disk counts as full.
    [/(oldest_job_age_seconds\S+\)?) > 60/g, '$1 > 5'],
    [/< 0\.15/g, '< 2'],
  );
}

async function start(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '5'],
      ...[
        '-subj',
        '/CN=a drill',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        key,
        '-out',
        certificate,
      ],
    ],
    { stdio: 'pipe' },
  );
  // Over plain HTTP a site with TLS takes nothing.
  setGlobalDispatcher(new Agent({ connect: { ca: readFileSync(certificate) } }));
  await startStack(settings);
  const files = join(folder, 'files');
  writeQuickFiles(files);
  await startObservers(settings, files);
}

/** Some of everything, so that every curve has a point. */
async function sendTraffic(baseUrl: string): Promise<void> {
  const video = { videoId: 'video-1', videoTitle: 'Video 1', watchDuration: 5 };
  for (let round = 0; round < 10; round += 1) {
    const ids = [
      await post(`${baseUrl}/api/visit`, { page: '/' }),
      await post(`${baseUrl}/api/video-view`, video),
      await post(`${baseUrl}/api/newsletter-signup`, signup()),
    ];
    if (ids.includes(null)) throw new Error('the site refuses what is sent');
    await new Promise((done) => setTimeout(done, 500));
  }
}

async function fire({ alerts, begin }: Cause, baseUrl: string): Promise<void> {
  const startMs = performance.now();
  const end = await begin({ ...settings, baseUrl });
  const hasArrived = async (state: Alert['status']) => {
    const isThere = await until(() => alerts.every((name) => arrived.has(`${state} ${name}`)), { withinMs });
    const seconds = ((performance.now() - startMs) / 1_000).toFixed(0).padStart(3);
    for (const name of alerts) {
      const sentence = arrived.get(`${state} ${name}`);
      report(
        sentence !== undefined,
        `${state.padEnd(8)} ${name.padEnd(15)} ${seconds} s  ${sentence ?? 'never arrived'}`,
      );
    }
    return isThere;
  };
  await hasArrived('firing');
  await end?.();
  if (end) await hasArrived('resolved');
}

interface Panel {
  title: string;
  targets?: { expr: string }[];
}

/** Whether the query answers with a number for at least one moment since then. */
async function hasData(query: string, sinceSeconds: number): Promise<boolean> {
  const asked = new URL(`http://127.0.0.1:${settings.prometheusPort}/api/v1/query_range`);
  const end = Date.now() / 1_000;
  const parameters = { query, start: sinceSeconds, end, step: 5 };
  for (const [name, value] of Object.entries(parameters)) asked.searchParams.set(name, String(value));
  const answer = (await (await fetch(asked)).json()) as {
    data?: { result: { values: [number, string][] }[] };
  };
  return (answer.data?.result ?? []).some(({ values }) =>
    values.some(([, value]) => Number.isFinite(Number(value))),
  );
}

try {
  runTool('promtool', ['check', 'config', 'prometheus.yml']);
  runTool('promtool', ['check', 'rules', 'rules.yml']);
  runTool('promtool', ['test', 'rules', 'rules.test.yml']);
  runTool('amtool', ['check-config', 'alertmanager.yml']);

  receiver.listen(receiverPort, '127.0.0.1');
  await withStack(
    settings,
    async () => {
      const startSeconds = Date.now() / 1_000;
      await sendTraffic(siteUrl);
      for (const port of [settings.apiPort, settings.workerPort]) {
        const read = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        // Some of Node's are named against the conventions, by prom-client.
        const own = read.split('\n').filter((line) => line.includes('voordeur_'));
        runTool('promtool', ['check', 'metrics'], `${own.join('\n')}\n`);
      }
      for (const cause of causes) await fire(cause, siteUrl);
      const rules = readFileSync(join(observeFiles, 'rules.yml'), 'utf8');
      for (const [, name = ''] of rules.matchAll(/- alert: (\w+)/g))
        if (!arrived.has(`firing ${name}`)) report(false, `nothing makes ${name} fire here`);
      const dashboard = readFileSync(join(observeFiles, 'grafana/dashboard.json'), 'utf8');
      const { panels } = JSON.parse(dashboard) as { panels: Panel[] };
      for (const { title, targets = [] } of panels)
        for (const { expr } of targets) report(await hasData(expr, startSeconds), `${title}: ${expr}`);
    },
    start,
  );
} catch (error) {
  failed += 1;
  console.error('The drill could not run.', error);
} finally {
  receiver.close();
  receiver.closeAllConnections();
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
