import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const server of running) server.kill('SIGKILL');
});

/** A server that doesn't outlive this process, unless that is killed itself. */
export function spawnServer(command: string, args: string[], options: SpawnOptions): ChildProcess {
  const server = spawn(command, args, options);
  running.add(server);
  server.once('exit', () => running.delete(server));
  return server;
}

/** Resolves once it has ended, at once if it has already. */
export async function endServer(server: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}
