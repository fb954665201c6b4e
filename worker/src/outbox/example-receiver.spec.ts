import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signPayload } from './sign-payload.js';

const program = new URL('../../../docs/examples/webhook-receiver.mjs', import.meta.url).pathname;
const key = Buffer.alloc(24, 7);
const body = JSON.stringify({ type: 'lead.question', id: 'a-lead', idea: 'Één idee ✓' });

let folder: string;
let receiver: ChildProcess;
let address: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voordeur-receiver-'));
  await start();
});
afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

async function start() {
  const env = {
    ...process.env,
    WEBHOOK_SIGNING_SECRET: `whsec_${key.toString('base64')}`,
    PORT: '0',
    EVENTS_FILE: join(folder, 'events.jsonl'),
  };
  receiver = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  if (!receiver.stdout) throw new Error('no output');
  const [line] = (await once(createInterface(receiver.stdout), 'line')) as [string];
  address = line.split(' ').at(-1) ?? '';
}

async function stop() {
  receiver.kill();
  await once(receiver, 'exit');
}

async function deliver(id: string, { sentAt = new Date(), with: signingKey = key } = {}): Promise<number> {
  const headers = signPayload({ id, sentAt, body }, [signingKey]);
  return (await fetch(address, { method: 'POST', headers, body })).status;
}

const events = (): unknown[] =>
  readFileSync(join(folder, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

it('keeps what we signed, once, after a restart too', async () => {
  expect(await deliver('first')).toBe(204);
  expect(await deliver('first')).toBe(204);
  await stop();
  await start();
  expect(await deliver('first')).toBe(204);
  expect(await deliver('second')).toBe(204);
  const event = JSON.parse(body) as object;
  expect(events()).toEqual([
    { webhookId: 'first', ...event },
    { webhookId: 'second', ...event },
  ]);
});

it('refuses what another has signed, and what was sent long ago', async () => {
  expect(await deliver('forged', { with: Buffer.alloc(24, 8) })).toBe(400);
  expect(await deliver('old', { sentAt: new Date(Date.now() - 10 * 60_000) })).toBe(400);
  expect(await deliver('good')).toBe(204);
  expect(events()).toHaveLength(1);
});
