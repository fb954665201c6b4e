import type { Settings } from '../local/settings.js';

/** What a hostile client can do, and what the product must look like while it does. */
export interface Attack {
  name: string;
  /** Longer than a few seconds: run with LONG=1 only. */
  long?: boolean;
  /** Settings of its stack beyond those of the tests, by their names in .env. */
  settings?: Record<string, string>;
  /** Called with a fresh stack, which is stopped afterwards. Throws only when the attack itself couldn't run. */
  run(target: Target): Promise<Finding[]>;
}

export interface Target {
  baseUrl: string;
  settings: Settings;
}

/** One measured figure beside the one that's wanted. */
export interface Finding {
  what: string;
  measured: string;
  wanted: string;
  holds: boolean;
}

/** A figure that must not exceed `atMost`. */
export function atMost(what: string, measured: number, limit: number, unit = ''): Finding {
  const inUnit = (value: number) => `${Number(value.toFixed(1))}${unit && ` ${unit}`}`;
  return { what, measured: inUnit(measured), wanted: `at most ${inUnit(limit)}`, holds: measured <= limit };
}

/** A value that must be exactly this one. */
export function exactly(what: string, measured: number | string, wanted: number | string): Finding {
  return { what, measured: String(measured), wanted: String(wanted), holds: measured === wanted };
}

/** A figure that is only reported, such as the rate an attack reached. */
export function reported(what: string, measured: string): Finding {
  return { what, measured, wanted: '', holds: true };
}
