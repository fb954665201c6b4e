import { setTimeout as wait } from 'node:timers/promises';
import { type CalendarBody, type CalendarSettings, defaultCalendar } from '@voordeur/contracts/http';
import { call, logIn } from '@voordeur/e2e/helpers/clients.js';
import { chooseOwnCalendar, readFreeTimes } from '@voordeur/e2e/helpers/own-calendar.js';
import { ownSettings, withStack } from '@voordeur/e2e/helpers/test-stack.js';
import { addressOf } from '@voordeur/operate/local/stack.js';
import { startSmtpReceiver } from '@voordeur/worker/tools';
import { accountForBookings } from './account-bookings.js';
import { bookerAt } from './booker.js';
import { askAs, whileKilling } from './owner-calls.js';
import { openReceiver, settingsFor } from './receiver.js';
import { repeatAtOnce, upTo } from '../measuring/load.js';

/**
 * `make drill NAME=bookings`: 1,000 visitors (POSTS) want the same time, 50 at once, in each of ROUNDS (3); then 50 who
 * have booked move there, away again and cancel, CHANGES (20) times each. The api, the worker and Postgres are killed
 * meanwhile. Exit 1 unless one gets the time and all others hear that it's taken, nothing that was answered is lost or
 * doubled, each change has one webhook and one mail, and 503 is the only fault that anyone meets; 2 where the drill itself
 * could not run.
 */
const receiver = await openReceiver();
const mailServer = await startSmtpReceiver();
const settings = ownSettings('test-bookings', 8, {
  RATE_LIMIT: 'off',
  ...settingsFor(receiver.port, 'BOOKING'),
  WEBHOOK_RETRY_SECONDS: '0,1,1,2,2,3,3,4,4,5',
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'door@example.org',
  OWNER_EMAIL: 'owner@example.org',
});
const rounds = Number(process.env['ROUNDS'] ?? 3);
const posts = Number(process.env['POSTS'] ?? 1_000);
const atOnce = 50;
const changesEach = Number(process.env['CHANGES'] ?? 20);
const wrong: string[] = [];
const booker = bookerAt(addressOf(settings), wrong);

/** Has the owner choose her own calendar, which is open day and night. */
async function openCalendar(baseUrl: string, token: string): Promise<void> {
  await chooseOwnCalendar(baseUrl, token);
  const day = [{ from: '00:00', to: '24:00' }];
  const kinds: CalendarSettings['kinds'] = defaultCalendar.kinds.map((kind) => ({
    ...kind,
    ...{ weekly: kind.weekly.map(() => day), place: { kind: 'phone', text: '020 123' } },
    ...{ remindsDayBefore: false, remindsTwoHoursBefore: false },
  }));
  const body: CalendarBody = { settings: { ...defaultCalendar, kinds }, version: 0 };
  await call(`${baseUrl}/api/admin/calendar`, token, 'PUT', body);
}

/** Everyone wants the same time. Returns how many got it. */
async function allAtOnce(startsAt: string): Promise<number> {
  const meetings = await repeatAtOnce(atOnce, upTo(posts), async () => {
    const meeting = await booker.book(startsAt);
    await wait(Math.random() * 1_000);
    return meeting;
  });
  const booked = meetings.filter((meeting) => meeting !== null).length;
  if (booked !== 1) wrong.push(`${booked} have booked ${startsAt}`);
  return booked;
}

/** Has a time of their own, moves to that which all want, and leaves it again by moving back or by cancelling. */
async function moveAndCancel(own: string, wanted: string): Promise<void> {
  let meeting = await booker.book(own);
  for (let tries = 0; tries < changesEach; tries += 1) {
    if (!meeting) {
      wrong.push(`nobody else wants ${own}, and it is taken`);
      return;
    }
    await wait(Math.random() * 1_000);
    if (!(await booker.move(meeting, wanted))) continue;
    if (Math.random() < 0.5) {
      await booker.cancel(meeting);
      meeting = await booker.book(own);
    } else if (!(await booker.move(meeting, own))) wrong.push(`${own} is taken on the way back`);
  }
}

try {
  await withStack(settings, async (baseUrl) => {
    const token = await logIn(baseUrl, settings.environment['ADMIN_SECRET_KEY']);
    await openCalendar(baseUrl, token);
    const times = await readFreeTimes(baseUrl);
    const [wanted = '', ...others] = times.slice(rounds);
    const work = async () => {
      let booked = 0;
      for (const startsAt of times.slice(0, rounds)) booked += await allAtOnce(startsAt);
      const own = others.slice(0, atOnce);
      await Promise.all(own.map((startsAt) => moveAndCancel(startsAt, wanted)));
      return booked;
    };
    const { result: booked, kills } = await whileKilling(settings.localDir, askAs(baseUrl, token), work);
    const counts = {
      ...{ posts: rounds * posts, booked, ...booker.counts },
      ...(await accountForBookings(settings.databaseUrl, booker.meetings, { receiver, mailServer }, wrong)),
    };
    const said = Object.entries(counts).map(([what, count]) => `${what} ${count}`);
    process.stdout.write(`${said.join(', ')}, kills ${kills}\n`);
  });
  for (const one of wrong.slice(0, 20)) process.stdout.write(`${one}\n`);
  process.stdout.write(wrong.length === 0 ? 'Each time was booked once.\n' : 'Something went wrong.\n');
  process.exitCode = wrong.length === 0 ? 0 : 1;
} catch (error) {
  console.error('The drill could not run.', error);
  process.exitCode = 2;
} finally {
  await receiver.shut();
  await mailServer.stop();
}
