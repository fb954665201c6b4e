import type { DataSource } from 'typeorm';
import type { LeasedEffect } from './destination.js';

/** A worker that dies keeps its effects from the others for this long. */
const leaseSeconds = 15;
/** How often a worker renews the leases of its running attempts. */
export const renewEveryMs = 5_000;

/**
 * Leases the effects that have been due the longest, as many as each destination has slots for, and stores the
 * beginning of an attempt for each. None of an endpoint that is switched off, and none that another worker has.
 */
export async function leaseDue(db: DataSource, slots: Map<string, number>): Promise<LeasedEffect[]> {
  return db.query<LeasedEffect[]>(
    `with free as (
      select * from unnest($1::text[], $2::int[]) as free (destination, slots)
      where not exists (select from webhook_endpoints where name = free.destination and off_since is not null)),
    due as (
      select due.id from free cross join lateral (
        select id from outbox
        where destination = free.destination and state = 'waiting' and due_at <= now()
          and (leased_until is null or leased_until <= now())
        order by due_at limit free.slots for update skip locked) as due),
    leased as (
      update outbox set attempts = attempts + 1, leased_until = now() + make_interval(secs => $3)
      where id in (select id from due) returning *),
    begun as (insert into outbox_attempts (effect_id, number) select id, attempts from leased)
    select id, destination, type, event_id as "eventId", lead_id as "leadId", payload, occurred_at as "occurredAt", attempts as number, failures, trace
    from leased order by due_at`,
    [[...slots.keys()], [...slots.values()], leaseSeconds],
  );
}

export async function renewLeases(db: DataSource, effects: LeasedEffect[]): Promise<void> {
  await db.query(
    `update outbox set leased_until = now() + make_interval(secs => $3)
    from unnest($1::uuid[], $2::int[]) as mine (id, number)
    where outbox.id = mine.id and attempts = number and leased_until is not null and state = 'waiting'`,
    [effects.map(({ id }) => id), effects.map(({ number }) => number), leaseSeconds],
  );
}
