import { postgresEnvironment } from './keep-settings.js';
import { runProgram } from './run-program.js';

/** Runs these lines, with the files they name in `folder`. Throws at the first that fails. Times are written in UTC. */
export async function runPsql(databaseUrl: string, folder: string, script: string[]): Promise<void> {
  await runProgram('psql', ['--no-psqlrc', '--quiet', '--set', 'ON_ERROR_STOP=1'], {
    cwd: folder,
    env: {
      ...postgresEnvironment(databaseUrl),
      PGTZ: 'UTC',
      PGDATESTYLE: 'ISO, YMD',
      PGCLIENTENCODING: 'UTF8',
    },
    input: `${script.join('\n')}\n`,
  });
}
