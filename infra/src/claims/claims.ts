/** Where a figure was printed. Absolute times are worth something only beside it. */
export const machines = {
  'two cores':
    'two cores of a virtual machine (Intel Xeon or AMD EPYC, 24 GB, Debian 12, Node 20.20), which also carried the load and the browser',
  'two busy cores': 'such two cores, with other work on them at the same time',
  'a slow machine': 'such two cores in an hour or on a host that was about half as fast',
  '1 GB, one core': '1 GB of memory without swap and one core of 2 × AMD EPYC',
  any: 'any machine: it is counted or computed from a fixed seed, not timed',
} as const;

/** A figure of a document, and how to print it again. */
export interface Claim {
  /** What it's the figure of. */
  what: string;
  /** The documents that say it, each in words of its own. A row of a table has its bars, with one space beside each. */
  said: Record<string, string>;
  /** That prints it; null if it was measured by hand. */
  command: string | null;
  machine: keyof typeof machines;
  /** The day on which it was printed, or first written down where no document has the day. */
  date: string;
  /** How `make claims` prints it again. */
  again?: {
    command: string;
    /** As it stands in what is said. */
    figure: string;
    /** Its first group is the figure in what the command prints. */
    printed: RegExp;
  };
}

type Printed = Pick<Claim, 'command' | 'machine' | 'date'>;

/** A claim for each of these rows of a table, called by its first cell. */
function rows(doc: string, about: string, printed: Printed, lines: string[]): Claim[] {
  return lines.map((line) => ({
    what: `${about}: ${line.split('|')[1]?.trim()}`,
    said: { [doc]: line },
    ...printed,
  }));
}

const speed = 'docs/speed.md';
const scale = 'docs/scale.md';
const promises = 'docs/promises.md';
const operate = 'docs/operate.md';
const analytics = 'docs/analytics.md';

const benchQuick = 'PARTS=ready,intake,request-to-row,analytics,bytes make bench-quick';
const lighthouse = { command: 'make lighthouse', machine: 'two cores', date: '2026-11-26' } as const;
const bytes = { command: 'make test', machine: 'any', date: '2026-11-26' } as const;
const background = { command: 'make measure-background', machine: 'two cores', date: '2026-11-22' } as const;
const dashboard = {
  command: 'PARTS=analytics make bench',
  machine: 'two cores',
  date: '2026-11-27',
} as const;
const bench = { command: 'make bench', machine: 'two cores', date: '2026-11-22' } as const;
const drain = { command: 'PARTS=drain make bench', machine: 'two cores', date: '2026-11-27' } as const;
const growth = {
  command: 'make bench-growth VISITS=50000000',
  machine: 'two cores',
  date: '2026-11-22',
} as const;
const nights = { ...growth, date: '2026-11-26' } as const;
const persons = { command: 'PARTS=persons make bench', machine: 'two cores', date: '2026-11-23' } as const;
const byHand = { command: null, machine: 'two busy cores', date: '2026-11-23' } as const;
const scaling = { command: 'PARTS=scaling make bench', machine: 'two cores', date: '2026-11-26' } as const;
const failover = {
  command: 'make test-scale ROUNDS=10',
  machine: 'two busy cores',
  date: '2026-11-26',
} as const;
const fsync = { command: 'PARTS=fsync make bench', machine: 'two cores', date: '2026-11-23' } as const;
const deliveries = { command: 'make bench-deliveries', machine: 'two cores', date: '2026-11-21' } as const;
const disk = { command: 'make bench-disk', machine: 'any', date: '2026-11-23' } as const;
const soak = { command: 'make soak MINUTES=60', machine: '1 GB, one core', date: '2026-11-23' } as const;
const fullDisk = { command: 'make test-disk', machine: 'two busy cores', date: '2026-11-23' } as const;
const edits = { command: 'make edit-power', machine: 'any', date: '2026-11-25' } as const;
const asvs = { command: 'make check', machine: 'any', date: '2026-11-23' } as const;

