import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitUntil } from './page-state';

const day = 86_400_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('calls back at its instant, not before', () => {
  const callback = vi.fn();
  waitUntil(Date.now() + 1_000, callback);
  vi.advanceTimersByTime(999);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(callback).toHaveBeenCalledOnce();
});

it('waits longer than a browser timer can', () => {
  const callback = vi.fn();
  waitUntil(Date.now() + 60 * day, callback);
  vi.advanceTimersByTime(59 * day);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(day);
  expect(callback).toHaveBeenCalledOnce();
});

it('calls back at once for an instant that has passed, and never when stopped', () => {
  const past = vi.fn();
  const stopped = vi.fn();
  waitUntil(Date.now() - 5, past);
  waitUntil(Date.now() + 60 * day, stopped)();
  vi.advanceTimersByTime(61 * day);
  expect(past).toHaveBeenCalledOnce();
  expect(stopped).not.toHaveBeenCalled();
});
