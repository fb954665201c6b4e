import type { Attack } from './attack.js';
import { pageFlood, shortPageFlood } from './page-flood.js';
import { swallowedLeads } from './swallowed-leads.js';

/** Each in a file of its own; this is the order they run in. */
export const attacks: Attack[] = [swallowedLeads, shortPageFlood, pageFlood];
