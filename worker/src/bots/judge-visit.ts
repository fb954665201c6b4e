import type { Suspicion } from '@voordeur/contracts/http';
import type { Network } from './network-table.js';

/** A page view with a person's user agent. */
export interface Traits {
  /** The browser says that a program drives it (`navigator.webdriver`). */
  isDriven: boolean;
  /** Null for a network that the file doesn't have. */
  network: Network | null;
}

interface SuspicionRule {
  name: Suspicion;
  matches: (traits: Traits) => boolean;
  reason: string;
  /** An example that only this rule suspects. */
  example: Traits;
}

/**
 * Reasons to suspect a page view by a person's agent, the surest first. A suspicion is no proof: the page view stays a
 * person's in every figure.
 */
export const suspicionRules: SuspicionRule[] = [
  {
    name: 'webdriver',
    matches: ({ isDriven }) => isDriven,
    reason:
      'Browsers must say when WebDriver or a debugger drives them (W3C WebDriver, section 4). Nobody reads so, but testers and programs that pose as nobody in particular do.',
    example: { isDriven: true, network: null },
  },
  {
    name: 'hosting-network',
    matches: ({ network }) => network?.isHosting === true,
    reason:
      'People sit at home, at work or on the road, not in a data centre. Those who browse through a rented machine of their own are the exception.',
    example: { isDriven: false, network: { operator: 'Hetzner', isHosting: true } },
  },
];

/** Why a page view by a person's agent may be a robot's after all; null for most. */
export function judgeVisit(traits: Traits): Suspicion | null {
  return suspicionRules.find(({ matches }) => matches(traits))?.name ?? null;
}
