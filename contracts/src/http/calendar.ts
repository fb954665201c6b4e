import type { Days } from './analytics.js';
import type { ErrorBody } from './error-codes.js';
import type { Language, TextLanguage } from './languages.js';
import { longestSlug, type PerLanguage } from './site-config.js';
import { lineOfText, textLimits } from './text.js';

/*
 * The owner's own calendar (`scheduler.provider` is `own`). Hours and days are those of the site's time zone, instants are
 * ISO 8601 in UTC. Every public call answers 404 while another calendar is chosen.
 */

/** `HH:MM`; `to` may be `24:00`. */
export interface Hours {
  from: string;
  to: string;
}

export const placeKinds = ['phone', 'video', 'address'] as const;
export interface MeetingPlace {
  kind: (typeof placeKinds)[number];
  /** The owner's number, the link of her video room, or an address; visitors get it once they have booked. */
  text: string;
}

export interface MeetingKind {
  /** Stays the same: meetings refer to it. */
  id: string;
  name: PerLanguage<string>;
  minutes: number;
  /** Seven lists, Monday first. */
  weekly: Hours[][];
  /** Kept free around each meeting; those of neighbours add up. */
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  leastNoticeMinutes: number;
  horizonDays: number;
  /** Meetings of this kind on a day; null: as many as there is room for. */
  mostPerDay: number | null;
  /** Minutes between the starts that are offered, counted from the start of the hours. */
  rasterMinutes: number;
  place: MeetingPlace;
  questions: PerLanguage<string>[];
  remindsDayBefore: boolean;
  remindsTwoHoursBefore: boolean;
}

export interface CalendarSettings {
  kinds: MeetingKind[];
  /** Both days are off too. */
  daysOff: Days[];
  /** These hours take the place of the weekly ones of every kind. */
  exceptions: { date: string; hours: Hours[] }[];
}

export const calendarLimits = {
  kinds: 3,
  questions: 2,
  hoursOfDay: 6,
  daysOff: 100,
  exceptions: 100,
  minutes: { min: 5, max: 480 },
  bufferMinutes: 240,
  leastNoticeMinutes: 43_200,
  horizonDays: { min: 1, max: 365 },
  mostPerDay: 50,
  rasterMinutes: { min: 5, max: 240 },
  name: 80,
  place: 300,
  question: 200,
  answer: 1_000,
  notes: textLimits.note,
  holdMinutes: 10,
  holds: 10,
} as const;

const count = ({ min = 0, max }: { min?: number; max: number }) =>
  ({ type: 'integer', minimum: min, maximum: max }) as const;

const line = (maxLength: number) =>
  ({ type: 'string', minLength: 1, maxLength, pattern: lineOfText }) as const;

const inLanguages = (maxLength: number) =>
  ({
    type: 'object',
    required: ['en'],
    additionalProperties: false,
    patternProperties: { '^[a-z]{2}$': line(maxLength) },
  }) as const;

const whole = <Properties extends object>(properties: Properties) =>
  ({ type: 'object', required: Object.keys(properties), additionalProperties: false, properties }) as const;

