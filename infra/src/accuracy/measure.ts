import { atLeast, atMost, type Row } from '../measuring/figures.js';
import type { AddressRow, AgentRow, Corpus } from './read-corpus.js';

interface Judges {
  detectBot: (visit: { userAgent: string; page: string }) => { reason: string } | null;
  locate: (address: string) => { country: string };
}

/**
 * Runs the worker's own judges over the corpus: to what the product promises (where a group without rows keeps no
 * promise), to the shares of each group, and to the rows that were judged wrongly.
 */
export function measure({ bots, people, addresses }: Corpus, { detectBot, locate }: Judges) {
  const reasonByAgent = new Map(
    [...bots, ...people].map(({ ua }) => [ua, detectBot({ userAgent: ua, page: '/' })?.reason]),
  );
  const reasonOf = ({ ua }: AgentRow) => reasonByAgent.get(ua);
  const isBot = (row: AgentRow) => reasonOf(row) !== undefined;
  const detected = bots.filter(isBot);
  const reasons = [...new Set(detected.map((row) => reasonOf(row) ?? ''))];
  const ofClass = (start: string) => people.filter((row) => row.class.startsWith(start));
  const todays = people.filter((row) => row.sources.includes('user-agents-npm'));

  const current = addresses.filter((row) => row.dbip_agrees);
  const isPlaced = (row: AddressRow) => locate(row.ip).country === row.country;
  const placedOf = (family: 4 | 6) => percentOf(current.filter((row) => row.family === family).map(isPlaced));
  const percentOfBots = (rows: AgentRow[]) => percentOf(rows.map(isBot));

  const targets: Row[] = [
    atLeast('bots detected', percentOfBots(bots), 99.2, '%'),
    atMost('browsers taken for bots', percentOfBots(ofClass('browser')), 1, '%'),
    atMost("today's browsers taken for bots", percentOfBots(todays), 0, '%'),
    atLeast('IPv4 in its country', placedOf(4), 100, '%'),
    atLeast('IPv6 in its country', placedOf(6), 90, '%'),
  ];
  return {
    targets,
    shares: {
      'Bots detected, by source': shares(bots, ({ sources }) => sources, isBot),
      'Bots detected, by reason': shares(
        detected,
        () => reasons,
        (row, reason) => reasonOf(row) === reason,
      ),
      'People taken for bots, by class': shares(people, (row) => row.class.split('-').slice(0, 1), isBot),
      'People taken for bots, by source': shares(people, ({ sources }) => sources, isBot),
    },
    misses: {
      'Not detected': bots.filter((row) => !isBot(row)).map(({ ua }) => ua),
      'Taken for a bot': ofClass('browser')
        .filter(isBot)
        .map(({ ua }) => ua),
      Misplaced: current
        .filter((row) => !isPlaced(row))
        .map(({ ip, country }) => `${ip} (${country}): ${locate(ip).country}`),
    },
  };
}

function percentOf(verdicts: boolean[]): number {
  return (100 * verdicts.filter(Boolean).length) / verdicts.length;
}

/** By group, how many of its rows pass the test. */
function shares(
  rows: AgentRow[],
  groupsOf: (row: AgentRow) => string[],
  test: (row: AgentRow, group: string) => boolean,
): Record<string, string> {
  const groups = [...new Set(rows.flatMap(groupsOf))].sort();
  const shareOf = (group: string) => {
    const verdicts = rows.filter((row) => groupsOf(row).includes(group)).map((row) => test(row, group));
    return `${percentOf(verdicts).toFixed(2)} %, ${verdicts.filter(Boolean).length} of ${verdicts.length}`;
  };
  return Object.fromEntries(groups.map((group) => [group, shareOf(group)]));
}
