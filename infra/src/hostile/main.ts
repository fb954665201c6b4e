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
const attacks: Record<string, Attack> = {
  'deep-bodies': deepBodies,
  'rotate-addresses': rotateAddresses,
  'login-starvation': loginStarvation,
  'swallowed-leads': swallowedLeads,
  'page-flood': pageFlood,
};
const only = process.env['ATTACKS']?.split(',');

let passed = 0;
let failed = 0;
const settings = ownSettings('test-hostile', 4, { TRUSTED_PROXIES: '127.0.0.1' });
for (const [name, attack] of Object.entries(attacks)) {
  if (only && !only.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  try {
    for (const row of await withStack(settings, (baseUrl) => attack(baseUrl, settings))) {
      const met = printRow(row);
      if (met === true) passed += 1;
      if (met === false) failed += 1;
    }
  } catch (error) {
    failed += 1;
    console.error(`  ${name} could not run.`, error);
  }
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
