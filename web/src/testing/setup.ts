import { afterEach, beforeEach, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { timings } from '../config/timings';
import { eraseAdminDrafts } from '../lib/admin-drafts';
import { unmount } from './render';

// Drawing each frame of a fade takes a quarter of a test's time, and a click waits until its button is still.
const still = document.head.appendChild(document.createElement('style'));
still.textContent =
  '*, ::before, ::after { animation-duration: 0s !important; transition-duration: 0s !important; }';

const { setTimeout: startTimer } = globalThis;
const toastTimes = new Set<number | undefined>([timings.toastMs, timings.toastWithActionMs]);

beforeEach(() => {
  // A toast ends by itself, and a busy machine may take that long between two steps of a test. Here it stays.
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    run: TimerHandler,
    ms?: number,
    ...given: unknown[]
  ) => startTimer(run, toastTimes.has(ms) ? timings.toastRemovalMs : ms, ...given)) as typeof setTimeout);
  // expect.poll would move faked timers on with each look, of which a slow machine makes many. A test moves them itself.
  vi.spyOn(vi, 'isFakeTimers').mockReturnValue(false);
});

afterEach(async () => {
  unmount();
  await commands.forgetCalls();
  // Calls that the test has left under way are begun before this one, so none of them gets an answer of the next test.
  await fetch('/api/none').catch(() => undefined);
  // A timer that a test or its last answer left running (the reminder of the spam folder) must not fire in the next one.
  for (const { value } of vi.mocked(setTimeout).mock.results) clearTimeout(value as number);
  vi.restoreAllMocks();
  localStorage.clear();
  eraseAdminDrafts();
});
