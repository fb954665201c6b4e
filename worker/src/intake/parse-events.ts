import { timeOfId } from '@voordeur/server';
import type { ValidateFunction } from 'ajv';
import { idOfUnreadable, type RejectedEvent } from './rejected-events.js';

interface TimedEvent {
  id: string;
  occurredAt: string;
}

/**
 * Validates a chunk's events again, because a job may have waited through a deploy. Each invalid event is rejected
 * on its own; a chunk that isn't a list is one rejected event.
 */
export function parseEvents<Event extends TimedEvent>(
  chunkId: string,
  data: unknown,
  isEvent: ValidateFunction<Event>,
): { events: Event[]; rejected: RejectedEvent[] } {
  const found = (data as { events?: unknown } | null)?.events;
  const candidates: unknown[] = Array.isArray(found) ? found : [data];
  const events: Event[] = [];
  const rejected: RejectedEvent[] = [];
  candidates.forEach((candidate, index) => {
    if (!isEvent(candidate)) {
      const reason = isEvent.errors?.map((e) => `${e.instancePath} ${e.message ?? ''}`.trim()).join(', ');
      rejected.push({ id: idOfUnreadable(chunkId, index), event: candidate, reason: reason ?? 'unreadable' });
    } else if (timeOfId(candidate.id) !== Date.parse(candidate.occurredAt)) {
      // The id decides the month's partition, so it must have the same time as the row.
      rejected.push({ id: candidate.id, event: candidate, reason: 'the id is not of its time' });
    } else {
      events.push(candidate);
    }
  });
  return { events, rejected };
}
