import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderAdmin } from '../testing/render';
import { Instant } from './instant';

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['en', '1 Jun 2025, 14:05', '1 Jan, 00:15'],
  ['nl', '1 jun 2025, 14:05', '1 jan, 00:15'],
] as const)(
  'in %s days come before months, and the current year is that of the zone of the site',
  async (language, lastYear, thisYear) => {
    // In Amsterdam the new year has begun.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2025-12-31T23:30:00Z') });
    renderAdmin(
      <>
        <Instant time="2025-06-01T12:05:00Z" />
        <Instant time="2025-12-31T23:15:00Z" />
      </>,
      { language },
    );
    await expect
      .poll(() => [...document.querySelectorAll('time')].map(({ textContent }) => textContent))
      .toEqual([lastYear, thisYear]);
    expect(page.getByText(lastYear).elements()).toHaveLength(1);
  },
);