const date = { type: 'string', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' } as const;
const hours = {
  type: 'array',
  maxItems: calendarLimits.hoursOfDay,
  items: whole({
    from: { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' },
    to: { type: 'string', pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' },
  }),
} as const;
const buffer = count({ max: calendarLimits.bufferMinutes });

/** A `CalendarSettings`; `findCalendarProblems` has the rules that no schema can say. */
export const calendarSettingsSchema = whole({
  kinds: {
    type: 'array',
    minItems: 1,
    maxItems: calendarLimits.kinds,
    items: whole({
      id: { type: 'string', pattern: '^[a-z0-9-]+$', maxLength: longestSlug },
      name: inLanguages(calendarLimits.name),
      minutes: count(calendarLimits.minutes),
      weekly: { type: 'array', minItems: 7, maxItems: 7, items: hours },
      bufferBeforeMinutes: buffer,
      bufferAfterMinutes: buffer,
      leastNoticeMinutes: count({ max: calendarLimits.leastNoticeMinutes }),
      horizonDays: count(calendarLimits.horizonDays),
      mostPerDay: { type: ['integer', 'null'], minimum: 1, maximum: calendarLimits.mostPerDay },
      rasterMinutes: count(calendarLimits.rasterMinutes),
      place: whole({ kind: { enum: placeKinds }, text: { ...line(calendarLimits.place), minLength: 0 } }),
      questions: {
        type: 'array',
        maxItems: calendarLimits.questions,
        items: inLanguages(calendarLimits.question),
      },
      remindsDayBefore: { type: 'boolean' },
      remindsTwoHoursBefore: { type: 'boolean' },
    }),
  },
  daysOff: { type: 'array', maxItems: calendarLimits.daysOff, items: whole({ from: date, to: date }) },
  exceptions: {
    type: 'array',
    maxItems: calendarLimits.exceptions,
    items: whole({ date, hours }),
  },
});

/** Fields that match the schema and won't do all the same, with the reason in English. */
export function findCalendarProblems(settings: CalendarSettings): { field: string; message: string }[] {
  const { kinds, daysOff, exceptions } = settings;
  const ids = kinds.map(({ id }) => id);
  const dates = exceptions.map((exception) => exception.date);
  return [
    ...kinds.flatMap(({ id, weekly }, index) => [
      ...(ids.indexOf(id) < index ? [{ field: `kinds.${index}.id`, message: "is another kind's too" }] : []),
      ...weekly.flatMap((day, weekday) => hoursProblems(`kinds.${index}.weekly.${weekday}`, day)),
    ]),
    ...daysOff.flatMap(({ from, to }, index) => [
      ...dayProblems(`daysOff.${index}.from`, from),
      ...dayProblems(`daysOff.${index}.to`, to),
      ...(to < from ? [{ field: `daysOff.${index}.to`, message: 'is before its first day' }] : []),
    ]),
    ...exceptions.flatMap((exception, index) => [
      ...dayProblems(`exceptions.${index}.date`, exception.date),
      ...(dates.indexOf(exception.date) < index
        ? [{ field: `exceptions.${index}.date`, message: 'has hours already' }]
        : []),
      ...hoursProblems(`exceptions.${index}.hours`, exception.hours),
    ]),
  ];
}

/** Texts of `HH:MM` compare as the times do. */
function hoursProblems(field: string, day: Hours[]): { field: string; message: string }[] {
  return day.flatMap(({ from, to }, index) => [
    ...(to <= from ? [{ field: `${field}.${index}.to`, message: 'is not after the start' }] : []),
    ...(day.some((other, at) => at < index && from < other.to && other.from < to)
      ? [{ field: `${field}.${index}.from`, message: 'overlaps other hours of the day' }]
      : []),
  ]);
}

function dayProblems(field: string, day: string): { field: string; message: string }[] {
  const time = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
  return exists ? [] : [{ field, message: 'is not a day' }];
}

/** Until the owner has set hers: a free half hour on weekdays. */
export const defaultCalendar: CalendarSettings = {
  kinds: [
    {
      id: 'call',
      name: { en: 'Free call', nl: 'Gratis gesprek', ...{ de: 'Kostenloses Gespräch' } },
      minutes: 30,
      weekly: [0, 1, 2, 3, 4, 5, 6].map((day) => (day < 5 ? [{ from: '09:00', to: '17:00' }] : [])),
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 0,
      leastNoticeMinutes: 1_440,
      horizonDays: 60,
      mostPerDay: null,
      rasterMinutes: 30,
      place: { kind: 'phone', text: '' },
      questions: [
        {
          en: 'What would you like to talk about?',
          nl: 'Waar wil je het over hebben?',
          ...{ de: 'Worüber möchten Sie sprechen?' },
        },
      ],
      remindsDayBefore: true,
      remindsTwoHoursBefore: true,
    },
  ],
  daysOff: [],
  exceptions: [],
};

/** `GET /api/admin/calendar`, and the answer to its `PUT`. */
export interface CalendarAnswer {
  settings: CalendarSettings;
  /** Counts the changes; 0 before the first. */
  version: number;
  /** The site's IANA time zone. */
  timeZone: string;
  /** Whether visitors book in it now. */
  isChosen: boolean;
}

/**
 * `PUT /api/admin/calendar`: 409 `calendar-conflict` if `version` isn't that of the settings any more, 422 `broken-setting`
 * with the fields that won't do (`kinds.0.weekly.2.0.to`).
 */
export interface CalendarBody {
  settings: CalendarSettings;
  version: number;
}

/** A `booked` meeting that is over stays so until the owner says that it was held (`done`) or missed. */
export const meetingStates = ['booked', 'cancelled', 'no-show', 'done'] as const;
export type MeetingState = (typeof meetingStates)[number];

export interface MeetingAnswer {
  id: string;
  state: MeetingState;
  /** The id of its kind, which may be gone, and the kind's name as the visitor saw it. */
  kind: string;
  title: string;
  startsAt: string;
  endsAt: string;
  /** The visitor's IANA time zone. */
  timeZone: string;
  email: string;
  name: string;
  phone: string | null;
  /** As they were asked, in the visitor's language. */
  answers: { question: string; answer: string }[];
  language: Language;
  /** The lead that the booking became; its row may have been erased. */
  leadId: string;
  notes: string | null;
  bookedAt: string;
}

/** `GET /api/admin/calendar/meetings`: upcoming ones and those of the last 30 days, by their start. */
export interface MeetingsAnswer {
  timeZone: string;
  meetings: MeetingAnswer[];
}

/**
 * `PATCH /api/admin/calendar/meetings/:id`, at least one of the two, answers the meeting. The visitor gets a mail of a cancellation.
 * `booked` takes `done` and `no-show` back; 409 `just-taken` if the time was given away meanwhile.
 */
export interface ChangeMeetingBody {
  state?: MeetingState;
  /** Null removes them. */
  notes?: string | null;
}

/** A kind as visitors see it. */
export interface OfferedKind extends Pick<MeetingKind, 'id' | 'name' | 'minutes' | 'questions'> {
  place: MeetingPlace['kind'];
  /** Whether the owner calls, so that the visitor's number is needed. */
  needsPhone: boolean;
}

/** Whether the owner calls, as she gave no number of her own. */
export const needsPhone = ({ place }: Pick<MeetingKind, 'place'>) =>
  place.kind === 'phone' && place.text === '';

/**
 * `GET /api/bookings/times?kind=&from=&days=`: without `kind` of the first one, from today, for 31 days (62 at most). With
 * `language` it answers a page instead, for visitors without JavaScript.
 */
export interface TimesAnswer {
  /** All kinds, in the owner's order. */
  kinds: OfferedKind[];
  /** The id of the one that the times are for. */
  kind: string;
  /** The site's IANA time zone, whose days these are. */
  timeZone: string;
  /** The next six instants from now on, whichever days were asked for. */
  next: string[];
  /** Every day that was asked for, those without times too. */
  days: { date: string; times: string[] }[];
}
export const timesLimits = { days: 62, defaultDays: 31, next: 6, nextTaken: 3 } as const;

/** `POST /api/bookings/hold`: keeps a time while the form is filled in; a visitor's next hold replaces it. 409 `just-taken`. */
export interface HoldBody {
  kind: string;
  startsAt: string;
}

/** 201, or 200 with nulls where too many are held: the time is then taken when the form is sent. */
export interface HoldAnswer {
  holdId: string | null;
  until: string | null;
}

/**
 * `POST /api/bookings`, as JSON or as a form of our own pages (`answer` once per question; answers 303). The same `id` with
 * the same meeting is one booking, with another 422 `idempotency-conflict`. 409 `just-taken` is a `JustTakenAnswer`.
 */
export interface BookBody {
  /** A UUID that the page makes up for each form. */
  id: string;
  kind: string;
  startsAt: string;
  email: string;
  name: string;
  phone?: string;
  /** In the order of the questions. */
  answers?: string[];
  language: Language;
  /** The visitor's IANA time zone. */
  timeZone: string;
  holdId?: string;
  /** The visitor chose not to be counted. */
  notCounted?: boolean;
  /** Honeypots, hidden from people; a form with either is refused. */
  website?: string;
  reference?: string;
}

/** 201: the meeting is on disk. */
export interface BookedAnswer {
  id: string;
  startsAt: string;
  endsAt: string;
  place: MeetingPlace;
  /** Whether a confirmation is mailed. */
  sendsMail: boolean;
  /** The signed page, a path of this site, on which it can be changed and cancelled. */
  changeUrl: string;
}

export interface JustTakenAnswer extends ErrorBody {
  /** The three next times of the same kind. */
  next: string[];
}

/**
 * `POST /api/bookings/meeting`, as JSON or as a form of its own page: `startsAt` moves the meeting, without it it's
 * cancelled. Doing it again changes nothing. 410 `meeting-over` once it has begun.
 */
export interface ChangeOwnMeetingBody {
  token: string;
  startsAt?: string;
}

/** The path of the page of a meeting, by the token of its link. */
export function meetingPath(token: string, language: TextLanguage): string {
  return `/api/bookings/meeting?token=${token}&language=${language}`;
}
