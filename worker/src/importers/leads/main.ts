import 'reflect-metadata';
import { parseArgs } from 'node:util';
import type { DataSource } from 'typeorm';
import { formatCount, say } from '../report.js';
import { readWhole, runImport } from '../run-import.js';
import type { Config } from '../../platform/config.js';
import { importLeads } from './import-leads.js';
import { limits, readLeads } from './read-leads.js';

const usage = `Usage: node worker/dist/importers/leads/main.js [FILE|-]

Takes leads of a CSV file (or standard input) into the inbox, marked as imported: our own export, or one with the columns
that docs/leads.md names. What is in already stays as it is.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
if (values.help) process.stdout.write(usage);
else await runImport('import-leads', bring);

async function bring(db: DataSource, { timeZone }: Config): Promise<void> {
  const file = await readWhole(positionals[0] ?? '-', limits.bytes);
  const { leads, quarantined } = await readLeads(file, { timeZone, now: new Date() });
  const { stored, subscribed } = await importLeads(db, leads);
  say(
    `${formatCount(leads.length)} leads: ${formatCount(stored)} new, ${formatCount(leads.length - stored)} already here.`,
  );
  if (quarantined > 0) say(`Left out: ${formatCount(quarantined)} in quarantine.`);
  if (subscribed > 0) say(`New on the newsletter's list: ${formatCount(subscribed)}.`);
}
