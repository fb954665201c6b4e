import type { Meeting } from '@voordeur/contracts/db';
import {
  calendarLimits,
  type ErrorCode,
  inLanguage,
  localeOf,
  type MeetingKind,
  needsPhone,
  type TextLanguage,
  textLimits,
  wireLanguageOf,
} from '@voordeur/contracts/http';
import { type Html, markup, type VisitorText } from '@voordeur/server';
import type { TimesQueryDto } from './calendar.dto.js';
import type { FreeDay } from './free-times.js';

/*
 * The calendar for visitors without JavaScript: free times, the form of one of them, and the page of a meeting. nginx.conf
 * allows their one style by its hash.
 */

export interface PageContext {
  language: TextLanguage;
  text: VisitorText;
  product: string;
  /** The site's. */
  timeZone: string;
}

const timesPath = '/api/bookings/times';

/** The CSP of these pages has its hash (nginx.conf). The owner's colours are in /colours.css. */
export const pageStyle = `
:root{color-scheme:dark}
body{margin:0;padding:24px 16px 48px;background:var(--color-night,#0a110f);color:var(--color-text,#f3efe6);font:17px/1.6 system-ui,sans-serif}
main{max-width:40rem;margin:0 auto}
h1{font-size:2rem;line-height:1.1;margin:8px 0 16px}
h2{font-size:1.2rem;margin:28px 0 8px}
a{color:var(--color-lamp-hi,#ffe0a3)}
ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:8px}
button{min-height:44px;padding:8px 18px;border:0;border-radius:6px;background:var(--color-lamp,#f0b95a);color:var(--color-ink,#1b1307);font:inherit;font-weight:700;cursor:pointer}
button:focus-visible,a:focus-visible,input:focus-visible,textarea:focus-visible{outline:3px solid var(--color-lamp-hi,#ffe0a3);outline-offset:2px}
label{display:block;margin:16px 0 4px}
input,textarea{box-sizing:border-box;width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--color-edge,#6c867b);border-radius:6px;background:var(--color-paint,#14211c);color:inherit;font:inherit}
nav{display:flex;flex-wrap:wrap;gap:24px;margin:28px 0}
.note{color:var(--color-text-2,#bac6be)}
.alert{color:var(--color-alarm,#ff9f8a)}
.away{position:absolute;left:-9999px}
form p{margin:24px 0 0}
`;

interface Times {
  kind: MeetingKind;
  kinds: MeetingKind[];
  days: FreeDay[];
  /** The first days of the pages before and after this one. */
  earlier: string | undefined;
  later: string | undefined;
  /** The signed token of the meeting that is to be moved. */
  token: string | undefined;
  /** The time that was chosen before is gone. */
  isTaken: boolean;
}

/** The free times of some days, each with a form of its own: it opens the form of that time, or moves a meeting to it. */
export function timesPage(context: PageContext, times: Times): string {
  const { language, text, timeZone } = context;
  const { kind, kinds, days, earlier, later, token, isTaken } = times;
  const address = (more: TimesParameters) => timesAddress({ language, kind: kind.id, token, ...more });
  const link = (label: string, from: string | undefined) =>
    from === undefined ? [] : [markup`<a href="${address({ from })}">${label}</a>`];
  const free = days.filter(({ times: starts }) => starts.length > 0);
  const moves = token !== undefined;
  return page(context, text(moves ? 'meeting.moveTitle' : 'meeting.timesTitle'), [
    ...(isTaken ? [markup`<p class="alert" role="alert">${text('meeting.taken')}</p>`] : []),
    markup`<p>${inLanguage(kind.name, language)}, ${text('meeting.minutes', { minutes: kind.minutes })}</p>`,
    markup`<p class="note">${text('meeting.zone', { timeZone })}</p>`,
    ...(moves ? [] : [otherKinds(kinds, kind, language)]),
    ...(free.length === 0 ? [markup`<p>${text('meeting.none')}</p>`] : []),
    ...free.flatMap(({ date, times: starts }) => [
      markup`<h2>${dayName(date, language)}</h2>`,
      markup`<ul>
${starts.map((startMs) => {
  const startsAt = new Date(startMs);
  const fields = moves
    ? { token, startsAt: startsAt.toISOString() }
    : { language, kind: kind.id, at: startsAt.toISOString() };
  const action = moves ? '/api/bookings/meeting' : timesPath;
  return markup`<li><form method="${moves ? 'post' : 'get'}" action="${action}">${hidden(fields)}<button aria-label="${fullTime(startsAt, language, timeZone)}">${clock(startsAt, language, timeZone)}</button></form></li>`;
})}
</ul>`,
    ]),
    markup`<nav>
${[...link(text('meeting.earlier'), earlier), ...link(text('meeting.later'), later)]}
</nav>`,
  ]);
}

