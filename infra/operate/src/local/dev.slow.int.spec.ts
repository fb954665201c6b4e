import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { root } from './settings.js';
import { stopStack } from './stop-stack.js';

let localDir: string;
beforeEach(() => {
  localDir = mkdtempSync(join(tmpdir(), 'voordeur-dev-'));
});
afterEach(async () => {
  await stopStack(localDir);
  rmSync(localDir, { recursive: true });
});

const port = '28090';
const environment = () => ({
  PATH: process.env['PATH'],
  LOCAL_DIR: localDir,
  POSTGRES_PASSWORD: 'voordeur',
  ADMIN_SECRET_KEY: 'the key of the tests',
  JWT_SECRET: 'the secret of the tests',
  ...{ WEB_PORT: port, POSTGRES_PORT: '25440', REDIS_PORT: '26390' },
  ...{ API_PORT: '23090', WORKER_PORT: '23190', EDGE_LOG_PORT: '25590', NGINX_STATUS_PORT: '28190' },
});

/** Every process that was started with this folder in its environment or on its command line. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid)
    .flatMap((pid) => {
      const [command = '', own = ''] = ['cmdline', 'environ'].map((file) => readProc(pid, file));
      return `${command} ${own}`.includes(folder) ? [`${pid} ${command.replaceAll('\0', ' ')}`] : [];
    });
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const get = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, body: await response.text() };
};

it('serves pages and the api, and leaves no process after Ctrl-C', async () => {
  const dev = spawn(process.execPath, [join(root, 'infra/operate/dist/local/dev.js')], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  dev.stdout.on('data', (text: Buffer) => (output += text.toString()));
  await vi.waitUntil(() => output.includes('Ctrl-C ends'), { timeout: 55_000 });

  // Vite's own page, which loads the app's source.
  expect((await get('/nl')).body).toContain('/src/site/main.tsx');
  expect((await get('/admin/leads?box=quarantine')).body).toContain('/src/admin/main.tsx');
  expect((await get('/src/site/main.tsx')).status).toBe(200);
  expect(await get('/api/health/ready')).toMatchObject({ status: 200 });
  expect(processesOf(localDir).join('\n')).toContain('api/dist/main.js');

  const ended = once(dev, 'exit');
  dev.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(processesOf(localDir)).toEqual([]);
});
