import { DateTime } from 'luxon';
import type { Place } from '../platform/geoip.js';
import type { WebhookFields } from './webhooks.js';

const unknown = 'Unknown';

/**
 * The spreadsheet row of a visit to the booking page, in days of the site's zone. `address` is as stored (truncated
 * unless the owner chose otherwise); null becomes `Unknown`.
 */
export function bookingVisitFields(
  visit: { occurredAt: string; address: string | null; place: Place; page: string },
  timeZone: string,
): WebhookFields {
  const local = DateTime.fromISO(visit.occurredAt, { zone: timeZone, locale: 'en' });
  return {
    address: visit.address ?? unknown,
    date: local.toFormat('yyyy-MM-dd'),
    place: placeName(visit.place),
    page: visit.page,
    allTime: true,
    month: local.toFormat('LLLL'),
    year: local.year,
  };
}

const countries = new Intl.DisplayNames('en', { type: 'region' });

function placeName({ city, country }: Place): string {
  const name = country === 'ZZ' ? unknown : (countries.of(country) ?? unknown);
  return city === null ? name : `${city}, ${name}`;
}
