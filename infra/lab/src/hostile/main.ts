import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { printRow, type Row } from '../measuring/figures.js';
import type { Attack } from './attack.js';
import { codeGuesses } from './code-guesses.js';
import { eraseVisit } from './erase-visit.js';
import { leadClaims } from './lead-claims.js';
import { leadFlood } from './lead-flood.js';
import { halfSentHeaders } from './half-sent-headers.js';
import { loginStarvation } from './login-starvation.js';
import { pageFlood } from './page-flood.js';
import { regularExpressions } from './regular-expressions.js';
import { rotateAddresses } from './rotate-addresses.js';
import { swallowedLeads } from './swallowed-leads.js';
import { valueFlood } from './value-flood.js';

/**
 * `make drill NAME=hostile`: each flood against a fresh stack of its own, with its rate limits on. ATTACKS=name,name picks
 * some; LONG=1 floods for a minute. Single requests that must be refused are in the specs of nginx, api and worker. Ends with `N passed, N failed`, one for each figure that has a limit.
 */
const attacks: Record<string, Attack> = {
  'regular-expressions': regularExpressions,
  'rotate-addresses': rotateAddresses,
  'login-starvation': loginStarvation,
  'swallowed-leads': swallowedLeads,
  'page-flood': pageFlood,
  'erase-visit': eraseVisit,
  'lead-flood': leadFlood,
  'code-guesses': codeGuesses,
  'half-sent-headers': halfSentHeaders,
  'value-flood': valueFlood,
  'lead-claims': leadClaims,
};
const only = process.env['ATTACKS']?.split(',');
const isPicked = (name: string) => only === undefined || only.includes(name);

let passed = 0;
let failed = 0;
const count = (name: string, rows: Row[]) => {
  process.stdout.write(`\n${name}\n`);
  for (const row of rows) {
    const met = printRow(row);
    if (met === true) passed += 1;
    if (met === false) failed += 1;
  }
};

const settings = ownSettings('test-hostile', 4, { TRUSTED_PROXIES: '127.0.0.1' });
for (const [name, attack] of Object.entries(attacks).filter(([name]) => isPicked(name))) {
  try {
    count(name, await withStack(settings, (baseUrl) => attack(baseUrl, settings)));
  } catch (error) {
    failed += 1;
    console.error(`  ${name} could not run.`, error);
  }
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
