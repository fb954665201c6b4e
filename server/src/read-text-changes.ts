import {
  bitsOfGoal,
  type ChangeEffect,
  type Days,
  type LeadCount,
  type TextChange,
  type TextLanguage,
  wireLanguageOf,
} from '@voordeur/contracts/http';
import { DateTime } from 'luxon';
import type { EntityManager } from 'typeorm';
import { compareRates } from './compare-rates.js';
import { unpackColumns } from './session-columns/pack-columns.js';
import { type SessionColumns, startsOfPagesBetween } from './session-columns/session-columns.js';
import { pathsOf, placeOf } from './text-places.js';

type Db = Pick<EntityManager, 'query'>;

interface Edit {
  id: string;
  language: TextLanguage;
  key: string;
  oldValue: string;
  newValue: string;
  editedAt: Date;
}

/** A word corrected five minutes later is part of the same change. */
const sameChangeMs = 60 * 60_000;
/** Days of sessions to compare before and after an edit. */
const comparedDays = 90;

/**
 * The changes of the texts that visitors read, on these days of `timeZone`, with their effects as of now; oldest first.
 * A text that ended as it began isn't a change.
 */
export async function readTextChanges(db: Db, { from, to }: Days, timeZone: string): Promise<TextChange[]> {
  const edits = await db.query<Edit[]>(
    `-- text-edits: Which texts were edited, from some days before these days to some after?
    select id, language, key, old_value as "oldValue", new_value as "newValue", edited_at as "editedAt" from text_edits
    where edited_at >= ($1::date - $3::int)::timestamp at time zone $4
      and edited_at < ($2::date + 1 + $3::int)::timestamp at time zone $4 order by edited_at, id`,
    // One more, so that none that began before is cut in two.
    [from, to, comparedDays + 1, timeZone],
  );
  const changes = groupEdits(edits, timeZone);
  const asked = changes.filter(({ day }) => day >= from && day <= to);
  const selling = asked.filter(({ place }) => place !== 'other');
  const counts = await countSessions(db, selling);
  return asked.map((change) => ({
    ...change,
    effect: selling.includes(change) ? effectOf(change, changes, counts) : null,
  }));
}

type PlainChange = Omit<TextChange, 'effect'>;

function groupEdits(edits: Edit[], timeZone: string): PlainChange[] {
  const changes: PlainChange[] = [];
  const last = new Map<string, PlainChange>();
  for (const edit of edits) {
    const { id, language, key, editedAt } = edit;
    const place = placeOf(key);
    if (place === null) continue;
    const at = editedAt.toISOString();
    let change = last.get(`${place} ${language}`);
    if (!change || editedAt.getTime() - Date.parse(change.to) > sameChangeMs) {
      const day = DateTime.fromJSDate(editedAt, { zone: timeZone }).toISODate() ?? '';
      change = { place, language, day, from: at, to: at, ids: [], texts: [] };
      last.set(`${place} ${language}`, change);
      changes.push(change);
    }
    change.to = at;
    change.ids.push(id);
    const text = change.texts.find((one) => one.key === key);
    if (text) text.new = edit.newValue;
    else change.texts.push({ key, old: edit.oldValue, new: edit.newValue });
  }
  for (const change of changes) change.texts = change.texts.filter((text) => text.old !== text.new);
  return changes.filter(({ texts }) => texts.length > 0);
}

/** Sessions of one day that saw the same version of the texts and the same of the asked places. */
interface Count extends LeadCount {
  /** When the version that they saw was made (ISO); empty: before the first edit. */
  textsAt: string;
  day: string;
  language: string;
  /** A bit for each of the places. */
  seen: number;
}

interface Counts {
  /** In the order of the bits, `home en`. */
  places: string[];
  rows: Count[];
}

