import type { EntityManager } from 'typeorm';
import type { StoredRows } from './store-chunks.js';

const lock = `hashtext('voordeur/erased-visitors')`;

/** Rows with a visitor; bots have none. */
interface OfVisitor {
  id: string;
  visitor: Buffer | null;
  occurredAt: string;
}

/**
 * Holds erasures of visits back until this transaction ends. Call it before storing anything that follows from a
 * visit, in a statement of its own, so that the next one sees every erasure that came before.
 */
export async function holdErasures(tx: EntityManager): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(${lock})`);
}

/** Waits until nothing is being stored of any visitor, and holds back further rows until this transaction ends. */
export async function holdStoring(tx: EntityManager): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${lock})`);
}

/**
 * Leaves out events from before their visitor had the visit erased: they were accepted and still on their way, or their
 * job runs again. Call it first in the transaction that stores the rest.
 */
export async function leaveOutErased<Row extends OfVisitor>(
  tx: EntityManager,
  rows: Row[],
): Promise<{ kept: Row[]; dropped: StoredRows['dropped'] }> {
  const visitors = new Set(rows.flatMap(({ visitor }) => visitor?.toString('hex') ?? []));
  if (visitors.size === 0) return { kept: rows, dropped: [] };
  await holdErasures(tx);
  const erased = await tx.query<{ visitor: Buffer; erasedAt: Date }[]>(
    `select visitor, erased_at as "erasedAt" from erased_visitors where visitor = any($1::bytea[])`,
    [[...visitors].map((hex) => Buffer.from(hex, 'hex'))],
  );
  if (erased.length === 0) return { kept: rows, dropped: [] };
  const erasedMs = new Map(
    erased.map(({ visitor, erasedAt }) => [visitor.toString('hex'), erasedAt.getTime()]),
  );
  const isErased = ({ visitor, occurredAt }: Row) =>
    visitor !== null && Date.parse(occurredAt) <= (erasedMs.get(visitor.toString('hex')) ?? -Infinity);
  return {
    kept: rows.filter((row) => !isErased(row)),
    dropped: rows.filter(isErased).map(({ id }) => ({ id, reason: 'erased' })),
  };
}
