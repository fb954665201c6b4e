import { Meeting, type PushType } from '@voordeur/contracts/db';
import {
  kindsToAnswer,
  type LeadKind,
  type LeadStatus,
  type LeadVerdict,
  markIcon,
  markPath,
  type TextLanguage,
} from '@voordeur/contracts/http';
import { promisedBy } from '@voordeur/server';
import { DateTime } from 'luxon';
import type { EntityManager } from 'typeorm';
import { readCurrentSettings } from '../mail/current-settings.js';
import { type MailTexts, mailTexts } from '../mail/texts/index.js';
import type { LeasedEffect } from './destination.js';
import type { LetterSettings, MailSettings } from '../platform/mail-settings.js';

/** Settings for pushes; absent without JWT_SECRET. */
export type PushSettings = LetterSettings &
  Pick<MailSettings, 'timeZone'> & {
    /** JWT_SECRET, which the key for pushes is sealed with. */
    sealSecret: string;
  };

/**
 * A declarative push message: newer browsers show it themselves, for the others the admin's service worker does
 * (web/public/admin-worker.js).
 */
interface PushMessage {
  web_push: 8030;
  notification: {
    title: string;
    body: string;
    lang: string;
    navigate: string;
    /** A notification that is shown again replaces the one that it repeats. */
    tag: string;
    /** The owner's mark; the service worker has the drawn one. */
    icon?: string;
  };
}

interface ReadyPush {
  in: (language: TextLanguage) => PushMessage;
}

/** Why a push is no longer wanted. */
interface Dropped {
  dropped: 'erased' | 'answered' | 'quarantined' | 'superseded';
}

interface LeadRow {
  kind: LeadKind;
  status: LeadStatus;
  verdict: LeadVerdict;
  receivedAt: Date;
  answeredAt: Date | null;
}

/** A lead that comes in takes a moment to be stored; a released one is older. */
const summaryFromMs = 10 * 60_000;

/** Writes a push from the current state of its lead, when it's sent. Nothing in it says who wrote, or what. */
export async function composePush(
  db: EntityManager,
  effect: Pick<LeasedEffect, 'id' | 'type' | 'eventId' | 'payload' | 'occurredAt'>,
  given: PushSettings,
): Promise<ReadyPush | Dropped> {
  const settings = await readCurrentSettings(db, given);
  const words = await wordsOf(db, effect, settings);
  if (typeof words !== 'function') return words;
  const navigate = new URL(screens[effect.type as PushType], settings.publicUrl).href;
  const hash = markPath.exec(settings.mark ?? '')?.[1];
  const icon = hash === undefined ? {} : { icon: new URL(markIcon(hash, 192), settings.publicUrl).href };
  return {
    in: (language) => {
      const { lang, push } = mailTexts(language);
      const [title, body] = words(push, lang);
      return { web_push: 8030, notification: { title, body, lang, navigate, tag: effect.id, ...icon } };
    },
  };
}

const screens: Record<PushType, string> = {
  'lead-notice': '/admin/leads',
  'lead-summary': '/admin/leads',
  'meeting-notice': '/admin/calendar',
  test: '/admin/notifications',
};

type Words = (texts: MailTexts['push'], lang: string) => [title: string, body: string];

async function wordsOf(
  db: EntityManager,
  { type, eventId, payload, occurredAt }: Pick<LeasedEffect, 'type' | 'eventId' | 'payload' | 'occurredAt'>,
  settings: PushSettings,
): Promise<Words | Dropped> {
  if ((type as PushType) === 'test') return ({ test }) => [test.title, test.text];
  if ((type as PushType) === 'lead-summary') {
    const leads = Number(payload['leads']);
    const [open] = await db.query<unknown[]>(
      `select from leads where received_at >= $1 and status = 'new' and verdict <> 'quarantined' limit 1`,
      [new Date(occurredAt.getTime() - summaryFromMs)],
    );
    if (!open) return { dropped: 'answered' };
    return ({ more, moreWhere }, lang) => [more(leads, leads.toLocaleString(lang)), moreWhere];
  }
  if ((type as PushType) === 'meeting-notice') return wordsOfMeeting(db, payload, settings);
  const [lead] = await db.query<LeadRow[]>(
    `select kind, status, verdict, received_at as "receivedAt", answered_at as "answeredAt" from leads where id = $1`,
    [eventId],
  );
  if (!lead) return { dropped: 'erased' };
  if (lead.verdict === 'quarantined') return { dropped: 'quarantined' };
  if (lead.status !== 'new' || lead.answeredAt) return { dropped: 'answered' };
  if (!kindsToAnswer.some((kind) => kind === lead.kind))
    return ({ titles, noAnswer }) => [titles[lead.kind], noAnswer];
  const dueAt = dueTimeOf(lead.receivedAt, settings);
  return ({ titles, answerBy }, lang) => [
    titles[lead.kind],
    answerBy(dueAt.setLocale(lang).toFormat('cccc HH:mm')),
  ];
}

/** When a meeting is, unless it has changed again since. */
async function wordsOfMeeting(
  db: EntityManager,
  { meetingId, sequence, status }: LeasedEffect['payload'],
  { timeZone }: PushSettings,
): Promise<Words | Dropped> {
  const meeting = await db.findOneBy(Meeting, { id: String(meetingId) });
  if (!meeting) return { dropped: 'erased' };
  if (meeting.sequence !== sequence) return { dropped: 'superseded' };
  const startsAt = DateTime.fromJSDate(meeting.startsAt, { zone: timeZone });
  const today = DateTime.fromMillis(Date.now(), { zone: timeZone });
  const isSoon = [today, today.plus({ days: 1 })].some((day) => startsAt.hasSame(day, 'day'));
  return ({ titles, meetingMoved, meetingCancelled }, lang) => {
    const local = startsAt.setLocale(lang === 'en' ? 'en-GB' : lang);
    const relative = isSoon ? local.toRelativeCalendar({ base: today, unit: 'days' }) : null;
    const day = relative ?? local.toLocaleString({ weekday: 'long', day: 'numeric', month: 'long' });
    const title =
      status === 'moved' ? meetingMoved : status === 'cancelled' ? meetingCancelled : titles.booking;
    return [title, `${day.charAt(0).toLocaleUpperCase(lang)}${day.slice(1)} ${local.toFormat('HH:mm')}`];
  };
}

function dueTimeOf(receivedAt: Date, { daysOff = [], timeZone }: PushSettings): DateTime {
  return DateTime.fromMillis(promisedBy(receivedAt.getTime(), { daysOff, timeZone }), { zone: timeZone });
}
