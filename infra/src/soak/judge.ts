import type { account } from '../faults/account.js';
import { atLeast, atMost, median, type Row } from '../measuring/figures.js';
import type { SoakLoad } from './load.js';
import { growth, type Sample } from './samples.js';

export interface Soak {
  idleMinutes: number;
  /** Before the load. */
  fresh: Sample[];
  samples: Sample[];
  load: SoakLoad;
  accounted: Awaited<ReturnType<typeof account>>;
  visitRows: number;
  /** After the load. */
  rested: Sample[];
  restMinutes: number;
  limits: { size: string; kills: number } | null;
}

const mostIdleMb = 280;
const mostLoadedMb = 450;
/** Postgres keeps up to 1 GB of its log of changes, three logs of 10 MB belong to each part. */
const mostOtherFilesMb = 1_500;

/** By how much the last quarter may exceed the second. Pools follow the load; a leak of a handle a second doubles them. */
const flat = { memory: 1.05, handles: 1.25, p99: 1.5 };

/** What a soak must show: little memory that stays little, and everything accepted accounted for once. */
export function judgeSoak(soak: Soak): Row[] {
  const { fresh, samples, load, accounted, rested, limits } = soak;
  const memory = samples.map(({ memoryMb }) => memoryMb);
  const handles = samples.map(({ handles: open }) => open);
  const p99s = samples.flatMap(({ latency }) => (latency ? [latency.p99Ms] : []));
  const otherFiles = samples.map(({ otherFilesMb }) => otherFilesMb);
  const swapped = [...fresh, ...samples, ...rested].map(({ swapMb }) => swapMb);
  const accepted = load.accepted.visits.length + load.accepted.leads.length;
  return [
    atMost(`memory at rest, ${after(soak.idleMinutes)} the start`, memoryAtEnd(fresh), mostIdleMb, 'MB'),
    atMost('memory under load, the most', Math.max(...memory), mostLoadedMb, 'MB'),
    { what: `memory at rest, ${after(soak.restMinutes)} the load`, value: memoryAtEnd(rested), unit: 'MB' },
    isFlat('memory', memory, flat.memory),
    isFlat('open files and connections', handles, flat.handles),
    isFlat('p99 of the 202', p99s, flat.p99),
    atMost('swapped out, the most', Math.max(...swapped), 0, 'MB'),
    ...(limits ? [atMost('processes killed for want of memory', limits.kills, 0)] : []),
    { what: 'tables and indexes, for a visit', value: (grown(samples) * 1e6) / accepted, unit: 'bytes' },
    atMost('all other files, the most', Math.max(...otherFiles), mostOtherFilesMb, 'MB'),
    atLeast('accepted of all requests', accepted / (accepted + load.refused), 0.999),
    atMost('accepted and lost', accounted.lost + accounted.undelivered, 0),
    atMost('stored or delivered more than once', countDoubled(soak), 0),
    atMost('figures that differ from their rows', Number(accounted.differing), 0),
  ];
}

const grown = (samples: Sample[]) => (samples.at(-1)?.databaseMb ?? 0) - (samples[0]?.databaseMb ?? 0);

const after = (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} after`;

const memoryAtEnd = (samples: Sample[]) => median(samples.slice(-3).map(({ memoryMb }) => memoryMb));

const isFlat = (what: string, values: number[], limit: number): Row =>
  atMost(`${what}: the last quarter over the second`, growth(values), limit, 'times');

/** A request that was broken off may have been stored. */
function countDoubled({ visitRows, load, accounted }: Soak): number {
  const more = visitRows - load.accepted.visits.length - load.refused;
  return Math.max(0, more) + accounted.doubled + accounted.deliveredTwice;
}
