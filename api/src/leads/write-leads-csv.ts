import type { Readable } from 'node:stream';
import { leadFieldNames, type LeadOfPage } from '@voordeur/contracts/http';
import { writeCsv } from '../platform/write-csv.js';

/** `make import KIND=leads` reads these columns back. */
const columns = [
  'id',
  'receivedAt',
  'kind',
  'signupKind',
  'status',
  'verdict',
  'verdictReasons',
  ...leadFieldNames,
  'timestamp',
  'visit.match',
  'visit.firstPage',
  'visit.referrer',
  'visit.utmSource',
  'visit.utmMedium',
  'visit.utmCampaign',
  'answeredAt',
  'answer.state',
  'answer.dueAt',
  'note',
  'delivery',
  'imported',
];

export function writeLeadsCsv(leads: AsyncIterable<LeadOfPage>): Readable {
  return writeCsv(leads, columns);
}
