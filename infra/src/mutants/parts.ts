/** Source files in which a mistake costs leads or figures, and the specs that must notice one. */
export interface Part {
  name: string;
  what: string;
  /** Mutated: files whose logic matters, not those that wire it. A file may be followed by lines, `file.ts:10-20`. */
  mutate: string[];
  /** Its strings aren't emptied: Postgres refuses what is left of a statement. `sql-mutants.ts` has the mistakes in SQL. */
  isSql?: true;
  /** The quickest first, and none that starts a built program: its code isn't mutated. */
  specs: string[];
}

export const parts: Part[] = [
  {
    name: 'webhooks',
    what: 'schedule, signature and addresses',
    mutate: [
      'worker/src/webhooks/{next-attempt,sign-payload,public-address,checked-addresses,post-webhook}.ts',
      'api/src/bookings/verify-signature.ts',
    ],
    specs: [
      'worker/src/webhooks/{next-attempt,sign-payload,public-address,checked-addresses}.spec.ts',
      'api/src/bookings/verify-signature.spec.ts',
      'worker/src/webhooks/post-webhook.int.spec.ts',
    ],
  },
  {
    name: 'login',
    what: 'lockout and limits',
    mutate: [
      'api/src/admin-session/login-failures.ts',
      'api/src/platform/{fixed-window,rate-limits}.ts',
      'server/src/address-keys.ts',
    ],
    specs: [
      'api/src/platform/fixed-window.spec.ts',
      'server/src/address-keys.spec.ts',
      'api/src/platform/rate-limits.int.spec.ts',
      'api/src/admin-session/login-failures.int.spec.ts',
    ],
  },
  {
    name: 'days',
    what: 'time zones and ranges',
    mutate: [
      'worker/src/platform/site-days.ts',
      'worker/src/weekly-letter/letter-week.ts',
      'api/src/analytics/{range-days,parse-range}.ts',
      'api/src/platform/date-time.ts',
    ],
    specs: [
      'worker/src/platform/site-days.spec.ts',
      'worker/src/weekly-letter/letter-week.spec.ts',
      'api/src/analytics/{range-days,parse-range}.spec.ts',
      'api/src/platform/date-time.spec.ts',
    ],
  },
  {
    name: 'intake',
    what: 'validation',
    mutate: [
      'api/src/platform/{validation.pipe,form-fields,json-depth}.ts',
      'api/src/leads/lead.dto.ts',
      // The list of pages above it is what the site's own tests read.
      'contracts/src/http/page.ts:16-41',
      'worker/src/intake/anonymize.ts',
    ],
    specs: [
      'api/src/platform/{json-depth,form-fields,validation.pipe}.spec.ts',
      'api/src/leads/lead.dto.spec.ts',
      'contracts/src/http/page.spec.ts',
      'worker/src/intake/anonymize.spec.ts',
    ],
  },
  {
    name: 'outbox',
    what: 'spill and outbox',
    mutate: [
      'worker/src/outbox/{outbox,lease-due,record-outcome,plan-effect}.ts',
      'api/src/leads/spill-lead.ts',
    ],
    specs: [
      'worker/src/outbox/{outbox,outbox-rows}.int.spec.ts',
      'worker/src/destinations/{webhook,job}.int.spec.ts',
      'api/src/leads/spill-lead.int.spec.ts',
    ],
  },
  {
    name: 'restore',
    what: 'backups put back',
    mutate: ['infra/src/keep/{restore-into,table-sums,waiting-jobs,databases}.ts'],
    specs: ['infra/src/keep/snapshot.int.spec.ts', 'infra/src/keep/restore.int.spec.ts'],
  },
  {
    name: 'batch',
    what: 'the transaction of a batch',
    mutate: [
      'worker/src/intake/{parse-events,rejected-events,store-chunks,recorded-chunks,chunk-merger}.ts',
      'worker/src/visits/record-visits.ts',
    ],
    specs: [
      'worker/src/intake/{chunk-merger,parse-events}.spec.ts',
      'worker/src/intake/{chunk-merger,rejected-events}.int.spec.ts',
      'worker/src/visits/record-visits.int.spec.ts',
    ],
  },
  {
    name: 'sources',
    what: 'where a session came from',
    mutate: ['worker/src/sessions/source-class.ts'],
    specs: ['worker/src/sessions/sessions.spec.ts', 'worker/src/sessions/sessions.int.spec.ts'],
  },
  {
    name: 'rollups',
    what: 'visits, rollups and sessions',
    mutate: [
      'worker/src/visits/store-visits.ts',
      'worker/src/rollups/{rollup,visit-rollups}.ts',
      'worker/src/sessions/{merge-views,session-sql,lock-sessions}.ts',
    ],
    isSql: true,
    specs: [
      'worker/src/rollups/rollup.int.spec.ts',
      'worker/src/visits/record-visits.int.spec.ts',
      'worker/src/sessions/sessions.int.spec.ts',
      'worker/src/intake/chunk-merger.int.spec.ts',
    ],
  },
];

/** For vitest's configuration, which Stryker's workers load: the specs to run, as JSON. */
export const specsVariable = 'MUTANTS_SPECS';
