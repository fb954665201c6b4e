import type { Attack } from './attack.js';
import { deepBodies } from './deep-bodies.js';
import { loginStarvation } from './login-starvation.js';
import { pageFlood, shortPageFlood } from './page-flood.js';
import { rotateAddresses } from './rotate-addresses.js';
import { swallowedLeads } from './swallowed-leads.js';

/** Each in a file of its own; this is the order they run in. */
export const attacks: Attack[] = [
  deepBodies,
  rotateAddresses,
  loginStarvation,
  swallowedLeads,
  shortPageFlood,
  pageFlood,
];
