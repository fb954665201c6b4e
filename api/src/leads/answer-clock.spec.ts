import { expect, it } from 'vitest';
import { answerClock } from './answer-clock.js';

const receivedAt = new Date('2026-03-28T12:00:00Z');
const after = (hours: number) => receivedAt.getTime() + hours * 3_600_000;
const always = { daysOff: [], timeZone: 'Europe/Amsterdam' };
const open = {
  kind: 'question',
  status: 'new',
  verdict: 'accepted',
  imported: false,
  receivedAt,
  answeredAt: null,
} as const;

it.each([
  [0, 'due'],
  [17.99, 'due'],
  [18, 'soon'],
  [24, 'soon'],
  [24.001, 'late'],
  [900, 'late'],
])('%s hours on, it is %s', (hours, state) => {
  // The clocks go forward in that night; the promise is of hours, not of a time of day.
  expect(answerClock(open, after(hours), always)).toEqual({ state, dueAt: '2026-03-29T12:00:00.000Z' });
});

it.each([
  [24, 'in-time'],
  [24.001, 'answered-late'],
])('answered after %s hours it is %s, archived or not', (hours, state) => {
  const answeredAt = new Date(after(hours));
  for (const status of ['answered', 'archived'] as const) {
    expect(answerClock({ ...open, status, answeredAt }, after(99), always)?.state).toBe(state);
  }
});

it.each([
  { ...open, kind: 'newsletter' },
  { ...open, kind: 'video-signup' },
  { ...open, kind: 'prompt-signup' },
  { ...open, verdict: 'quarantined' },
  { ...open, status: 'archived' },
] as const)('none is due: %j', (lead) => {
  expect(answerClock(lead, after(99), always)).toBeNull();
});

it.each(['setups', 'question'] as const)('is due for %s, once released too', (kind) => {
  expect(answerClock({ ...open, kind, verdict: 'released' }, after(1), always)?.state).toBe('due');
});

it('an imported lead has none', () => {
  expect(answerClock({ ...open, imported: true }, after(0), always)).toBeNull();
});

it('with days off, their hours do not count', () => {
  // It came on a Saturday.
  const off = { daysOff: ['saturday', 'sunday'], timeZone: 'Europe/Amsterdam' } as const;
  expect(answerClock(open, after(24.001), off)).toEqual({ state: 'due', dueAt: '2026-03-30T22:00:00.000Z' });
  expect(answerClock(open, after(58.001), off)?.state).toBe('late');
});
