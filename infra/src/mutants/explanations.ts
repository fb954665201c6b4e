import type { Explanation } from './survivors.js';

/** Every mutant that survives, with the reason; `make mutants` fails for one that isn't here, and for one that's killed by now. */
export const explanations: Explanation[] = [];
