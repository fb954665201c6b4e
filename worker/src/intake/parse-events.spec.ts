import { visitEventSchema, type VisitEvent } from '@voordeur/contracts/jobs';
import { timeOfId } from '@voordeur/server';
import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { parseEvents } from './parse-events.js';
import { compileSchema, idOfUnreadable } from './rejected-events.js';

const isVisitEvent = compileSchema<VisitEvent>(visitEventSchema);
function visitEvent(): VisitEvent {
  const id = uuidv7();
  const occurredAt = new Date(timeOfId(id)).toISOString();
  return { id, occurredAt, source: 'beacon', page: '/nl', address: '145.97.31.20', userAgent: '' };
}
const parse = (data: unknown) => parseEvents('chunk-1', data, isVisitEvent);

it.each([
  ['nothing', null, 'must be object'],
  ['undefined', undefined, 'must be object'],
  ['a text', 'nonsense', 'must be object'],
  ['no list', { events: 7 }, expect.stringContaining("must have required property 'id'") as string],
])('a chunk that is %s is one rejected event', (_, data, reason) => {
  const event: unknown = data;
  expect(parse(data)).toEqual({
    events: [],
    rejected: [{ id: idOfUnreadable('chunk-1', 0), event, reason }],
  });
});

it('rejects each invalid event by itself, and says why', () => {
  const [first, last] = [visitEvent(), visitEvent()];
  const ofAnotherTime = { ...visitEvent(), occurredAt: '2020-01-01T00:00:00.000Z' };
  const oddPage = { ...visitEvent(), page: 7 };
  const oddId = { ...visitEvent(), id: 'a' };
  const oddTime = { ...visitEvent(), occurredAt: '2026-03-10' };
  const events = [first, 7, oddPage, ofAnotherTime, oddId, oddTime, last];
  const unreadable = (index: number, event: unknown, reason: string) => ({
    id: idOfUnreadable('chunk-1', index),
    event,
    reason,
  });
  expect(parse({ events })).toEqual({
    events: [first, last],
    rejected: [
      unreadable(1, 7, 'must be object'),
      unreadable(2, oddPage, '/page must be string'),
      { id: ofAnotherTime.id, event: ofAnotherTime, reason: 'the id is not of its time' },
      unreadable(4, oddId, expect.stringContaining('/id must match') as string),
      unreadable(5, oddTime, expect.stringContaining('/occurredAt must match') as string),
    ],
  });
});

it('gives each event without an id one, the same whenever its job runs', () => {
  const ids = ['chunk-1', 'chunk-2'].flatMap((chunk) => [0, 1].map((index) => idOfUnreadable(chunk, index)));
  expect(new Set(ids).size).toBe(4);
  expect(idOfUnreadable('chunk-1', 0)).toBe(ids[0]);
});

it('checks the formats of ids and instants', () => {
  const isEvent = compileSchema({
    type: 'object',
    properties: { id: { type: 'string', format: 'uuid' }, at: { type: 'string', format: 'date-time' } },
  });
  expect(isEvent({ id: uuidv7(), at: '2026-03-10T12:00:00.000Z' })).toBe(true);
  expect(isEvent({ id: 'a' })).toBe(false);
  expect(isEvent({ at: '2026-03-10' })).toBe(false);
});