export const claims: Claim[] = [
  {
    what: 'Lighthouse: performance and largest paint of all pages',
    said: { 'README.md': '| 99 or 100, at most 1.36 s |' },
    ...lighthouse,
  },
  ...rows(
    speed,
    'Lighthouse (performance, accessibility, best practices, SEO, LCP, CLS, TBT)',
    { ...lighthouse },
    [
      '| `/en` | 100 | 100 | 100 | 100 | 1.36 s | 0 | 31 ms |',
      '| `/nl` | 99 | 100 | 100 | 100 | 1.36 s | 0 | **107 ms** |',
      '| `/learn` | 100 | 100 | 100 | 100 | 1.36 s | 0 | 20 ms |',
      '| `/booking` | 100 | 100 | 100 | 100 | 1.36 s | 0 | 11 ms |',
      '| `/legal` | 100 | 100 | 100 | 100 | 1.36 s | 0 | 81 ms |',
    ],
  ),
  {
    what: 'Lighthouse: performance of the home page on half the machine',
    said: { [speed]: 'On a machine half as fast the home page scores 83 to 86 for performance' },
    ...lighthouse,
    machine: 'a slow machine',
  },
  { what: 'how long a run of Lighthouse takes', said: { [speed]: 'A run takes 50 s' }, ...lighthouse },
  {
    what: 'first load of /en: JavaScript',
    said: { 'README.md': '| 93.8 + 11.4 + 8.5 KB |', [speed]: 'JavaScript 93.8 KB (Dutch 94.5)' },
    ...bytes,
    again: { command: benchQuick, figure: '93.8', printed: /\/en: JavaScript: ([\d.]+) KB/ },
  },
  {
    what: 'first load of /en: CSS',
    said: { 'README.md': '| 93.8 + 11.4 + 8.5 KB |', [speed]: 'CSS 11.4 KB' },
    ...bytes,
    again: { command: benchQuick, figure: '11.4', printed: /\/en: CSS: ([\d.]+) KB/ },
  },
  {
    what: 'first load of /en: HTML',
    said: { 'README.md': '| 93.8 + 11.4 + 8.5 KB |', [speed]: 'HTML 8.5 KB (8.7), in ten requests' },
    ...bytes,
    again: { command: benchQuick, figure: '8.5', printed: /\/en: HTML: ([\d.]+) KB/ },
  },
  {
    what: 'JavaScript of a home page that is idle',
    said: { [speed]: '113.4 KB of JavaScript' },
    ...bytes,
  },
  {
    what: 'an untouched page: what its moving costs',
    said: { [speed]: '2.5 to 3.6 % of a core (its pause button brings that to 0); other pages: 0' },
    ...background,
  },
  {
    what: 'an untouched page: everything else',
    said: { [speed]: 'Everything else an open page costs: 0.7 %' },
    ...background,
  },

  {
    what: 'analytics call at 10 million visits, median',
    said: { 'README.md': '| 10.8 ms |' },
    ...dashboard,
  },
  {
    what: 'analytics call, median (at 10 thousand, 1 million, 10 million visits)',
    said: { [speed]: '| analytics call, median | 8.1 ms | 11.5 ms | 10.8 ms |' },
    ...dashboard,
    again: {
      command: benchQuick,
      figure: '8.1',
      printed: /analytics call at 10000 visits, p95:.*\n.*p50 ms ([\d.,]+)/,
    },
  },
  {
    what: 'analytics call, p95',
    said: { [speed]: '| analytics call, p95 | 13.4 ms | 16.2 ms | 15.9 ms |' },
    ...dashboard,
    again: {
      command: benchQuick,
      figure: '13.4',
      printed: /analytics call at 10000 visits, p95: ([\d.,]+) ms/,
    },
  },
  {
    what: 'analytics call, last 30 days, p95',
    said: { [speed]: '| its last 30 days, p95 | 15.0 ms | 19.8 ms | 17.6 ms |' },
    ...dashboard,
  },
  {
    what: 'from the click to the analytics page complete, p95',
    said: { [speed]: '| from the click to the page complete, p95 | 1,004 ms | 991 ms | 1,096 ms |' },
    ...dashboard,
    again: {
      command: benchQuick,
      figure: '1,004',
      printed: /analytics page at 10000 visits, from click to complete, p95: ([\d.,]+) ms/,
    },
  },
  {
    what: 'from the click to the analytics page complete, medians',
    said: { [speed]: '(medians 766 to 939)' },
    ...dashboard,
  },
  {
    what: 'from the click to the analytics page complete, p95, before the page had filters',
    said: { [speed]: 'on 22 November it was 754 to 781' },
    ...bench,
  },
  ...rows(
    speed,
    'filtered sessions (p95 wanted; median and p95 in ms at 10 thousand, 1 million, 10 million visits)',
    dashboard,
    [
      '| 30 days, a tenth, by a filter | 60 | 8, 11 | 18, 23 | 26, 32 |',
      '| 30 days, a tenth, by two | 60 | 10, 13 | 18, 21 | 27, 36 |',
      '| 30 days, half, by a filter | 120 | 11, 24 | 21, 66 | 38, 58 |',
      '| 30 days, half, by two | 120 | 11, 17 | 21, 33 | 47, 56 |',
      '| 12 months, a tenth, by a filter | 400 | 23, 31 | 75, 83 | 170, 182 |',
      '| 12 months, a tenth, by two | 400 | 27, 31 | 79, 91 | 200, 214 |',
      '| 12 months, half, by a filter | 1,000 | 27, 38 | 95, 134 | 292, 328 |',
      '| 12 months, half, by two | 1,000 | 34, 46 | 107, 118 | 375, 394 |',
      '| all of 30 days | | 12, 21 | 22, 28 | 49, 61 |',
      '| all of 12 months | | 30, 45 | 109, 142 | 415, 432 |',
    ],
  ),
  {
    what: 'the first question about 12 months at 10 million visits',
    said: { [speed]: 'waits 0.6 s, because the api' },
    ...dashboard,
    date: '2026-11-26',
  },
  {
    what: 'a hundred open pages that show who is on the site',
    said: {
      [speed]: 'cost the api 1.7 % of a core where the visits alone cost 1.1 %; each page gets 4 KB a second',
    },
    command: 'PARTS=now make bench',
    machine: 'two cores',
    date: '2026-11-23',
  },

  {
    what: 'POST /api/visit straight at the api, beside a bare Fastify',
    said: {
      [speed]:
        '20,100 a second beside 36,400 of a bare Fastify that answers the same with nothing behind it, 0.55, where 0.60 was wanted',
    },
    ...bench,
    again: {
      command: benchQuick,
      figure: '0.55',
      printed: /POST \/api\/visit, straight at the api:.*ratio ([\d.]+)/,
    },
  },
  {
    what: 'POST /api/visit straight at the api, in other runs',
    said: { [speed]: 'Whole runs of `make bench` gave 0.55 to 0.60, turns of five seconds 0.61 to 0.65' },
    ...bench,
  },
  {
    what: 'POST /api/visit through nginx, beside nginx and a bare Fastify',
    said: { [speed]: '11,300 beside 29,000, 0.39, where 0.80 was wanted' },
    ...bench,
    again: {
      command: benchQuick,
      figure: '0.39',
      printed: /POST \/api\/visit, through nginx:.*ratio ([\d.]+)/,
    },
  },
  {
    what: 'visits from request to row, a second',
    said: {
      'README.md': '| 3,980 a second |',
      [speed]: '4,000 a second for a minute, after ten seconds to warm up: 3,980 a second',
    },
    ...bench,
    again: { command: benchQuick, figure: '3,980', printed: /from request to row,.*?: ([\d.,]+) visits\/s/ },
  },
  {
    what: 'the 202 meanwhile: median and p99',
    said: { [speed]: 'the 202 meanwhile after 10 ms in the middle, p99 36 ms' },
    ...bench,
  },
  {
    what: 'a full queue: the worker beside a loop that writes the same',
    said: { [speed]: '0.86 of what a bare loop stores that writes the same rows, rollups and sessions' },
    ...drain,
  },
  {
    what: 'a full queue: the worker beside a loop that writes no sessions',
    said: { [speed]: '0.48 of one that writes no sessions, where 0.45 was wanted' },
    ...drain,
  },
  {
    what: 'a full queue: the three in visits a second',
    said: { [speed]: '12,900 a second beside 15,000 and 26,800' },
    ...drain,
  },
  {
    what: 'a full queue: before there were sessions',
    said: { [speed]: 'Before there were any it was 0.69' },
    ...bench,
  },
  {
    what: 'log lines imported a second',
    said: { 'README.md': '| 43,200 lines a second |', [speed]: '`make import-log`: 43,200 lines a second' },
    ...bench,
  },
  {
    what: 'the api ready after its start',
    said: { [speed]: 'the api 1.37 s (1.51 in a slower hour)' },
    ...bench,
    again: { command: benchQuick, figure: '1.37', printed: /api ready after its start: ([\d.]+) s/ },
  },
  {
    what: 'the worker ready after its start',
    said: { [speed]: 'the worker 1.50 s' },
    ...bench,
    again: { command: benchQuick, figure: '1.50', printed: /worker ready after its start: ([\d.]+) s/ },
  },
  {
    what: 'resident memory after ten minutes at 1,000 visits a second',
    said: { [speed]: 'the api 184 MB, the worker 303 MB with its places (321 at most, for a moment)' },
    ...bench,
  },

  ...rows(speed, '50 million visits', growth, [
    '| raw visits on disk | 256 bytes each, 12.8 GB |',
    '| everything else on disk | 38 bytes a visit, 1.9 GB |',
    '| partitions made ahead | 10 ms |',
    '| every open month recounted, before sessions | 735 to 943 s |',
    '| a month of raw rows removed and sealed | 5.6 s |',
    '| memory of the process that does this | 101 MB |',
    "| the owner's analytics call, with all visits in | median 9.5 ms, p95 15.8 ms |",
    '| the same, the oldest month removed and sealed | median 8.4 ms, p95 13.7 ms |',
  ]),
  {
    what: '50 million visits: which visitors of a day were there already',
    said: { [speed]: '1.6 GB tell which visitors of a day were there already' },
    ...growth,
  },
  ...rows(speed, '50 million visits with sessions', nights, [
    "| a night's check, of days verified before | **19 s**, of 60 wanted |",
    '| the same, of days that never were | 294 s |',
    '| a session on disk, with its indexes | 207 bytes |',
    '| everything else beside the raw visits | 57 bytes a visit, 2.9 GB |',
    '| the first backup: dump, then restic | 218 + 127 s, of which 3.3 GB are stored |',
    '| the next one, of which nearly all is stored | 218 + 36 s |',
  ]),
  {
    what: "a night's backup, for a million visits",
    said: { [speed]: 'takes some 5 s for a million visits' },
    ...nights,
  },
  {
    what: 'from a saved text to the served HTML',
    said: { [speed]: 'in both languages: median 1.5 s, p95 2.2 s' },
    command: 'PARTS=texts make bench',
    machine: 'two cores',
    date: '2026-11-21',
  },
  {
    what: 'a person exported or erased, among 10 million visits and a million leads',
    said: {
      'README.md': '| 77 ms, 107 ms |',
      [speed]: 'exported in 77 ms (p95 108), erased in 107 ms (p95 117)',
    },
    ...persons,
  },
  ...rows(speed, 'its statements (reading all, by indexes)', byHand, [
    '| export | 16.7 s | 56 ms |',
    '| erase | 19.7 s | 47 ms |',
  ]),
  {
    what: 'its indexes: creating them, and on disk',
    said: {
      [speed]:
        'indexes takes 55 s there, in which nothing is stored and everything waits in Redis; on disk they are 187 MB',
    },
    ...byHand,
  },

  {
    what: 'page views stored a second, through nginx',
    said: { [scale]: '8,300 to 11,700 page views a second are stored' },
    ...scaling,
  },
  ...rows(
    scale,
    'a year of 10 million, 100 million and 1 billion page views, by arithmetic on figures',
    nights,
    [
      '| a second, on average | 0.3 | 3.2 | 32 |',
      '| raw rows, 256 bytes each | 2.6 GB | 26 GB | 256 GB |',
      '| figures and who was there, 38 bytes each | 0.4 GB | 3.8 GB | 38 GB |',
      '| sessions, a third as many, 207 bytes each | 0.7 GB | 7 GB | 69 GB |',
      '| packed for filters, 37 bytes a session | 0.1 GB | 1.2 GB | 12 GB |',
      '| the dashboard without a filter | 16 ms | the same | the same |',
      '| all panels of 12 months with a filter | 0.6 s, asked again 0.2 to 0.4 | 6 to 10 s | a minute or more |',
      "| a worker's share of a core for storing | next to nothing | 0.03 % | 0.3 % |",
      "| a night's check of the figures | 4 s | 40 s | 6 minutes |",
      "| a night's backup | 1 minute | 10 minutes | 1.5 hours |",
    ],
  ),
  ...rows(scale, 'so many processes (accepted a second through nginx, p99, stored a second)', scaling, [
    '| 1 | 9,945 | 16 ms | 9,250 |',
    '| 2 | 8,103 | 17 ms | 10,201 |',
    '| 4 | 5,042 | 51 ms | |',
  ]),
  ...rows(scale, 'recovery with Sentinels (rounds, median, worst)', failover, [
    '| Sentinels: primary killed | 10 | 2.4 s | 2.6 s |',
    '| primary hung | 10 | 4.9 s | 16.8 s |',
    '| primary killed, its replicas behind | 10 | 2.4 s | 3.0 s |',
  ]),
  ...rows(scale, 'recovery with a Redis Cluster (rounds, median, worst)', failover, [
    '| Cluster: primary killed | 10 | 3.1 s | 4.4 s |',
    '| primary hung | 10 | 5.9 s | 6.5 s |',
    '| primary killed, its replicas behind | 10 | 3.2 s | 3.7 s |',
  ]),
  ...rows(scale, 'recovery with Patroni (rounds, median, worst)', failover, [
    '| Patroni: leader killed | 9 | 29.9 s | 30.5 s |',
    '| leader hung | 9 | 31.9 s | 34.4 s |',
    '| switchover | 8 | 3.5 s | 5.4 s |',
    '| cut between the two | 8 | 7.0 s | 8.4 s |',
    '| leader cut off from everything | 8 | 28.2 s | 33.2 s |',
    '| leader killed, its standby behind | 8 | 29.8 s | 33.4 s |',
  ]),
  {
    what: 'visits accepted where a replica of Redis is waited for, beside those where it is not',
    said: { [scale]: '0.87 of the page views accepted a second' },
    command: 'PARTS=replicas make bench',
    machine: 'two cores',
    date: '2026-11-27',
  },
  {
    what: 'lost without the setting that makes a standby have what is accepted',
    said: { [scale]: '6 to 22 in a round of Redis whose replicas were behind, 26 in one of Postgres' },
    ...failover,
    command: null,
  },

  ...rows(promises, 'what a flush costs (a second, p50, p99)', fsync, [
    '| visits, always | 1,464 | 9.3 ms | 35.9 ms |',
    '| visits, everysec | 1,737 | 7.7 ms | 30.8 ms |',
    '| always / everysec | 0.84 | 1.20 | 1.17 |',
    '| leads, always | 898 | 15.6 ms | 52.2 ms |',
    '| leads, everysec | 918 | 15.3 ms | 51.0 ms |',
    '| always / everysec | 0.98 | 1.02 | 1.02 |',
  ]),
  ...rows(promises, '100 leads a second (delivered, p50, p95, ratio)', deliveries, [
    '| setups, none hangs | 3,336 of 3,336 | 14.6 ms | 32.1 ms | |',
    '| setups, which hangs | 3,336 of 3,336 | | | |',
    '| question, none hangs | 3,332 of 3,332 | 14.2 ms | 31.7 ms | |',
    '| question, while setups hangs | 3,332 of 3,332 | 8.8 ms | 17.1 ms | 0.54 |',
    '| newsletter, none hangs | 3,332 of 3,332 | 16.3 ms | 37.0 ms | |',
    '| newsletter, while setups hangs | 3,332 of 3,332 | 10.7 ms | 20.8 ms | 0.56 |',
  ]),
  {
    what: 'what was accepted, after each process was killed under load',
    said: { 'README.md': '| nothing lost, nothing twice |', [promises]: 'every fault: lost 0, doubled 0' },
    command: 'make test-faults',
    machine: 'any',
    date: '2026-11-21',
  },

  {
    what: 'edits without effect that are called likely better or worse, at most',
    said: {
      [analytics]: 'of 1,000 such changes, looked at after each of 5,000 sessions, at most 0.9 % were',
    },
    ...edits,
    again: { command: 'make edit-power', figure: '0.9', printed: /False "likely" at most ([\d.]+) %/ },
  },
  {
    what: 'edits that bring twice as many leads, found after 1,000 sessions',
    said: {
      [analytics]: 'twice as many are found after 1,000 sessions in 56 % of cases and after 5,000 in 80 %',
    },
    ...edits,
    again: { command: 'make edit-power', figure: '56', printed: /1000 +3 +× 2 +[\d.]+ % +([\d.]+) %/ },
  },
  {
    what: 'edits that bring more leads: three times as many, half as many again',
    said: { [analytics]: 'three times as many after 500 in 95 %; half as many again after 5,000 in 17 %' },
    ...edits,
  },

  ...rows(
    operate,
    'disk after a year in MB (page views, figures, backups, free for the next, together)',
    disk,
    [
      '| 100 | 12 | 7 | 13 | 16 | 48 |',
      '| 1,000 | 96 | 30 | 39 | 94 | 260 |',
      '| 10,000 | 936 | 158 | 202 | 817 | 2,100 |',
    ],
  ),
  {
    what: 'a full disk: pages served, leads refused with a 503',
    said: { [operate]: 'each of 68 pages was served and each of 68 leads was refused with that 503' },
    ...fullDisk,
  },
  {
    what: 'a full disk: the first visit stored once there is room',
    said: { [operate]: 'A visit was stored 11 seconds after there was room again' },
    ...fullDisk,
  },
  {
    what: 'a restore with a million visits and ten thousand leads',
    said: { [operate]: 'half a minute with a million visits and ten thousand leads' },
    command: 'make test-keep',
    machine: 'two busy cores',
    date: '2026-11-23',
  },
  {
    what: 'refused while Postgres is upgraded, in containers',
    said: { [operate]: '3 calls of 398 were refused while the data moved' },
    command: 'make test-upgrade-postgres',
    machine: 'two busy cores',
    date: '2026-11-23',
  },
  {
    what: 'back to the second before, with an empty database',
    said: { [operate]: '(2 s for an empty database)' },
    command: 'infra/local/try-point-in-time.sh',
    machine: 'two cores',
    date: '2026-11-23',
  },
  {
    what: 'an hour of load: accepted, and none lost',
    said: { [operate]: '1,098,000 visits and leads accepted, none refused, lost or doubled' },
    ...soak,
  },
  {
    what: 'an hour of load: memory of all parts',
    said: {
      [operate]:
        '237 MB (PSS) at rest, half a minute after the start, 315 MB at most under the load, and 283 MB five minutes after it',
    },
    ...soak,
  },
  {
    what: 'memory of all parts after an idle hour',
    said: { [operate]: '260 MB after an idle hour' },
    ...soak,
    command: 'make soak MINUTES=2 IDLE_MINUTES=60',
    date: '2026-11-26',
  },
  {
    what: 'memory that the build and an upgrade take',
    said: {
      [operate]:
        '487 MB for `make up` with the whole build, 678 MB for that and `make upgrade` to the next version',
    },
    ...soak,
    command: 'node infra/dist/soak/in-small-machine.js make up-local',
  },

  {
    what: "the grade of Mozilla's HTTP Observatory",
    said: { 'docs/security.md': 'expects A+ of pages, of the admin, of calls and of errors' },
    command: 'make observatory',
    machine: 'any',
    date: '2026-11-23',
  },
  ...rows('docs/security-asvs.md', 'requirements of ASVS 5.0, levels 1 and 2', asvs, [
    '| yes | 107 |',
    '| partly | 54 |',
    '| no | 8 |',
    '| does not apply | 84 |',
  ]),
];
