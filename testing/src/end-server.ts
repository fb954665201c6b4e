import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Resolves once it has ended, at once if it has already. */
export async function endServer(server: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}