/** Each day is read once, however many changes there are. */
async function countSessions(db: Db, changes: PlainChange[]): Promise<Counts> {
  const days = changes.map(({ day }) => day).sort();
  const pages = new Map(
    changes.flatMap((change) => {
      const paths = pathsOfPlace(change);
      return paths ? [[placeNameOf(change), paths] as const] : [];
    }),
  );
  const places = [...pages.keys()];
  if (days.length === 0) return { places, rows: [] };
  const packed = await db.query<{ day: string; packed: string }[]>(
    `-- sessions-of-versions: What are the sessions of these days?
    select day::text, packed from sessions_by_day where day between $1 and $2`,
    [plusDays(days[0] ?? '', -comparedDays), plusDays(days.at(-1) ?? '', comparedDays)],
  );
  const rows = packed.flatMap((one) => countDay(one.day, unpackColumns(one.packed), [...pages.values()]));
  return { places, rows };
}

/** Counts the sessions of people; `pages` are those of each place. */
function countDay(day: string, columns: SessionColumns, pages: string[][]): Count[] {
  const { numbers, values } = columns;
  const bitsOfPage = values.page.map((page) =>
    pages.reduce((bits, ofPlace, place) => (ofPlace.includes(page) ? bits | (1 << place) : bits), 0),
  );
  const starts = startsOfPagesBetween(columns);
  const rows = new Map<string, Count>();
  for (const [session, isSuspected] of numbers.isSuspected.entries()) {
    if (isSuspected === 1) continue;
    const bitsOf = (place = -1) => bitsOfPage[place] ?? 0;
    let seen = bitsOf(numbers.entry[session]) | bitsOf(numbers.exit[session]);
    for (let view = starts[session] ?? 0; view < (starts[session + 1] ?? 0); view += 1)
      seen |= bitsOf(numbers.between[view]);
    const textsAt = values.texts[numbers.texts[session] ?? -1] ?? '';
    const language = values.language[numbers.language[session] ?? -1] ?? '';
    const key = `${textsAt} ${language} ${seen}`;
    const row = rows.get(key) ?? { textsAt, day, language, seen, sessions: 0, leads: 0 };
    row.sessions += 1;
    if (((numbers.goals[session] ?? 0) & bitsOfGoal('lead')) !== 0) row.leads += 1;
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** Compares the sessions up to the next change of the same place with those back to the previous one. */
function effectOf(change: PlainChange, changes: PlainChange[], counts: Counts): ChangeEffect {
  const ofPlace = changes.filter(
    ({ place, language }) => place === change.place && language === change.language,
  );
  const index = ofPlace.indexOf(change);
  const [previous, next] = [ofPlace[index - 1], ofPlace[index + 1]];
  const first = plusDays(change.day, -comparedDays);
  const last = plusDays(change.day, comparedDays);
  const seen = counts.rows.filter(sawPlace(change, counts));
  const since = (at: string, instant: string) => at >= instant;
  const sum = (holds: (count: Count) => boolean): LeadCount & Days => {
    const counted = seen.filter(holds);
    const days = counted.map(({ day }) => day).sort();
    return {
      from: days[0] ?? change.day,
      to: days.at(-1) ?? change.day,
      sessions: counted.reduce((total, { sessions }) => total + sessions, 0),
      leads: counted.reduce((total, { leads }) => total + leads, 0),
    };
  };
  const before = sum(
    ({ textsAt, day }) =>
      day >= first && !since(textsAt, change.from) && (!previous || since(textsAt, previous.to)),
  );
  const after = sum(
    ({ textsAt, day }) => day <= last && since(textsAt, change.to) && !(next && since(textsAt, next.from)),
  );
  return { before, after, ...compareRates(before, after) };
}

function sawPlace(change: PlainChange, { places }: Counts): (count: Count) => boolean {
  if (change.place === 'every') return ({ language }) => language === wireLanguageOf(change.language);
  const bit = 1 << places.indexOf(placeNameOf(change));
  return ({ seen }) => (seen & bit) !== 0;
}

const placeNameOf = ({ place, language }: PlainChange) => `${place} ${language}`;

/** Null where it isn't pages that have them. */
function pathsOfPlace({ place, language }: PlainChange): string[] | null {
  return place === 'other' || place === 'every' ? null : pathsOf(place, language);
}

function plusDays(day: string, days: number): string {
  return DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toISODate() ?? '';
}
