import { type CaldavProgram, hasCaldav, startCaldav } from '@voordeur/testing';
import { calendarSeal, planCopies, planCopyRemovals } from '@voordeur/server';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemLookup } from '../platform/checked-addresses.js';
import { useDatabase } from '../testing/hooks.js';
import { sendDue } from '../testing/send-due.js';
import { calendarDestination } from './calendar-destination.js';
import { readNextSource } from '../calendar/calendar-reader.js';

const database = useDatabase();
const { query } = database;
const jwtSecret = 'a secret of sixteen bytes or more';
const how = { isAllowed: () => true, lookUp: systemLookup, allowPlain: true, timeoutMs: 5_000 };

describe.each<CaldavProgram>(['radicale', 'xandikos'])('%s', (program) => {
  describe.skipIf(!hasCaldav(program))('(skipped where it is not installed)', () => {
    const server = {} as Awaited<ReturnType<typeof startCaldav>>;
    beforeAll(async () => {
      Object.assign(server, await startCaldav(program));
    });
    afterAll(() => server.stop());

    const sourceId = uuidv7();
    const meetingId = uuidv7();
    beforeEach(async () => {
      const seal = calendarSeal(jwtSecret);
      await query(
        `insert into calendar_sources (id, kind, name, host, sealed_address, user_name, sealed_password, all_day_blocks, writes_to)
        values ($1, 'caldav', 'Work', '', $2, $3, $4, true, $5)`,
        [
          ...[sourceId, seal.close(Buffer.from(server.url)), server.userName],
          ...[seal.close(Buffer.from(server.password)), server.calendar],
        ],
      );
      await query(
        `insert into meetings (id, state, kind, starts_at, ends_at, blocked, title, name, email, answers)
        values ($1, 'booked', 'call', now() + interval '1 day', now() + interval '25 hours', tstzrange(now(), now()),
          'Free call', 'You', 'you@example.org', '[{"question": "About?", "answer": "Invoices"}]')`,
        [meetingId],
      );
      await server.request('DELETE', `${meetingId}.ics`);
    });

    /** Plans what a change of the meeting plans, and makes one attempt at everything that is due. */
    async function copy(): Promise<unknown> {
      await planCopies(database.dataSource, 'id = $1', [meetingId]);
      return attempt();
    }
    async function attempt(): Promise<unknown> {
      const destination = calendarDestination(database.dataSource, {
        ...{ jwtSecret, how },
        ...{ publicUrl: 'https://site.example', product: 'Voordeur' },
      });
      await sendDue(database.dataSource, [destination]);
      const [row] = await query('select state, last_error as error from outbox order by id desc limit 1');
      return row?.['error'] ?? row?.['state'];
    }
    const event = async () => {
      const answer = await server.request('GET', `${meetingId}.ics`);
      return answer.ok ? (await answer.text()).replaceAll(/\r?\n[ \t]/g, '') : answer.status;
    };
    const change = (sql: string) => query(`update meetings set ${sql}, sequence = sequence + 1`);

    it('has a meeting once, however often it is written', async () => {
      expect(await copy()).toBe('sent');
      expect(await event()).toContain('SUMMARY:You: Free call');
      expect(await event()).toContain('Invoices');
      expect(await event()).not.toContain('ATTENDEE');
      // An attempt whose outcome was lost.
      expect(await copy()).toBe('sent');
      expect(await event()).toContain(`UID:${meetingId}@site.example`);
    });

    it('has it where it was moved to, and no longer once it is cancelled', async () => {
      await copy();
      await change(`starts_at = '2031-05-06T10:00:00Z', ends_at = '2031-05-06T10:30:00Z'`);
      expect(await copy()).toBe('sent');
      expect(await event()).toMatch(/DTSTART[^\r\n]*20310506T100000Z/);
      await change(`state = 'cancelled'`);
      expect(await copy()).toBe('sent');
      expect(await event()).toBe(404);
      expect(await copy()).toBe('superseded');
    });

    it('loses it when its person is erased', async () => {
      await copy();
      await planCopyRemovals(database.dataSource, 'email = $1', ['you@example.org']);
      await query('delete from meetings');
      expect(await attempt()).toBe('sent');
      expect(await event()).toBe(404);
    });

    it('gets it later if it hangs or is down', async () => {
      server.pause();
      expect(await copy()).toBe('not-reached');
      // The request may have arrived: an erasure deletes it there.
      expect(await query('select copy_url is not null as known from meetings')).toEqual([{ known: true }]);
      server.resume();
      await server.kill();
      await query('update outbox set due_at = now()');
      expect(await attempt()).toBe('not-reached');
      await server.start();
      await query('update outbox set due_at = now()');
      expect(await attempt()).toBe('sent');
      expect(await event()).toContain('SUMMARY');
    });

    it('is not busy by our own meetings', async () => {
      await copy();
      await query('update calendar_sources set due_at = now()');
      const site = { timeZone: 'Europe/Amsterdam', ownHost: 'site.example' };
      const stop = new AbortController().signal;
      await readNextSource(database.dataSource, { jwtSecret, site, how: { ...how, stop } });
      expect(await query('select failure, read_at is not null as read from calendar_sources')).toEqual([
        { failure: null, read: true },
      ]);
      expect(await query('select from busy_times')).toEqual([]);
    });
  });
});
