import { addressOf, startStack } from '../local/stack.js';
import { removeData, stopStack } from '../local/stop-stack.js';
import { testSettings } from '../test/test-stack.js';
import type { Attack, Finding } from './attack.js';
import { attacks } from './attacks.js';

/**
 * `make test-hostile`: each attack against a fresh stack of its own, with its rate limits on. ATTACKS=name,name picks
 * some; LONG=1 adds the long floods. Ends with `N passed, N failed`, one for each figure that has a limit.
 */
const only = process.env['ATTACKS']?.split(',');
const chosen = attacks.filter(({ name, long }) =>
  only ? only.includes(name) : !long || process.env['LONG'] === '1',
);

let passed = 0;
let failed = 0;

function print({ what, measured, wanted, holds }: Finding): void {
  process.stdout.write(
    `  ${what.padEnd(64)} ${measured.padStart(14)}  ${wanted}${holds ? '' : '  <- too much'}\n`,
  );
  if (wanted === '') return;
  if (holds) passed += 1;
  else failed += 1;
}

async function runAttack(attack: Attack): Promise<void> {
  const { name } = attack;
  process.stdout.write(`\n${name}\n`);
  const settings = testSettings({
    LOCAL_DIR: '.local/test-hostile',
    WEB_PORT: '28120',
    API_PORT: '23061',
    WORKER_PORT: '23161',
    POSTGRES_PORT: '25482',
    REDIS_PORT: '26429',
    EDGE_LOG_PORT: '25554',
    ...attack.settings,
  });
  await removeData(settings.localDir);
  try {
    await startStack(settings);
    for (const finding of await attack.run({ baseUrl: addressOf(settings), settings })) print(finding);
  } catch (error) {
    failed += 1;
    console.error(`  ${name} could not run.`, error);
  } finally {
    await stopStack(settings.localDir);
  }
}

for (const attack of chosen) await runAttack(attack);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
