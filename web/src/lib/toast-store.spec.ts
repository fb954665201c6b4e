import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, readToast, showToast } from './toast-store';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('holds one toast at a time, the newest', () => {
  showToast({ title: 'first' });
  const first = readToast();
  showToast({ title: 'second', variant: 'warning' });
  expect(readToast()).toMatchObject({ title: 'second', open: true });
  // The one that is gone closes nothing.
  dismissToast(first?.id ?? 0);
  expect(readToast()).toMatchObject({ title: 'second', open: true });
});

it('lets a dismissed toast go after 1,000,000 ms, unless another came', () => {
  showToast({ title: 'first' });
  dismissToast(readToast()?.id ?? 0);
  vi.advanceTimersByTime(999_999);
  expect(readToast()).toMatchObject({ title: 'first', open: false });
  vi.advanceTimersByTime(1);
  expect(readToast()).toBeNull();

  showToast({ title: 'second' });
  dismissToast(readToast()?.id ?? 0);
  showToast({ title: 'third' });
  vi.advanceTimersByTime(1_000_000);
  expect(readToast()).toMatchObject({ title: 'third', open: true });
});
