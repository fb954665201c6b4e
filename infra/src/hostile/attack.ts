import type { Settings } from '../local/settings.js';
import type { Row } from '../measuring/figures.js';

/** What a hostile client can do, and what the product must look like while it does. */
export interface Attack {
  name: string;
  /** Longer than a few seconds: run with LONG=1 only. */
  long?: boolean;
  /** Settings of its stack beyond those of the tests, by their names in .env. */
  settings?: Record<string, string>;
  /** Called with a fresh stack, which is stopped afterwards. Throws only when the attack itself couldn't run. */
  run(baseUrl: string, settings: Settings): Promise<Row[]>;
}
