import type { Attack } from './attack.js';

/** Each in a file of its own; this is the order they run in. */
export const attacks: Attack[] = [];
