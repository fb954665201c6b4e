import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BookBody, BookedAnswer } from '@voordeur/contracts/http';
import { forSeconds } from '../measuring/load.js';
import { ownConnection } from './load.js';

/** A meeting by the last answer about it. */
export interface ToldMeeting {
  id: string;
  startsAt: string;
  state: 'booked' | 'cancelled';
  /** How often it has changed. */
  sequence: number;
  token: string;
}

/** Visitors who send again what wasn't answered, as a page does. `wrong` takes what no visitor should meet. */
export function bookerAt(baseUrl: string, wrong: string[]) {
  const meetings: ToldMeeting[] = [];
  const counts = { taken: 0, moved: 0, cancelled: 0, unavailable: 0 };

  /** The answer, or null if the time is taken. */
  async function send(path: string, body: object): Promise<BookedAnswer | null> {
    const isPatient = forSeconds(600);
    while (isPatient()) {
      const answer = await post(path, body);
      if (answer?.ok) return (await answer.json()) as BookedAnswer;
      await answer?.arrayBuffer();
      if (answer?.status === 409) {
        counts.taken += 1;
        return null;
      }
      if (answer?.status === 503) counts.unavailable += 1;
      else wrong.push(`${path} answered ${answer?.status ?? 'nothing'}`);
      await wait(100 + Math.random() * 400);
    }
    throw new Error(`${path} stays unavailable`);
  }

  // As long as the api may take: a visitor who has gone would not know what becomes of it.
  const post = (path: string, body: object) =>
    fetch(`${baseUrl}/api/bookings${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...ownConnection },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    }).catch(() => null);

  return {
    /** Booked ones, by the last answer about each. */
    meetings,
    counts,
    async book(startsAt: string): Promise<ToldMeeting | null> {
      const id = randomUUID();
      const form: BookBody = {
        ...{ id, kind: 'call', startsAt, email: `${id}@example.org`, name: 'Drill' },
        ...{ language: 'NL', timeZone: 'Europe/London' },
      };
      const booked = await send('', form);
      if (!booked) return null;
      const token = new URL(booked.changeUrl, baseUrl).searchParams.get('token') ?? '';
      const meeting: ToldMeeting = { id: booked.id, startsAt, state: 'booked', sequence: 0, token };
      meetings.push(meeting);
      return meeting;
    },
    /** Whether it moved. */
    async move(meeting: ToldMeeting, startsAt: string): Promise<boolean> {
      if (!(await send('/meeting', { token: meeting.token, startsAt }))) return false;
      Object.assign(meeting, { startsAt, sequence: meeting.sequence + 1 });
      counts.moved += 1;
      return true;
    },
    async cancel(meeting: ToldMeeting): Promise<void> {
      await send('/meeting', { token: meeting.token });
      Object.assign(meeting, { state: 'cancelled', sequence: meeting.sequence + 1 });
      counts.cancelled += 1;
    },
  };
}
