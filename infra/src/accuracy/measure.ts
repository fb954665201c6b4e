import type { AddressRow, AgentRow, Corpus } from './read-corpus.js';

/** How many rows of a group were right (or wrong), and those that matter for looking into. */
export interface Share {
  of: number;
  count: number;
}

export interface Measured {
  recall: Share;
  /** False positives, by group of class. */
  flagged: Record<'browser*' | 'app-*' | 'user-agents-npm' | 'device-unknown-client', Share>;
  recallBySource: Record<string, Share>;
  flaggedBySource: Record<string, Share>;
  botsByReason: Record<string, Share>;
  /** Countries found, of the rows whose answer is still true. */
  placed: Record<'ipv4' | 'ipv6', Share>;
  misses: AgentRow[];
  falsePositives: AgentRow[];
  misplaced: AddressRow[];
}

export interface Judges {
  detectBot: (visit: { userAgent: string; page: string }) => { reason: string } | null;
  locate: (address: string) => { country: string };
}

/** Runs the worker's own judges over the corpus. */
export function measure(corpus: Corpus, { detectBot, locate }: Judges): Measured {
  const reasonByAgent = new Map(
    [...corpus.bots, ...corpus.people].map(
      ({ ua }) => [ua, detectBot({ userAgent: ua, page: '/' })?.reason ?? null] as const,
    ),
  );
  const reasonOf = (row: AgentRow) => reasonByAgent.get(row.ua) ?? null;
  const isBot = (row: AgentRow) => reasonOf(row) !== null;
  const told = corpus.bots.filter(isBot);
  const reasons = new Set(told.map(reasonOf).filter((reason) => reason !== null));
  const group = (belongs: (row: AgentRow) => boolean) => shareOf(corpus.people.filter(belongs), isBot);
  const current = corpus.addresses.filter((row) => row.dbip_agrees);
  const isPlaced = (row: AddressRow) => locate(row.ip).country === row.country;

  return {
    recall: { of: corpus.bots.length, count: told.length },
    flagged: {
      'browser*': group((row) => row.class.startsWith('browser')),
      'app-*': group((row) => row.class.startsWith('app-')),
      'user-agents-npm': group((row) => row.sources.includes('user-agents-npm')),
      'device-unknown-client': group((row) => row.class === 'device-unknown-client'),
    },
    recallBySource: bySource(corpus.bots, isBot),
    flaggedBySource: bySource(corpus.people, isBot),
    botsByReason: Object.fromEntries(
      [...reasons].map((reason) => [reason, shareOf(told, (row) => reasonOf(row) === reason)] as const),
    ),
    placed: {
      ipv4: shareOf(
        current.filter((row) => row.family === 4),
        isPlaced,
      ),
      ipv6: shareOf(
        current.filter((row) => row.family === 6),
        isPlaced,
      ),
    },
    misses: corpus.bots.filter((row) => !isBot(row)),
    falsePositives: corpus.people.filter((row) => row.class.startsWith('browser') && isBot(row)),
    misplaced: current.filter((row) => !isPlaced(row)),
  };
}

function bySource(rows: AgentRow[], test: (row: AgentRow) => boolean): Record<string, Share> {
  const sources = [...new Set(rows.flatMap((row) => row.sources))].sort();
  return Object.fromEntries(
    sources.map((source) => [
      source,
      shareOf(
        rows.filter((row) => row.sources.includes(source)),
        test,
      ),
    ]),
  );
}

const shareOf = <Row>(rows: Row[], test: (row: Row) => boolean): Share => ({
  of: rows.length,
  count: rows.filter(test).length,
});
