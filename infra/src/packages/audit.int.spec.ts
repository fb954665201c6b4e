import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../local/settings.js';

/** A registry that knows of these, by package: for all versions, of this severity. */
let known: Record<string, string> = {};
let status = 200;
/** npm remembers each advisory by its id. */
let id = 0;
const cache = mkdtempSync(join(tmpdir(), 'voordeur-audit-'));
const registry = createServer((request, response) => {
  const isQuestion = request.url?.endsWith('/advisories/bulk') === true;
  const advisories = Object.entries(known).map(([name, severity]) => [
    name,
    [{ id: ++id, title: 'a hole', url: 'https://example.org', severity, vulnerable_versions: '*', cwe: [] }],
  ]);
  request.resume().on('end', () => {
    response.writeHead(isQuestion ? status : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(Object.fromEntries(advisories)));
  });
});
beforeAll(() => once(registry.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  registry.close();
  rmSync(cache, { recursive: true });
});

async function audit(): Promise<{ code: number | null; said: string }> {
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  const child = spawn(process.execPath, ['infra/local/audit.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      npm_config_registry: address,
      npm_config_cache: cache,
      npm_config_fetch_retries: '0',
    },
  });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code: child.exitCode, said };
}

it('fails where something that is shipped has a hole', async () => {
  known = { prettier: 'critical', uuidv7: 'high' };
  const { code, said } = await audit();
  expect(said).toContain('not shipped: prettier (critical)');
  expect(said).toContain('Urgent: uuidv7 (high)');
  expect(code).toBe(1);
});

it("says so where the registry doesn't answer", async () => {
  status = 405;
  expect(await audit()).toMatchObject({ code: 2, said: expect.stringContaining('405') as string });
});
