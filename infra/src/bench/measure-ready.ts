import { spawn } from 'node:child_process';
import { listNodeParts } from '../local/parts.js';
import type { Settings } from '../local/settings.js';
import { endChild, untilAnswers } from './bench-stack.js';
import { median, type Row } from './row.js';

/** Seconds from a process' start until it says that it is ready. Postgres and Redis run; nothing else does. */
export async function measureReady(settings: Settings, rounds: number): Promise<Row[]> {
  const urls = {
    'api-1': `http://127.0.0.1:${settings.apiPort}/api/health/ready`,
    'worker-1': `http://127.0.0.1:${settings.workerPort}/health/ready`,
  };
  const seconds: Record<string, number[]> = { 'api-1': [], 'worker-1': [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, command, args, cwd, environment } of listNodeParts(settings)) {
      const startMs = performance.now();
      const child = spawn(command, args, { cwd, env: environment, stdio: 'ignore' });
      await untilAnswers(urls[name as keyof typeof urls], child);
      seconds[name]?.push((performance.now() - startMs) / 1_000);
      await endChild(child, 'SIGTERM');
    }
  }
  const rowOf = (name: string, part: string, atMost: number): Row => ({
    what: `${name} ready after its start`,
    value: median(seconds[part] ?? []),
    unit: 's',
    target: { atMost },
  });
  return [rowOf('api', 'api-1', 1.5), rowOf('worker', 'worker-1', 3)];
}
