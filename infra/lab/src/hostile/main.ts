import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { atMost, printAndCount } from '../measuring/figures.js';
import { type Attack, type Honest, strike } from './attack.js';
import { eraseVisit } from './erase-visit.js';
import { leadClaims, leadFlood } from './leads.js';
import { codeGuesses, loginStarvation } from './logins.js';
import { halfSentHeaders, pageFlood, valueFlood } from './page-views.js';

/**
 * `make drill NAME=hostile`: each flood against a fresh stack of its own, with its rate limits on, during honest page views.
 * ATTACKS=name,name picks some; LONG=1 floods for a minute. Single requests that must be refused are in the specs of nginx,
 * api and worker. Ends with `N passed, N failed`, one for each figure that has a limit.
 */
const attacks: [name: string, attack: Attack, honest?: Honest][] = [
  ['login-starvation', loginStarvation],
  ['code-guesses', codeGuesses, { mostRefused: null }],
  ['lead-flood', leadFlood],
  ['lead-claims', leadClaims],
  ['page-flood', pageFlood],
  ['value-flood', valueFlood],
  ['half-sent-headers', halfSentHeaders, { areStrangers: true, mostRefused: 1 }],
  ['erase-visit', eraseVisit],
];
const only = process.env['ATTACKS']?.split(',');

const settings = ownSettings('test-hostile', 4, { TRUSTED_PROXIES: '127.0.0.1' });
await printAndCount(async function* () {
  for (const [name, attack, honest = {}] of attacks) {
    if (only && !only.includes(name)) continue;
    process.stdout.write(`\n${name}\n`);
    const struck = withStack(settings, (baseUrl) => strike(attack, honest, baseUrl, settings));
    yield* await struck.catch((error: unknown) => {
      console.error(error);
      return [atMost('attacks that could not run', 1, 0)];
    });
  }
});
