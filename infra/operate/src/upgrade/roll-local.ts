import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice } from '../local/advice.js';
import { publishSite, reloadNginx } from '../local/nginx.js';
import { siteFolders } from '../local/open-dirs.js';
import { areObserved, startObservers } from '../local/observers.js';
import {
  backupSchedule,
  certificateParts,
  listNodeParts,
  logRotation,
  refusedCounter,
} from '../local/parts.js';
import { isPortReady, listAppPorts, listNodePorts } from '../local/ports.js';
import { keepRelease } from '../local/release.js';
import { listOthers, retireOthers, startMissing } from '../local/scale-stack.js';
import {
  type Environment,
  listApis,
  readEnvironment,
  readSettings,
  root,
  type Settings,
} from '../local/settings.js';
import { keepEnvironment, migrate } from '../local/stack.js';
import { stopParts } from '../local/stop-stack.js';
import { pidOf, supervise } from '../local/supervise.js';
import { giveTo, userOf } from '../local/users.js';
import { readVersion } from '../local/version.js';
import { until } from '../local/until.js';
import { findFailures } from './find-failures.js';
import { type Roll, run } from './roll.js';

/** From the local processes that run with this environment to this release. Throws `Advice`. */
export function rollLocal(running: Environment): Roll {
  const before = readSettings(running);
  const after = settingsOf(before);
  const { localDir } = after;
  const parts = listNodeParts(after).map(({ name }) => name);
  let pids: unknown[] = [];
  const takeBack = async () => {
    await reloadNginx(before);
    await retireOthers(before);
  };
  return {
    clear: async () => {
      if (listOthers(before).length > 0) await takeBack();
    },
    backUp: async () => {
      const program = join(after.release, 'infra/operate/dist/backup/main.js');
      await run(process.execPath, [program, 'backup'], after.environment);
    },
    migrate: () => migrate(after),
    start: async () => {
      publishSite(after);
      await startMissing(after);
      await untilRendered(after);
      pids = parts.map((part) => pidOf(localDir, part));
    },
    show: () => reloadNginx(after),
    findFault: async () => {
      const restarted = parts.find((part, index) => pidOf(localDir, part) !== pids[index]);
      if (restarted) return `${restarted} has ended and was started again`;
      const ports = [...listNodePorts(after), ...listAppPorts(after).slice(-1)].filter(({ ready }) => ready);
      const ready = await Promise.all(ports.map(isPortReady));
      const away = ports.find((_, index) => !ready[index]);
      if (away) return `${away.part} isn't ready`;
      return findFailures(listApis(after).map(({ port }) => `http://127.0.0.1:${port}`));
    },
    takeBack,
    commit: async () => {
      keepEnvironment(after);
      keepRelease(after);
      await retireOthers(after);
      // Pages that the workers before rendered meanwhile, perhaps as another user.
      giveTo(userOf('worker'), siteFolders(after).renderedPages);
      const others = [
        refusedCounter(after),
        logRotation(after),
        ...backupSchedule(after),
        ...certificateParts(after),
      ];
      await stopParts(localDir, ['refused', 'rotation', 'backup', 'certificate-watch', 'certificates']);
      for (const part of others) supervise(localDir, part);
      if (areObserved(localDir)) await startObservers(after);
    },
    logs: `make logs, or ${parts.map((part) => join(localDir, 'log', part, 'current')).join(' ')}`,
  };
}

/** As .env is now, under numbers that no process of `before` has. */
function settingsOf(before: Settings): Settings {
  const given = {
    // Where .env doesn't say how many, as many as there are.
    API: before.environment['API'],
    WORKER: before.environment['WORKER'],
    ...readEnvironment(),
    APP_VERSION: readVersion(root),
    RELEASE: root,
  };
  const wanted = readSettings(given);
  const after = readSettings({
    ...given,
    FIRST_API: String(findFree(before.firstApi, before.apiProcesses, wanted.apiProcesses)),
    FIRST_WORKER: String(findFree(before.firstWorker, before.workerProcesses, wanted.workerProcesses)),
  });
  const fixed = ['webHost', 'webPort', 'tlsPort', 'nginxStatusPort', 'databaseUrl', 'redisUrl'] as const;
  if (fixed.some((name) => before[name] !== after[name]))
    throw new Advice(
      'The address of the site, of Postgres or of Redis is another one than what runs has.',
      'make up, which restarts everything.',
    );
  return after;
}

/** The first free number for new processes where `count` run from `first` on. */
export function findFree(first: number, count: number, wanted: number): number {
  return first > wanted ? 1 : first + count;
}

/** nginx would show the built pages, without the owner's texts. */
async function untilRendered(settings: Settings): Promise<void> {
  const { pages, renderedPages } = siteFolders(settings);
  const rendered = join(renderedPages, readFileSync(join(pages, 'private/build'), 'utf8').trim());
  if (!(await until(() => existsSync(rendered), { withinMs: 60_000, everyMs: 200 })))
    throw new Advice('The new version renders no pages.', 'look for "rendered" in the log of its worker.');
}