function otherKinds(kinds: MeetingKind[], chosen: MeetingKind, language: TextLanguage): Html {
  const others = kinds.filter(({ id }) => id !== chosen.id);
  const links = others.map(
    ({ id, name }) =>
      markup`<a href="${timesAddress({ language, kind: id })}">${inLanguage(name, language)}</a>`,
  );
  return others.length === 0
    ? markup``
    : markup`<nav>
${links}
</nav>`;
}

interface BookingForm {
  kind: MeetingKind;
  startsAt: Date;
  /** Makes it one booking, however often it's sent. */
  id: string;
  /** The answers of a form that was refused. */
  typed?: Record<string, unknown>;
  /** The fields that were wrong. */
  wrong?: string[];
}

const wrongFieldTexts = {
  name: 'meeting.wrongName',
  email: 'meeting.wrongEmail',
  phone: 'meeting.wrongPhone',
  answers: 'meeting.wrongAnswer',
} as const;

/** The form that books one time. */
export function formPage(
  context: PageContext,
  { kind, startsAt, id, typed = {}, wrong = [] }: BookingForm,
): string {
  const { language, text, timeZone } = context;
  const fields = {
    ...{ id, kind: kind.id, startsAt: startsAt.toISOString() },
    ...{ language: wireLanguageOf(language), timeZone },
  };
  const given = (field: string) => (typeof typed[field] === 'string' ? typed[field] : '');
  const answers = Array.isArray(typed['answers']) ? typed['answers'].map(String) : [];
  const questions = kind.questions.map(
    (question, index) => markup`<label for="answer${String(index)}">${inLanguage(question, language)}</label>
<textarea id="answer${String(index)}" name="answer" rows="4" maxlength="${String(calendarLimits.answer)}">${answers[index] ?? ''}</textarea>`,
  );
  const wrongTexts = new Set(
    wrong.map((field) => (isKnown(wrongFieldTexts, field) ? wrongFieldTexts[field] : 'meeting.wrongForm')),
  );
  const sentences = [...wrongTexts].map((key) => text(key, { most: calendarLimits.answer }));
  return page(context, text('meeting.formTitle'), [
    ...(sentences.length > 0 ? [markup`<p class="alert" role="alert">${sentences.join(' ')}</p>`] : []),
    markup`<p>${inLanguage(kind.name, language)}, ${fullTime(startsAt, language, timeZone)} (${timeZone})</p>
<form method="post" action="/api/bookings">
${hidden(fields)}
<label for="name">${text('meeting.name')}</label>
<input id="name" name="name" value="${given('name')}" required autocomplete="name" maxlength="${String(textLimits.name)}">
<label for="email">${text('meeting.email')}</label>
<input id="email" name="email" type="email" value="${given('email')}" required autocomplete="email" maxlength="${String(textLimits.email)}">
${kind.place.kind === 'phone' ? phoneField(kind, text, given('phone')) : ''}
${questions}
<div class="away" aria-hidden="true"><input name="website" tabindex="-1" autocomplete="off"></div>
<p><button>${text('meeting.book')}</button></p>
</form>
<nav><a href="${timesAddress({ language, kind: kind.id })}">${text('meeting.other')}</a></nav>`,
  ]);
}

