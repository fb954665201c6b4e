import { createHash } from 'node:crypto';
import type { GoalEvent, VideoViewEvent, VisitEvent } from '@voordeur/contracts/jobs';
import type { DataSource } from 'typeorm';
import { UUID } from 'uuidv7';
import { detectBot } from '../bots/detect-bot.js';
import type { LookupData } from '../lookup/lookup.js';
import { openBundledNetworks } from '../bots/networks.js';
import { openPlaces } from '../platform/geoip.js';
import { VisitPartitions } from '../intake/partitions.js';
import { SiteDays } from '../platform/site-days.js';
import { DaySalts } from '../intake/day-salts.js';

let opened: Promise<LookupData> | undefined;

async function openBundled(): Promise<LookupData> {
  const [places, findNetwork] = await Promise.all([openPlaces({}), openBundledNetworks()]);
  return { places, detectBot, findNetwork };
}

/** A worker's intake, on this database and in this zone. */
export async function testIntake(db: DataSource, timeZone = 'Europe/Amsterdam') {
  const days = new SiteDays(timeZone);
  opened ??= openBundled();
  const lookup = await opened;
  return {
    db,
    timeZone,
    days,
    lookup: { current: () => lookup },
    salts: new DaySalts(db, days),
    partitions: new VisitPartitions(db),
    ownHost: 'localhost:8080',
    ipPrivacy: 'truncate' as const,
    videoIds: ['video-1'],
  };
}

/** A UUIDv7 of this instant, whose random part follows from `seed`. */
export function idAt(occurredAt: string, seed: string | number): string {
  const hex = createHash('sha256').update(String(seed)).digest();
  return UUID.fromFieldsV7(
    Date.parse(occurredAt),
    hex.readUInt16BE(0) & 0xfff,
    hex.readUInt32BE(2) >>> 2,
    hex.readUInt32BE(6),
  ).toString();
}

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
export const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let made = 0;

/** A page view by a person by default. */
export function visitEvent(given: Partial<VisitEvent> = {}): VisitEvent {
  const occurredAt = given.occurredAt ?? '2026-03-10T12:00:00.000Z';
  return {
    id: idAt(occurredAt, `visit ${(made += 1)}`),
    occurredAt,
    source: 'beacon',
    page: '/nl',
    address: '145.97.31.20',
    userAgent: firefox,
    ...given,
  };
}

export function videoViewEvent(given: Partial<VideoViewEvent> = {}): VideoViewEvent {
  const occurredAt = given.occurredAt ?? '2026-03-10T12:00:00.000Z';
  return {
    id: idAt(occurredAt, `view ${(made += 1)}`),
    occurredAt,
    videoId: 'video-1',
    videoTitle: 'Video 1',
    watchDuration: 5,
    address: '145.97.31.20',
    userAgent: firefox,
    ...given,
  };
}

export function goalEvent(given: Partial<GoalEvent> = {}): GoalEvent {
  const occurredAt = given.occurredAt ?? '2026-03-10T12:00:00.000Z';
  return {
    id: idAt(occurredAt, `goal ${(made += 1)}`),
    occurredAt,
    goal: 'form-opened',
    address: '145.97.31.20',
    userAgent: firefox,
    ...given,
  };
}
