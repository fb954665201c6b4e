import { expect, it } from 'vitest';
import { useDatabase, useIntake } from '../testing/hooks.js';
import { visitEvent } from '../testing/intake.js';
import { planWebhooks } from '../outbox/webhooks.js';
import { planBookingVisits } from './plan-booking-visits.js';
import { recordVisits } from './record-visits.js';

const database = useDatabase();
const intake = useIntake(database);

it('plans each batch by one statement, each visit once', async () => {
  const settings = { urls: new Map([['booking-visit', 'http://127.0.0.1/']] as const), retrySeconds: [0] };
  let statements = 0;
  const visits = Array.from({ length: 30 }, () => visitEvent({ page: '/booking?utm_source=x' }));
  const events = [...visits, visitEvent({ page: '/en' }), visitEvent({ page: '/booking', source: 'edge' })];
  for (const id of ['a', 'b'])
    await recordVisits(
      [{ id: `00000000-0000-7000-8000-00000000000${id}`, data: { events } }],
      intake,
      (tx, rows) =>
        planBookingVisits(tx, rows, intake.timeZone, (manager, given) => {
          statements += given.length > 0 ? 1 : 0;
          return planWebhooks(manager, settings, given);
        }),
    );
  expect(statements).toBe(2);
  const planned = await database.query(
    `select event_id as id, payload->>'page' as page from outbox where destination = 'booking-visit' order by event_id`,
  );
  expect(planned).toEqual(
    visits.map(({ id }) => ({ id, page: '/booking' })).sort((one, other) => (one.id < other.id ? -1 : 1)),
  );
});
