import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { reloadNginx } from './nginx.js';
import { listNodeParts } from './parts.js';
import { checkFree, listNodePorts } from './ports.js';
import type { Settings } from './settings.js';
import { keepEnvironment, untilPortsReady } from './stack.js';
import { stopParts } from './stop-stack.js';
import { supervise } from './supervise.js';

/**
 * As many apis and workers as the settings say, on a stack that runs with otherwise the same ones. Nobody's request
 * fails: nginx meets a new api once it is ready, and one that goes has no requests left. What was begun before is
 * finished by calling it again. Throws `Advice`.
 */
export async function scaleStack(settings: Settings): Promise<void> {
  await startMissing(settings);
  await reloadNginx(settings);
  await retireOthers(settings);
  keepEnvironment(settings);
}

/** Starts those apis and workers that don't run yet, until all are ready. Throws `Advice`. */
export async function startMissing(settings: Settings): Promise<void> {
  const { localDir } = settings;
  const running = listRunning(localDir);
  const missing = listNodeParts(settings).filter(({ name }) => !running.includes(name));
  const ports = listNodePorts(settings);
  await checkFree(ports.filter(({ part }) => missing.some(({ name }) => name === part)));
  for (const part of missing) supervise(localDir, part);
  await untilPortsReady(settings, ports);
}

/** Ends all apis and workers but those of these settings. */
export async function retireOthers(settings: Settings): Promise<void> {
  await stopParts(settings.localDir, listOthers(settings));
}

/** The apis and workers that run and aren't of these settings. */
export function listOthers(settings: Settings): string[] {
  const wanted = listNodeParts(settings).map(({ name }) => name);
  return listRunning(settings.localDir).filter((name) => !wanted.includes(name));
}

function listRunning(localDir: string): string[] {
  return readdirSync(join(localDir, 'run')).filter((name) => /^(api|worker)-\d+$/.test(name));
}
