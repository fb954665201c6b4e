import type { SiteConfig } from '@voordeur/contracts/http';
import { schedulerOrigins } from './booking/calendar-host';
import { playerAddress } from './videos/player-address';

/** The sources of `frame-src` (CSP Level 3): this site, its scheduler and the players of its videos. */
export function frameSources({ scheduler, videos, intros }: SiteConfig): string[] {
  const players = [...videos, ...Object.values(intros ?? {})]
    .map(playerAddress)
    .filter((player) => player !== null)
    .map((player) => new URL(player).origin);
  return ["'self'", ...new Set([...schedulerOrigins(scheduler), ...players])];
}
