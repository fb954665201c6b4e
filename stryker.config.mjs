/*
 * `make drill NAME=mutants PART=webhooks`: Stryker puts small mistakes into the code of a part where one costs leads or figures, and a test
 * must notice at least 85 in 100. A mistake that doesn't matter is left out where it is made:
 * `// Stryker disable next-line StringLiteral: a name for the log`.
 */

/**
 * `mutate`: files whose logic matters, not those that wire it. `specs`: those that must notice, none of which
 * starts a built program, because its code isn't mutated. `isSql`: its strings aren't emptied, for Postgres refuses what is left
 * of a statement; the mistakes in SQL are those of `make drill NAME=prove-faults` (infra/lab/mutants/mistakes.txt).
 */
const parts = {
  // schedule, signature and addresses
  webhooks: {
    mutate: [
      'worker/src/outbox/{next-attempt,sign-payload,public-address,checked-addresses,post-webhook}.ts',
      'api/src/bookings/verify-signature.ts',
    ],
    specs: [
      'worker/src/outbox/{next-attempt,sign-payload,public-address,checked-addresses}.spec.ts',
      'api/src/bookings/verify-signature.spec.ts',
      'worker/src/outbox/post-webhook.int.spec.ts',
    ],
  },
  // lockout and limits
  login: {
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
  // time zones and ranges
  days: {
    mutate: [
      'worker/src/platform/site-days.ts',
      'worker/src/mail/letter-week.ts',
      'api/src/analytics/{range-days,parse-range}.ts',
      'api/src/platform/date-time.ts',
    ],
    specs: [
      'worker/src/platform/site-days.spec.ts',
      'worker/src/mail/letter-week.spec.ts',
      'api/src/analytics/{range-days,parse-range}.spec.ts',
      'api/src/platform/date-time.spec.ts',
    ],
  },
  // validation
  intake: {
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
  // spill and outbox
  outbox: {
    mutate: [
      'server/src/plan-effect.ts',
      'worker/src/outbox/{outbox,lease-due,record-outcome}.ts',
      'server/src/equal-leads.ts',
    ],
    specs: [
      'worker/src/outbox/{outbox,outbox-rows}.int.spec.ts',
      'worker/src/outbox/{webhook,job}-destination.int.spec.ts',
      'server/src/equal-leads.int.spec.ts',
    ],
  },
  // backups put back
  restore: {
    mutate: ['infra/operate/src/backup/{restore-into,table-sums,waiting-jobs,databases,alone}.ts'],
    specs: ['infra/operate/src/backup/snapshot.int.spec.ts', 'infra/operate/src/backup/restore.int.spec.ts'],
  },
  // the transaction of a batch
  batch: {
    mutate: [
      'worker/src/intake/{parse-events,rejected-events,store-chunks,recorded-chunks,chunk-merger}.ts',
      'worker/src/intake/record-visits.ts',
    ],
    specs: [
      'worker/src/intake/{chunk-merger,parse-events}.spec.ts',
      'worker/src/intake/{chunk-merger,rejected-events}.int.spec.ts',
      'worker/src/intake/record-visits.int.spec.ts',
    ],
  },
  // where a session came from
  sources: {
    mutate: ['worker/src/days/source-class.ts'],
    specs: ['worker/src/days/days.int.spec.ts', 'worker/src/intake/record-visits.int.spec.ts'],
  },
  // days made of their rows
  figures: {
    mutate: [
      'worker/src/intake/store-visits.ts',
      'worker/src/days/{build-day,sessions-of-day,replace-rows}.ts',
    ],
    isSql: true,
    specs: ['worker/src/days/days.int.spec.ts', 'worker/src/intake/record-visits.int.spec.ts'],
  },
};

const name = process.env['PART'] ?? 'webhooks';
const part = parts[name];
if (!part) throw new Error(`PART is one of ${Object.keys(parts).join(', ')}`);
// For infra/lab/mutants/vitest.config.ts, which Stryker's workers load.
process.env['MUTANTS_SPECS'] = JSON.stringify(part.specs);

export default {
  mutate: part.mutate,
  mutator: { excludedMutations: part.isSql ? ['StringLiteral'] : [] },
  thresholds: { high: 95, low: 85, break: 85 },
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  // Without `related`: many a spec calls what it tests over HTTP or by a job.
  vitest: { configFile: 'infra/lab/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Two for each core, for most of a test's time is waiting: two in all left the processors idle for 80 % of it.
  concurrency: 4,
  reporters: ['progress-append-only', 'clear-text', 'html'],
  clearTextReporter: { logTests: false },
  htmlReporter: { fileName: `.local/mutants/${name}.html` },
  tempDirName: '.local/mutants/sandbox',
  // worker/dist stays: it has the networks' list that the worker reads, and the program that migrates.
  ignorePatterns: [
    '/.local',
    '/docs',
    '/web/src',
    '/web/public',
    '/web/dist',
    '/infra/*/dist',
    '/infra/brand',
  ],
  disableTypeChecks: false,
  // Vitest reads no project references.
  tsconfigFile: 'none',
  warnings: false,
  timeoutMS: 10_000,
  // Much, because a survivor that is slow only as the machine is busy would pass for one that hangs.
  timeoutFactor: 4,
};
