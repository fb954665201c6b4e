import { ownSettings, withStack } from '../local/test-stack.js';
import type { Attack, Finding } from './attack.js';
import { deepBodies } from './deep-bodies.js';
import { loginStarvation } from './login-starvation.js';
import { pageFlood, shortPageFlood } from './page-flood.js';
import { rotateAddresses } from './rotate-addresses.js';
import { swallowedLeads } from './swallowed-leads.js';

/**
 * `make test-hostile`: each attack against a fresh stack of its own, with its rate limits on. ATTACKS=name,name picks
 * some; LONG=1 adds the long floods. Ends with `N passed, N failed`, one for each figure that has a limit.
 */
const attacks: Attack[] = [
  deepBodies,
  rotateAddresses,
  loginStarvation,
  swallowedLeads,
  shortPageFlood,
  pageFlood,
];
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
  const settings = ownSettings('test-hostile', 4, attack.settings);
  try {
    for (const finding of await withStack(settings, (baseUrl) => attack.run({ baseUrl, settings })))
      print(finding);
  } catch (error) {
    failed += 1;
    console.error(`  ${name} could not run.`, error);
  }
}

for (const attack of chosen) await runAttack(attack);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
