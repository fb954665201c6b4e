import type { Explanation } from './survivors.js';

/** Every mutant that survives, with the reason; `make mutants` fails for one that isn't here, and for one that's killed by now. */
export const explanations: Explanation[] = [
  {
    file: 'worker/src/webhooks/checked-addresses.ts',
    mutants: [
      '\'\' → "Stryker was here!"',
      'addresses[0]?.address → addresses[0].address',
      'addresses[0]?.family → addresses[0].family',
    ],
    why: 'A host without an address has been refused before, so the first address is there.',
  },
  {
    file: 'api/src/bookings/verify-signature.ts',
    mutants: ['\'\' → "Stryker was here!"'],
    why: 'What stands in for a missing time or signature is no time and no signature either way.',
  },
  {
    file: 'worker/src/weekly-letter/letter-week.ts',
    mutants: ['\'\' → "Stryker was here!"'],
    why: 'Luxon types a day as one that may not exist, and these do.',
  },
  {
    file: 'api/src/analytics/range-days.ts',
    mutants: ['first !== null → true', 'last !== null → true'],
    why: 'Compared with null, every day is false as well; the check is for the types.',
  },
  {
    file: 'api/src/analytics/range-days.ts',
    mutants: ["{ zone: 'utc' } → {}"],
    why: 'Only whether the range begins with a month matters, and no zone has lacked the first of one in the years of the figures.',
  },
  {
    file: 'worker/src/platform/site-days.ts',
    mutants: [
      'timeMs / quarterHourMs → timeMs * quarterHourMs',
      '15 * 60 * 1_000 → 15 * 60 / 1_000',
      '15 * 60 → 15 / 60',
    ],
    why: 'A shorter stretch gives the same days, looked up more often.',
  },
  {
    file: 'worker/src/platform/site-days.ts',
    mutants: [
      'day === undefined → true',
      'this.days.size >= 10_000 → true',
      'this.days.size >= 10_000 → false',
      'this.days.size >= 10_000 → this.days.size > 10_000',
      'this.days.size >= 10_000 → this.days.size < 10_000',
    ],
    why: 'When what is remembered is forgotten changes speed and memory, never a day.',
  },
  {
    file: 'api/src/admin-session/login-failures.ts',
    mutants: ['[] → ["Stryker was here"]', 'row?.addresses → row.addresses'],
    why: 'For the types, since the query gives every row; a key too many in these lists is one that no address has.',
  },
  {
    file: 'api/src/admin-session/login-failures.ts',
    mutants: [
      'cleared.length > 0 → true',
      'cleared.length > 0 → cleared.length >= 0',
      'failed.length > 0 → true',
      'failed.length > 0 → failed.length >= 0',
    ],
    why: 'Without rows the statement changes nothing; leaving it out saves a round trip.',
  },
  {
    file: 'api/src/admin-session/login-failures.ts',
    mutants: ['newest === undefined → false'],
    why: 'Without a newest failure there is no limiting one either.',
  },
  {
    file: 'api/src/admin-session/login-failures.ts',
    mutants: ['first <= newest - lockoutMs → first < newest - lockoutMs'],
    why: 'A millisecond: whether a failure counts that is exactly as old as the lockout is long.',
  },
  {
    file: 'api/src/platform/fixed-window.ts',
    mutants: [
      'this.counts.size < maxKeys → this.counts.size <= maxKeys',
      'this.counts.has(key) || this.counts.size < maxKeys → true',
    ],
    why: 'Only memory: whether there are 200,000 keys or one more, and whether a full table still counts them.',
  },
  {
    file: 'api/src/platform/rate-limits.ts',
    mutants: [
      '!this.config.rateLimit → false',
      "this.addresses.of(key).toString('hex').slice(0, 32) → this.addresses.of(key).toString('hex')",
      '\'rate-limit-addresses\' → ""',
    ],
    why: 'The name of a key: a purpose of its own and half a hash keep it apart and short, and no limit depends on either. That limits can be switched off is what the other specs of the api run with.',
  },
  {
    file: 'api/src/platform/validation.pipe.ts',
    mutants: ['\'is not valid\' → ""'],
    why: 'Each of our rules has a message; this one is for the types.',
  },
  {
    file: 'api/src/platform/validation.pipe.ts',
    mutants: ['false → true', '{ target: false, value: false } → {}'],
    why: 'Options of class-validator about what its errors hold, of which only the field and the message are read; the two of an answer that no rule exists are its defaults.',
  },
  {
    file: 'api/src/platform/validation.pipe.ts',
    mutants: ['!fields → true', '\'\' → "Stryker was here!"'],
    why: 'The fields of a form are the same each time they are looked up, whatever the schema is named that none of ours has.',
  },
  {
    file: 'api/src/platform/json-depth.ts',
    mutants: ['at < json.length → at <= json.length'],
    why: 'Behind the end there is no character, so no bracket either.',
  },
  {
    file: 'contracts/src/http/page.ts',
    mutants: [
      '/^([a-z][a-z0-9+.-]*:\\/\\/)[^/?#]*@/i → /([a-z][a-z0-9+.-]*:\\/\\/)[^/?#]*@/i',
      '/[?#].*$/s → /[?#].*/s',
    ],
    why: 'The rest of the expression decides alone: a referrer begins with its scheme, and what follows goes on to the end.',
  },
  {
    file: 'worker/src/intake/anonymize.ts',
    mutants: ['\'lead\\n\' → ""'],
    why: 'It keeps two uses of a salt apart that never hash the same bytes anyway.',
  },
  {
    file: 'infra/src/keep/restore-into.ts',
    mutants: ['\'\' → "Stryker was here!"'],
    why: 'Only the names of the migrations are read, and nothing connects.',
  },
  {
    file: 'infra/src/keep/restore-into.ts',
    mutants: [
      '\'update this installation first, then run this again.\' → ""',
      '`set TIME_ZONE=${manifest.timeZone} in .env, then run this again.` → ``',
      '\'restore it where that Postgres runs (containers h …  export and make import.\' → ""',
      '\'take another snapshot.\' → ""',
    ],
    why: 'What a message advises: a text that no test repeats.',
  },
  {
    file: 'infra/src/keep/databases.ts',
    mutants: [
      '\'make up, then this again.\' → ""',
      '\'Another backup or restore of this database is running.\' → ""',
      '\'wait until it is done.\' → ""',
    ],
    why: 'The words of a message, and what it advises: texts that no test repeats.',
  },
  {
    file: 'infra/src/keep/databases.ts',
    mutants: [
      '\'\' → "Stryker was here!"',
      'rows[0]?.got → rows[0].got',
      '() => Promise.resolve() → () => undefined',
    ],
    why: 'For the types: what pg throws is an error, the three names and the one row are there, and `await` takes undefined too.',
  },
  {
    file: 'infra/src/keep/table-sums.ts',
    mutants: [
      '\'\' → "Stryker was here!"',
      'rows[0]?.rows → rows[0].rows',
      'rows[0]?.checksum → rows[0].checksum',
    ],
    why: 'For the types: a count always gives a row.',
  },
  {
    file: 'infra/src/keep/waiting-jobs.ts',
    mutants: ['tables[0]?.exists → tables[0].exists'],
    why: 'For the types: the query always gives a row.',
  },
  {
    file: 'infra/src/keep/waiting-jobs.ts',
    mutants: ['!server → false', '\'no server of the Cluster has the queues\' → ""'],
    why: 'For a Cluster that lost the slot of the queues: with or without the check, the backup notes that Redis did not answer.',
  },
  {
    file: 'infra/src/keep/waiting-jobs.ts',
    mutants: ['\'error\' → ""'],
    why: 'Without it ioredis prints the error a second time.',
  },
  {
    file: 'infra/src/keep/waiting-jobs.ts',
    mutants: ['\'hash\' → ""'],
    why: "Fewer keys to look at: those that are no hash have no job's id.",
  },
  {
    file: 'worker/src/intake/parse-events.ts',
    mutants: [
      'isEvent.errors?.map → isEvent.errors.map',
      '\'\' → "Stryker was here!"',
      '\'unreadable\' → ""',
      '\', \' → ""',
    ],
    why: 'For the types: of an event that it refuses, Ajv gives exactly one error, with a message.',
  },
  {
    file: 'worker/src/intake/rejected-events.ts',
    mutants: ['rejected.length === 0 → false'],
    why: 'Without rows the statement adds nothing; leaving it out saves a round trip.',
  },
  {
    file: 'worker/src/intake/rejected-events.ts',
    mutants: ['{ strict: true, strictRequired: false } → {}', 'true → false'],
    why: 'How strict Ajv is about the schemas themselves, which are all right; it judges no payload otherwise.',
  },
  {
    file: 'worker/src/intake/store-chunks.ts',
    mutants: ['chunks.length === 0 → false'],
    why: 'Without chunks there is nothing to store and nothing to record; it saves a transaction.',
  },
  {
    file: 'worker/src/intake/chunk-merger.ts',
    mutants: ['false → true'],
    why: 'Nothing reads it before the first flush, which sets it to true.',
  },
  {
    file: 'worker/src/intake/chunk-merger.ts',
    mutants: [
      'count < this.waiting.length → count <= this.waiting.length',
      'this.waiting[count++]?.size → this.waiting[count++].size',
    ],
    why: 'The one chunk too many isn’t there, so it adds no events and none is taken.',
  },
  {
    file: 'worker/src/intake/chunk-merger.ts',
    mutants: ['() => false → () => undefined'],
    why: 'Both are false where it is asked.',
  },
  {
    file: 'worker/src/visits/record-visits.ts',
    mutants: ['\'\' → "Stryker was here!"', '() => Promise.resolve() → () => undefined'],
    why: 'For the types: every event has its month, and what nothing follows from is awaited without a promise too.',
  },
  {
    file: 'worker/src/visits/record-visits.ts',
    mutants: ['isMissingPartition(error) → true'],
    why: 'Partitions that are forgotten after another error are looked up once more.',
  },
  {
    file: 'worker/src/visits/record-visits.ts',
    mutants: ['timeMs <= nowMs + aheadMs → timeMs < nowMs + aheadMs'],
    why: 'A millisecond: whether an event is possible that is exactly 90 days ahead.',
  },
  {
    file: 'worker/src/visits/record-visits.ts',
    mutants: ['\'visits\' → ""'],
    why: 'The name of a span in traces.',
  },
  {
    file: 'worker/src/visits/store-visits.ts',
    mutants: ['[] → ["Stryker was here"]'],
    why: 'An id too many among those that were stored is one that no row has.',
  },
  {
    file: 'worker/src/visits/store-visits.ts',
    mutants: [
      '(insert: string) => ` ${counted(insert)}, counted_ … pressions(visitRollups)}` → () => undefined',
      '{ await db.query(storeRowsSql, [timeZone, ...valuesOf(visits)]); } → {}',
      '[timeZone, ...valuesOf(visits)] → []',
    ],
    why: 'The worker does not run this: only the bench, and what fills the figures with samples.',
  },
  {
    file: 'worker/src/outbox/outbox.ts',
    mutants: ['[] → ["Stryker was here"]', 'false → true'],
    why: 'What is set again before it is read: the timers as it starts, the wish to look with each look.',
  },
  {
    file: 'worker/src/outbox/outbox.ts',
    mutants: [
      'leased.filter(({ destination }) => destination === name).length === count → true',
      'isFilled → true',
      'this.filled.has(effect.destination) → true',
    ],
    why: 'One look more after an attempt, which finds nothing due.',
  },
  {
    file: 'worker/src/outbox/outbox.ts',
    mutants: ['slots > 0 → true', 'slots > 0 → slots >= 0'],
    why: 'Of a destination without a free slot nothing is leased: the query has that limit.',
  },
  {
    file: 'worker/src/outbox/outbox.ts',
    mutants: ['!destination → false'],
    why: 'For the types: effects are leased of its own destinations alone.',
  },
  {
    file: 'worker/src/outbox/outbox.ts',
    mutants: ['this.running.size === 0 → false'],
    why: 'Without running attempts no lease is renewed; leaving the statement out saves a round trip.',
  },
  {
    file: 'worker/src/outbox/plan-effect.ts',
    mutants: ['\'outbox\' → ""'],
    why: 'The name of a span, which infra/src/traces/traces.int.spec.ts reads of the built programs.',
  },
  {
    file: 'api/src/leads/spill-lead.ts',
    mutants: ['key === undefined → false'],
    why: 'Without a key the transaction locks nothing and finds nothing; a single statement is quicker.',
  },
  {
    file: 'worker/src/sessions/lock-sessions.ts',
    mutants: ['15 * 60 * 1_000 → 15 * 60 / 1_000', '15 * 60 → 15 / 60'],
    why: 'A shorter stretch gives the same days, of more instants.',
  },
  {
    file: 'worker/src/sessions/source-class.ts',
    mutants: ['host === null → false'],
    why: 'The patterns would be tried on the word null, which none of them matches; the check is for the types.',
  },
];
