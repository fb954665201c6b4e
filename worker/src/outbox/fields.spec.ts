import { expect, it } from 'vitest';
import { bookingVisitFields } from './booking-visit-fields.js';
import { fieldsOfLead } from '../leads/lead-follow-up.js';

it('tells of a lead what its form held, and nothing of how it came', () => {
  const lead = {
    id: 'x',
    kind: 'video-signup',
    phone: '06',
    videoId: 'video-1',
    watchTime: 0,
    timestamp: 'any',
    address: '145.97.31.20',
    userAgent: 'any',
  };
  expect(fieldsOfLead(lead)).toEqual({ phone: '06', videoId: 'video-1', watchTime: 0 });
});

it('makes the row of a booking visit by the days of the site', () => {
  const visit = {
    occurredAt: '2026-12-31T23:30:00.000Z',
    address: '145.97.31.0',
    place: { country: 'NL', city: 'Amsterdam' },
    page: '/nl/booking',
  };
  expect(bookingVisitFields(visit, 'Europe/Amsterdam')).toEqual({
    address: '145.97.31.0',
    date: '2027-01-01',
    place: 'Amsterdam, Netherlands',
    page: '/nl/booking',
    allTime: true,
    month: 'January',
    year: 2027,
  });
});

it.each([
  [{ country: 'NL', city: null }, 'Netherlands'],
  [{ country: 'ZZ', city: null }, 'Unknown'],
])('names the place of %j', (place, name) => {
  const visit = { occurredAt: '2026-11-21T12:00:00.000Z', address: null, place, page: '/booking' };
  expect(bookingVisitFields(visit, 'UTC')).toMatchObject({ place: name, address: 'Unknown' });
});
