import { languages, leadKinds, type Language, type LeadKind } from '@voordeur/contracts/http';

export const boxes = ['to-answer', 'sign-ups', 'answered', 'archived', 'quarantine', 'all'] as const;
/**
 * One of the inbox's tabs. The first two hold new leads: those promised an answer, and those that only have to be seen.
 * Quarantined leads are in their own and in `all`.
 */
export type Box = (typeof boxes)[number];

/** Each box as the api's query. Those who wait longest are answered first. */
const queries: Record<Box, Record<string, string>> = {
  'to-answer': { status: 'new', asks: 'yes', quarantine: 'no', first: 'oldest' },
  'sign-ups': { status: 'new', asks: 'no', quarantine: 'no' },
  answered: { status: 'answered', quarantine: 'no' },
  archived: { status: 'archived', quarantine: 'no' },
  quarantine: { quarantine: 'yes' },
  all: {},
};

/** The inbox's filters; '' doesn't narrow it. */
export interface LeadFilters {
  box: Box;
  kind: LeadKind | '';
  language: Language | '';
  /** Calendar days of the site's zone, both included. */
  from: string;
  to: string;
  q: string;
}

/** Kept in the page's history entry: somebody's email doesn't belong in its address. */
export interface LeadSearch {
  q: string;
}

/** Reads the page's address, where unknown values are ignored, and the state of its history entry. */
export function filtersOf(search: URLSearchParams, state: unknown): LeadFilters {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === search.get(name)) ?? '';
  return {
    box: oneOf('box', boxes) || 'to-answer',
    kind: oneOf('kind', leadKinds),
    language: oneOf('language', languages),
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
    q: (state as Partial<LeadSearch> | null)?.q ?? '',
  };
}

/** The page's address for `filtersOf`, without empty values. */
export function searchOf({ box, q: _, ...rest }: LeadFilters): URLSearchParams {
  return withoutEmpty({ box: box === 'to-answer' ? '' : box, ...rest });
}

/** The filters as the api's query. */
export function leadsQuery({ box, from, to, ...rest }: LeadFilters): string {
  return withoutEmpty({
    ...queries[box],
    ...rest,
    from: from && `${from}T00:00:00`,
    to: to && `${dayAfter(to)}T00:00:00`,
  }).toString();
}

/** Whether anything but the box is chosen. */
export function isNarrowed({ box: _, ...rest }: LeadFilters): boolean {
  return Object.values(rest).some((value) => value !== '');
}

function withoutEmpty(values: Record<string, string>): URLSearchParams {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
}

function dayOf(text: string | null): string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return '';
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? '' : text;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
