import 'reflect-metadata';
import { orExit } from '@voordeur/server';
import { loadConfig } from '../platform/config.js';
import { openDatabase } from '../platform/database.js';
import { readCurrentSettings } from './current-settings.js';
import { openSmtp } from './smtp.js';
import { lastWholeWeek, weekOf } from './letter-week.js';
import { readWeek } from './read-week.js';
import { weeklyLetter } from './weekly-letter.js';

/**
 * `make drill NAME=letter`: prints the letter about last week as it is now, and sends it to the owner if a mail server is set.
 * Monday's letter still comes, because this one isn't in the outbox.
 */
const config = orExit(loadConfig);
const db = await openDatabase(config.databaseUrl, 'bulk', { applicationName: 'send-letter' });
try {
  const week = weekOf(lastWholeWeek(new Date(), config.timeZone), config.timeZone);
  const settings = await readCurrentSettings(db.manager, config.letter);
  const { subject, text, html } = weeklyLetter(await readWeek(db.manager, week), week, settings);
  process.stdout.write(`${text}\n`);
  if (config.mail) {
    const { smtpUrl, from, owner } = config.mail;
    await openSmtp(smtpUrl).sendMail({ from, to: owner, subject, text, html });
    process.stdout.write(`Sent to ${owner.address}.\n`);
  } else {
    process.stdout.write('Not sent: SMTP_URL is not set (docs/leads.md).\n');
  }
} finally {
  await db.destroy();
}
