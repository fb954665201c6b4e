import { Media, MediaPart } from '@voordeur/contracts/db';
import {
  type LegalDocumentsAnswer,
  legalDocuments,
  legalFacts,
  type LegalOrder,
  localeOf,
  type SiteConfig,
  textLanguages,
  withSiteChanges,
} from '@voordeur/contracts/http';
import type { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { readSiteChanges } from '../site/read-site.js';
import { checkRoom } from './uploads.js';

/** More than a legal document has, so that those ordered find room. */
const roomBytes = 100_000;

interface Order {
  isRead: boolean;
  timeZone: string;
}

/**
 * Orders every legal document in every language, with the facts as they're saved now, so a worker that tries twice makes the
 * same one. Throws `no-room`.
 */
export async function orderDocuments(
  db: DataSource,
  file: SiteConfig,
  { isRead, timeZone }: Order,
): Promise<LegalDocumentsAnswer> {
  const { changes } = await readSiteChanges(db.manager);
  const site = withSiteChanges(file, changes);
  const now = new Date();
  const orders = legalDocuments.flatMap((document) =>
    textLanguages.map((language): LegalOrder => {
      const date = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone }).format(now);
      const facts = { ...legalFacts(site, language), date };
      return { document, language, product: site.product, facts, isRead };
    }),
  );
  await checkRoom(db, orders.length * roomBytes);
  const rows = orders.map((order) => ({ id: uuidv7(), order, data: Buffer.from(JSON.stringify(order)) }));
  await db.transaction(async (tx) => {
    const legal = { kind: 'legal', state: 'waiting' } as const;
    await tx.insert(
      Media,
      rows.map(({ id, data }) => ({ id, ...legal, bytes: data.length })),
    );
    await tx.insert(
      MediaPart,
      rows.map(({ id, data }) => ({ mediaId: id, file: '', start: 0, data })),
    );
  });
  return { documents: rows.map(({ id, order: { document, language } }) => ({ document, language, id })) };
}
