import type { Bounce } from '@voordeur/contracts/http';

/** Joined to a row that has an address. */
export interface BounceRow {
  bouncedAt: Date | null;
  bounceStatus: string | null;
}

export function bounceOf({ bouncedAt, bounceStatus }: BounceRow): Bounce | null {
  return bouncedAt && { at: bouncedAt.toISOString(), status: bounceStatus ?? '' };
}
