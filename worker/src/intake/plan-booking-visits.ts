import { pagePaths } from '@voordeur/contracts/http';
import { currentTrace, inTraceOf } from '@voordeur/server';
import type { EntityManager } from 'typeorm';
import { bookingVisitFields } from '../outbox/booking-visit-fields.js';
import type { WebhookEvent } from '../outbox/webhooks.js';
import type { EnrichedVisit } from './enrich-visits.js';

const bookingPages = new Set<string>(pagePaths.booking);

/**
 * Passes on people's visits to the booking page, for owners who keep a spreadsheet of them (spec, section 2), in the
 * transaction that stores them: a visit and its delivery are both there or neither is.
 */
export async function planBookingVisits(
  tx: EntityManager,
  visits: EnrichedVisit[],
  timeZone: string,
  plan: (tx: EntityManager, events: WebhookEvent[]) => Promise<void>,
): Promise<void> {
  const events = visits.flatMap((visit): WebhookEvent[] => {
    const page = visit.page.replace(/\?.*/, '');
    if (visit.source !== 'beacon' || visit.bot || !bookingPages.has(page)) return [];
    return [
      {
        endpoint: 'booking-visit',
        eventId: visit.id,
        occurredAt: visit.occurredAt,
        fields: bookingVisitFields({ ...visit, page, address: visit.ip }, timeZone),
        trace: inTraceOf(visit, currentTrace),
      },
    ];
  });
  await plan(tx, events);
}
