/** A mistake in SQL, and the spec that must fail with it (`make drill NAME=prove-faults`). */
export interface SqlMutant {
  /** From the root; `.sql`, or `.ts` with SQL in it. */
  file: string;
  /** Occurs once in the file. */
  from: string;
  to: string;
  /** The fault that it plants. */
  why: string;
  spec: string;
}

export const sqlMutants: SqlMutant[] = [
  {
    file: 'worker/src/visits/store-visits.ts',
    from: 'occurred_at at time zone $1 as local_time',
    to: "occurred_at at time zone 'UTC' as local_time",
    why: 'page views count on the day of UTC, not of the site',
    spec: 'worker/src/visits/record-visits.int.spec.ts',
  },
  {
    file: 'worker/src/visits/store-visits.ts',
    from: 'order by id on conflict (id) do nothing',
    to: 'order by id on conflict (id) do update set page = excluded.page',
    why: 'a page view that is stored twice counts twice',
    spec: 'worker/src/visits/record-visits.int.spec.ts',
  },
  {
    file: 'worker/src/sessions/lock-sessions.ts',
    from: 'do update set visitor = excluded.visitor where false',
    to: 'do update set visitor = excluded.visitor',
    why: 'a visitor counts with every batch',
    spec: 'worker/src/visits/record-visits.int.spec.ts',
  },
  {
    file: 'worker/src/sessions/lock-sessions.ts',
    from: 'do update set visitor = excluded.visitor where false',
    to: 'do nothing',
    why: 'two batches write the sessions of one visitor at once',
    spec: 'worker/src/sessions/sessions.int.spec.ts',
  },
  {
    file: 'worker/src/rollups/visit-rollups.ts',
    from: "date_trunc('hour', local_time)",
    to: "date_trunc('hour', occurred_at)",
    why: 'page views count in the hour of UTC',
    spec: 'worker/src/visits/record-visits.int.spec.ts',
  },
  {
    file: 'worker/src/rollups/visit-rollups.ts',
    from: 'coalesce(utm_source, utm_medium, utm_campaign) is not null',
    to: 'utm_source is not null',
    why: 'a campaign without a source does not count',
    spec: 'worker/src/visits/record-visits.int.spec.ts',
  },
  {
    file: 'worker/src/rollups/visit-rollups.ts',
    from: "min(split_part(page, '?', 1))",
    to: 'min(page)',
    why: 'a page is named with its query',
    spec: 'worker/src/visits/record-visits.int.spec.ts',
  },
  {
    file: 'worker/src/rollups/rollup.ts',
    from: 'Object.keys(rollup.sums).map((name) => `${name} = ${table}.${name} +',
    to: 'Object.keys(rollup.sums).map((name) => `${name} = ${table}.${name} * 0 +',
    why: 'a batch replaces what was counted before',
    spec: 'worker/src/visits/record-visits.int.spec.ts',
  },
  {
    file: 'worker/src/rollups/rollup.ts',
    from: 'greatest(',
    to: 'least(',
    why: 'the last view of a page is the first',
    spec: 'worker/src/visits/record-visits.int.spec.ts',
  },
  {
    file: 'worker/src/rollups/rollup.ts',
    from: "date_trunc('month', ${time})",
    to: "date_trunc('quarter', ${time})",
    why: 'months are quarters',
    spec: 'worker/src/rollups/reconcile-rollups.int.spec.ts',
  },
  {
    file: 'worker/src/intake/recorded-chunks.ts',
    from: 'on conflict (id) do nothing returning dropped',
    to: 'on conflict (id) do update set stored = excluded.stored returning dropped',
    why: 'the drops of a chunk count each time it runs',
    spec: 'worker/src/visits/record-visits.int.spec.ts',
  },
  {
    file: 'worker/src/intake/recorded-chunks.ts',
    from: 'events = drops_by_day.events + excluded.events',
    to: 'events = excluded.events',
    why: 'drops replace those of the same day',
    spec: 'worker/src/visits/record-visits.int.spec.ts',
  },
  {
    file: 'worker/src/sessions/session-sql.ts',
    from: "interval '30 minutes'",
    to: "interval '31 minutes'",
    why: 'a session goes on after more than 30 minutes',
    spec: 'worker/src/sessions/sessions.int.spec.ts',
  },
  {
    file: 'worker/src/sessions/session-sql.ts',
    from: '> ${longestGap} as is_after_gap',
    to: '>= ${longestGap} as is_after_gap',
    why: 'a session ends after exactly 30 minutes',
    spec: 'worker/src/sessions/sessions.int.spec.ts',
  },
  {
    file: 'worker/src/sessions/session-sql.ts',
    from: '(merged.started_at at time zone $1)::date',
    to: "(merged.started_at at time zone 'UTC')::date",
    why: 'a session is on the day of UTC',
    spec: 'worker/src/sessions/sessions.int.spec.ts',
  },
  {
    file: 'worker/src/sessions/session-sql.ts',
    from: 'max(ended_at) over',
    to: 'max(started_at) over',
    why: 'a gap is measured from where a session began',
    spec: 'worker/src/sessions/sessions.int.spec.ts',
  },
  {
    file: 'worker/src/sessions/merge-views.ts',
    from: 'sessions.ended_at >= seen.first_at - ${longestGap}',
    to: 'sessions.ended_at > seen.first_at',
    why: 'a stored session never goes on',
    spec: 'worker/src/sessions/sessions.int.spec.ts',
  },
  {
    file: 'worker/src/outbox/lease-due.ts',
    from: 'due_at <= now()',
    to: 'due_at is not null',
    why: 'an effect is sent before it is due',
    spec: 'worker/src/destinations/webhook.int.spec.ts',
  },
  {
    file: 'worker/src/outbox/lease-due.ts',
    from: 'and (leased_until is null or leased_until <= now())',
    to: '',
    why: 'two workers send the same effect',
    spec: 'worker/src/destinations/webhook.int.spec.ts',
  },
  {
    file: 'worker/src/outbox/lease-due.ts',
    from: 'off_since is not null',
    to: 'off_since is null',
    why: 'an endpoint that is switched off gets deliveries',
    spec: 'worker/src/destinations/webhook.int.spec.ts',
  },
  {
    file: 'worker/src/outbox/record-outcome.ts',
    from: 'and attempts = $2 and leased_until is not null`',
    to: 'and leased_until is not null`',
    why: 'an attempt that was overtaken moves the effect on',
    spec: 'worker/src/outbox/outbox-rows.int.spec.ts',
  },
  {
    file: 'worker/src/outbox/record-outcome.ts',
    from: 'failures = failures + $9',
    to: 'failures = failures',
    why: 'the schedule never ends',
    spec: 'worker/src/destinations/webhook.int.spec.ts',
  },
  {
    file: 'worker/src/outbox/plan-effect.ts',
    from: 'on conflict (destination, type, event_id) do nothing',
    to: 'on conflict (id) do nothing',
    why: 'one event is planned twice',
    spec: 'worker/src/outbox/outbox-rows.int.spec.ts',
  },
  {
    file: 'worker/src/leads/find-repeated.ts',
    from: "between $5::timestamptz - interval '10 minutes'",
    to: "between $5::timestamptz - interval '5 minutes'",
    why: 'a lead that is repeated after six minutes is another one',
    spec: 'worker/src/leads/find-repeated.int.spec.ts',
  },
  {
    file: 'worker/src/leads/find-repeated.ts',
    from: 'idempotency_digest = $3 and body_digest = $4 and',
    to: 'idempotency_digest = $3 and',
    why: 'another body with the same key is taken for a repetition',
    spec: 'worker/src/leads/find-repeated.int.spec.ts',
  },
  {
    file: 'worker/src/leads/find-repeated.ts',
    from: "$5::timestamptz - interval '24 hours'",
    to: "$5::timestamptz - interval '12 hours'",
    why: 'a key is forgotten after half a day',
    spec: 'worker/src/leads/find-repeated.int.spec.ts',
  },
  {
    file: 'worker/src/rollups/rebuild-rollups.ts',
    from: "and not ${isSealedDay(day, '$4')}`",
    to: '`',
    why: 'a day that was sealed in the old zone is counted from rows that are gone',
    spec: 'worker/src/rollups/reconcile-rollups.int.spec.ts',
  },
  {
    file: 'infra/operate/src/backup/table-sums.ts',
    from: 'coalesce(sum((',
    to: 'coalesce(max((',
    why: 'tables that differ in one row pass for equal',
    spec: 'infra/operate/src/backup/snapshot.int.spec.ts',
  },
  {
    file: 'infra/operate/src/backup/waiting-jobs.ts',
    from: " from outbox where kind = 'job'`",
    to: ' from outbox`',
    why: 'a webhook is restored as a job',
    spec: 'infra/operate/src/backup/snapshot.int.spec.ts',
  },
  {
    file: 'infra/operate/src/backup/databases.ts',
    from: "hashtext('voordeur/keep/' || $1)",
    to: "hashtext('voordeur/keep/' || left($1, 0))",
    why: 'a restore waits for that of another database',
    spec: 'infra/operate/src/backup/restore.int.spec.ts',
  },
];
