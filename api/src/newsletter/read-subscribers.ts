import type {
  ShownConsent,
  SubscriberCounts,
  SubscriberOfPage,
  SubscriberSearch,
  SubscribersPage,
  SubscriberState,
} from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { pageOf, pageSize } from '../platform/paging.js';
import { likePattern, readStatements } from '../platform/sql.js';
import { bounceOf, type BounceRow } from './bounce.js';

const statements = readStatements(new URL('./sql/subscribers.sql', import.meta.url));

type SubscriberRow = Pick<SubscriberOfPage, 'id' | 'email' | 'state' | 'language'> &
  Pick<ShownConsent, 'sentence' | 'confirmedBy'> &
  BounceRow & { givenAt: Date; confirmedAt: Date | null; withdrawnAt: Date | null };

/** One page, the newest signup first. */
export async function readSubscribersPage(
  db: DataSource,
  { state = 'confirmed', q, cursor }: SubscriberSearch,
): Promise<SubscribersPage> {
  const rows: SubscriberRow[] = await db.query(statements.get('subscribers') ?? '', [
    state,
    q && likePattern(q),
    cursor,
    pageSize + 1,
  ]);
  const { page, cursor: next } = pageOf(rows);
  return { subscribers: page.map(subscriberOf), ...(next !== null && { cursor: next }) };
}

/** All that match, with one page in memory at a time. */
export async function* readAllSubscribers(
  db: DataSource,
  search: SubscriberSearch,
): AsyncGenerator<SubscriberOfPage> {
  let page = await readSubscribersPage(db, search);
  yield* page.subscribers;
  while (page.cursor !== undefined) {
    page = await readSubscribersPage(db, { ...search, cursor: page.cursor });
    yield* page.subscribers;
  }
}

export async function readSubscriberCounts(db: DataSource): Promise<SubscriberCounts> {
  const rows: { state: SubscriberState; count: number }[] = await db.query(statements.get('counts') ?? '');
  const counts: SubscriberCounts = { confirmed: 0, pending: 0, unsubscribed: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

function subscriberOf(row: SubscriberRow): SubscriberOfPage {
  const { id, email, state, language, sentence, confirmedBy, givenAt, confirmedAt, withdrawnAt } = row;
  return {
    id,
    email,
    state,
    language,
    consent: {
      sentence,
      givenAt: givenAt.toISOString(),
      confirmedAt: confirmedAt?.toISOString() ?? null,
      confirmedBy,
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    },
    bounce: bounceOf(row),
  };
}