function phoneField(kind: MeetingKind, text: VisitorText, typed: string): Html {
  return markup`<label for="phone">${text(needsPhone(kind) ? 'meeting.phoneNeeded' : 'meeting.phone')}</label>
<input id="phone" name="phone" type="tel" value="${typed}"${needsPhone(kind) ? markup` required` : ''} autocomplete="tel" maxlength="${String(textLimits.phone)}">`;
}

interface OwnMeeting {
  meeting: Pick<Meeting, 'state' | 'title' | 'startsAt' | 'timeZone' | 'kind'>;
  token: string;
  /** It can still be cancelled, and also moved if its kind is still offered. */
  canCancel: boolean;
  canMove: boolean;
}

/** The page behind a meeting's link. Opening it changes nothing, because mail scanners open every link. */
export function ownMeetingPage(
  context: PageContext,
  { meeting, token, canCancel, canMove }: OwnMeeting,
): string {
  const { language, text } = context;
  const { state, title, startsAt, kind } = meeting;
  const timeZone = meeting.timeZone ?? context.timeZone;
  const status =
    state === 'cancelled' ? 'meeting.isCancelled' : canCancel ? 'meeting.isBooked' : 'meeting.isOver';
  return page(context, text('meeting.ownTitle'), [
    markup`<p role="status">${text(status)}</p>
<p><strong>${title ?? ''}</strong><br>${fullTime(startsAt, language, timeZone)} (${timeZone})</p>`,
    ...(canMove
      ? [markup`<nav><a href="${timesAddress({ language, kind, token })}">${text('meeting.other')}</a></nav>`]
      : []),
    ...(canCancel
      ? [
          markup`<form method="post" action="/api/bookings/meeting">${hidden({ token })}<button>${text('meeting.cancel')}</button></form>`,
        ]
      : []),
    ...(state === 'cancelled'
      ? [markup`<nav><a href="${timesAddress({ language })}">${text('meeting.other')}</a></nav>`]
      : []),
  ]);
}

const refusalTexts = {
  'invalid-token': 'meeting.badLink',
  unavailable: 'meeting.unavailable',
} as const;

/** Says why a form or a link was refused, with a way back to the times. */
export function refusalPage(context: PageContext, code: ErrorCode): string {
  const { language, text } = context;
  return page(context, text('meeting.refusedTitle'), [
    markup`<p class="alert" role="alert">${text(isKnown(refusalTexts, code) ? refusalTexts[code] : 'meeting.refused')}</p>
<nav><a href="${timesAddress({ language })}">${text('meeting.timesTitle')}</a></nav>`,
  ]);
}

/** The query of `GET /api/bookings/times`. */
export type TimesParameters = { [Name in keyof TimesQueryDto]?: string | undefined };

/** The address of the free times. */
export function timesAddress(parameters: TimesParameters): string {
  const given = Object.entries(parameters).filter((one): one is [string, string] => one[1] !== undefined);
  return `${timesPath}?${new URLSearchParams(given).toString()}`;
}

function page({ language, product }: PageContext, title: string, blocks: Html[]): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${markup`${title} | ${product}`.source}</title>
<link rel="stylesheet" href="/colours.css">
<style>${pageStyle}</style>
</head>
<body>
<main>
<p class="note">${markup`${product}`.source}</p>
<h1>${markup`${title}`.source}</h1>
${blocks.map(({ source }) => source).join('\n')}
</main>
</body>
</html>
`;
}

function isKnown<Key extends string>(texts: Record<Key, unknown>, name: string): name is Key {
  return Object.hasOwn(texts, name);
}

function hidden(fields: Record<string, string>): Html[] {
  return Object.entries(fields).map(
    ([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`,
  );
}

const clock = (at: Date, language: TextLanguage, timeZone: string) =>
  at.toLocaleTimeString(localeOf(language), { timeZone, timeStyle: 'short' });

const fullTime = (at: Date, language: TextLanguage, timeZone: string) =>
  at.toLocaleString(localeOf(language), {
    ...{ timeZone, weekday: 'long', day: 'numeric', month: 'long' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });

const dayName = (date: string, language: TextLanguage) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString(localeOf(language), {
    ...{ timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' },
  });
