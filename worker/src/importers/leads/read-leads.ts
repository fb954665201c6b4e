import { isUtf8 } from 'node:buffer';
import type { Lead } from '@voordeur/contracts/db';
import { leadKinds, leadStatuses, readSafeCsvCell, signupKinds } from '@voordeur/contracts/http';
import { BadFile, type CsvRow, readCsv } from '../read-csv.js';
import { LeadFields } from './lead-fields.js';

export const limits = { bytes: 20_000_000, leads: 100_000 };
const badLinesShown = 20;
const longestHeader = 10_000;

/** A lead of the past, and when its sender agreed to the newsletter, if the file says so. */
export interface PastLead {
  lead: Omit<
    Lead,
    | 'storedAt'
    | 'revision'
    | 'contentDigest'
    | 'idempotencyDigest'
    | 'bodyDigest'
    | 'emailKey'
    | 'verdictReasons'
  >;
  consentAt: Date | null;
}

export interface LeadsFile {
  leads: PastLead[];
  /** In our own export: leads in quarantine aren't imported. */
  quarantined: number;
}

/** The names that docs/leads.md gives to columns of our own export, and to one that often has another. */
const otherNames = new Map([
  ['idea', 'message'],
  ['receivedat', 'created_at'],
  ['form', 'kind'],
]);

/** Columns that only the subscribers of listmonk, or the members of Ghost, have. */
const listColumns = [['uuid', 'attributes'], ['subscribed_to_emails']];

/**
 * The leads of a CSV file: one that we exported, one of listmonk's or Ghost's, or one with the columns of
 * docs/leads.md. Throws `BadFile` with the line number and the problem of each wrong line, quoting nothing from it.
 */
export async function readLeads(
  file: Buffer,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<LeadsFile> {
  const text = decode(file);
  const [header = ''] = text.slice(0, longestHeader).split(/[\r\n]/, 1);
  const isOwn = header.includes('receivedAt') && header.includes('visit.match');
  const names = new Set(header.toLowerCase().match(/\w+/g));
  const isList = !isOwn && listColumns.some((columns) => columns.every((column) => names.has(column)));
  const rows = readCsv([Buffer.from(text)], {
    name: 'This file',
    needed: ['email', 'created_at'],
    nameOf: (column) => {
      const name = column.trim().toLowerCase();
      if (isList && name === 'status') return ''; // of the subscription, not of their message
      return otherNames.get(name) ?? name;
    },
  });
  const leads: PastLead[] = [];
  const bad: string[] = [];
  let quarantined = 0;
  for await (const row of rows) {
    if (leads.length === limits.leads) throw new BadFile(`This file has more than ${limits.leads} leads.`);
    const fields = new LeadFields(isOwn ? withoutApostrophes(row) : row.cells, timeZone, now);
    const lead = readLead(fields, { isOwn, isList });
    if (fields.problems.length > 0) bad.push(`  line ${row.line}: ${fields.problems.join('; ')}`);
    else if (lead.lead.verdict === 'quarantined') quarantined += 1;
    else leads.push(lead);
  }
  if (bad.length > 0) {
    const more = bad.length > badLinesShown ? [`  and ${bad.length - badLinesShown} more`] : [];
    throw new BadFile(
      [
        'Nothing was imported, because lines of this file are wrong:',
        ...bad.slice(0, badLinesShown),
        ...more,
      ].join('\n'),
    );
  }
  return { leads, quarantined };
}

/** Excel saves "Unicode Text" as UTF-16. */
function decode(file: Buffer): string {
  const mark = file.toString('hex', 0, 2);
  if (mark === 'fffe' || mark === 'feff')
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(file);
  if (!isUtf8(file)) throw new BadFile('This file is not UTF-8: save it as "CSV UTF-8".');
  return file.toString();
}

function withoutApostrophes({ cells }: CsvRow): CsvRow['cells'] {
  return Object.fromEntries(Object.entries(cells).map(([name, cell = '']) => [name, readSafeCsvCell(cell)]));
}

function readLead(fields: LeadFields, { isOwn, isList }: { isOwn: boolean; isList: boolean }): PastLead {
  const givenKind = fields.oneOf('kind', leadKinds);
  const kind = givenKind ?? (isList ? 'newsletter' : 'question');
  const entered = fields.entered(kind);
  const { email, name, phone, idea } = entered;
  if (email === null && phone === null) fields.problems.push('neither email nor phone');
  const receivedAt = fields.receivedAt();
  const consentAt = fields.instant('consent_at');
  if (consentAt !== null && email === null) fields.problems.push('consent_at without email');
  const content = { kind, email, name, phone, idea, receivedAt };
  return {
    lead: {
      ...entered,
      kind,
      receivedAt,
      // The kind of a list's leads was once another.
      id: (isOwn ? fields.ownId() : null) ?? fields.idOf({ ...content, kind: givenKind ?? 'question' }),
      status: fields.oneOf('status', leadStatuses) ?? 'archived',
      signupKind: fields.oneOf('signupkind', signupKinds),
      answeredAt: fields.instant('answeredat'),
      note: fields.note(),
      notedAt: null,
      // Only the owner knows the sentence they agreed to elsewhere.
      consent: null,
      clientTimestamp: fields.timestamp() ?? receivedAt.toISOString(),
      verdict: fields.oneOf('verdict', ['accepted', 'quarantined', 'released']) ?? 'accepted',
      ...fields.visit(),
      imported: true,
      visitDigest: null,
    },
    consentAt,
  };
}
