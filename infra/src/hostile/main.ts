import { ownSettings, withStack } from '../local/test-stack.js';
import { printRow } from '../measuring/figures.js';
import type { Attack } from './attack.js';
import { deepBodies } from './deep-bodies.js';
import { loginStarvation } from './login-starvation.js';
import { pageFlood } from './page-flood.js';
import { rotateAddresses } from './rotate-addresses.js';
import { swallowedLeads } from './swallowed-leads.js';

/**
 * `make test-hostile`: each attack against a fresh stack of its own, with its rate limits on. ATTACKS=name,name picks
 * some; LONG=1 floods for a minute. Ends with `N passed, N failed`, one for each figure that has a limit.
 */
const attacks: Attack[] = [deepBodies, rotateAddresses, loginStarvation, swallowedLeads, pageFlood];
const only = process.env['ATTACKS']?.split(',');

let passed = 0;
let failed = 0;
for (const attack of attacks.filter(({ name }) => !only || only.includes(name))) {
  process.stdout.write(`\n${attack.name}\n`);
  const settings = ownSettings('test-hostile', 4, attack.settings);
  try {
    for (const row of await withStack(settings, (baseUrl) => attack.run(baseUrl, settings))) {
      const met = printRow(row);
      if (met === true) passed += 1;
      if (met === false) failed += 1;
    }
  } catch (error) {
    failed += 1;
    console.error(`  ${attack.name} could not run.`, error);
  }
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
