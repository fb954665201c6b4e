import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { browserArgs, headlessOptions } from './browser.js';

/** How the scheduler of the example takes a visitor. `refusing` is a port on which nobody listens. */
export type Manner = 'answering' | 'hanging' | 'refusing' | 'failing' | 'unframeable';

const calendar = `<!doctype html><title>A calendar</title>
  <body style="background:#fff"><h1>Tuesday</h1><script>parent.postMessage({}, '*')</script>`;

/** A real server in place of calendly.com, and a browser that finds it under that name. */
export async function startScheduler() {
  let manner: Manner = 'answering';
  const server = createServer(certificate(), (_request, response) => {
    if (manner === 'hanging') return;
    if (manner === 'failing') response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>500</h1>');
    else {
      const headers = manner === 'unframeable' ? { 'x-frame-options': 'DENY' } : {};
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(calendar);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const launch = (to: number): Promise<Browser> =>
    chromium.launch({
      ...headlessOptions(),
      args: [
        ...browserArgs,
        '--ignore-certificate-errors',
        `--host-resolver-rules=MAP calendly.com:443 127.0.0.1:${to}`,
      ],
    });
  const browser = await launch(port);
  // Nobody may listen on port 1 but root, and here nobody does.
  const browserWithout = await launch(1);
  return {
    /** Names the manner, and gives the browser that meets it. */
    meet(next: Manner): Browser {
      manner = next;
      return next === 'refusing' ? browserWithout : browser;
    },
    async close() {
      await Promise.all([browser.close(), browserWithout.close()]);
      server.closeAllConnections();
      server.close();
    },
  };
}

function certificate(): { key: Buffer; cert: Buffer } {
  const dir = mkdtempSync(join(tmpdir(), 'voordeur-scheduler-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const subject = ['-subj', '/CN=calendly.com', '-addext', 'subjectAltName=DNS:calendly.com'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ].concat(subject, ['-keyout', key, '-out', cert]),
    { stdio: 'ignore' },
  );
  const read = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(dir, { recursive: true });
  return read;
}
