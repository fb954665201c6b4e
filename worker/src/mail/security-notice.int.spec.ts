import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, it } from 'vitest';
import { mailDestination } from '../outbox/mail-destination.js';
import { useDatabase, useSmtpReceiver } from '../testing/hooks.js';
import { testMailSettings } from '../testing/mail-settings.js';
import { sendDue } from '../testing/send-due.js';
import { planSecurityNotices } from './plan-security-notices.js';

const database = useDatabase();
const receiver = useSmtpReceiver();
const { query } = database;

beforeEach(() => query('truncate security_events'));

const happen = (kind: string) =>
  query(`insert into security_events (id, kind, network) values ($1, $2, '203.0.113.0/24')`, [
    uuidv7(),
    kind,
  ]);
const plan = (canMail = true) => planSecurityNotices(database.dataSource, canMail);
const send = () =>
  sendDue(database.dataSource, [
    mailDestination(database.dataSource, { current: { ...testMailSettings, smtpUrl: receiver.url } }),
  ]);

it('is sent to the owner once for each event, however often it is planned', async () => {
  await happen('login');
  await happen('lockout');
  await happen('codes-guessed');
  await Promise.all([plan(), plan(), plan()]);
  await plan();
  await send();
  await send();
  expect(receiver.mails.map(({ to, parsed }) => `${to.join(', ')}: ${parsed.subject}`).sort()).toEqual([
    'owner@example.org: Someone has the key of Voordeur and is guessing codes',
    'owner@example.org: Someone is guessing the key of Voordeur',
    'owner@example.org: Someone logged in to Voordeur',
  ]);
});

it('is not sent late, about what happened while there was no mail server', async () => {
  await happen('login');
  await plan(false);
  await plan();
  await send();
  expect(receiver.mails).toEqual([]);
});
