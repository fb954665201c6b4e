import type { EditAnalytics, TextPlace } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { useLanguageName, useText } from '../../i18n/use-text';
import { adminGet } from '../../lib/admin-api';
import { Definition } from '../../ui/definition';
import { useDays } from './formats';
import { searchOf, usePeriod } from './period';

export type Change = EditAnalytics['changes'][number];

/** The edits of the chosen period; filters don't apply to it. Fetched again by the first part of its key. */
export function useEdits() {
  const { range } = usePeriod();
  const search = searchOf({ range, comparison: 'before', filters: [] });
  return useQuery<EditAnalytics>({
    queryKey: ['edits', search],
    queryFn: ({ signal }) => adminGet<EditAnalytics>(`/api/admin/analytics/edits${search}`, signal),
  });
}

const placeLabels: Record<TextPlace, MessageKey> = {
  home: 'admin.analytics.edits.home',
  learn: 'admin.analytics.edits.learn',
  booking: 'admin.analytics.edits.booking',
  guide: 'admin.analytics.edits.guide',
  every: 'admin.analytics.edits.everyPage',
  other: 'admin.analytics.edits.other',
};

export function useEditLabels() {
  const text = useText();
  const languageNameOf = useLanguageName();
  const placeOf = ({ place, language }: Change) => ({
    place: text(placeLabels[place]),
    language: languageNameOf(language),
  });
  return {
    /** Home, English */
    nameOf: (change: Change) => text('admin.analytics.edits.of', placeOf(change)),
    /** Home, English: home.hero.lead */
    markOf: (change: Change) =>
      text('admin.analytics.edits.mark', {
        ...placeOf(change),
        keys: change.texts.map(({ key }) => key).join(', '),
      }),
  };
}

/** More of them would push the chart away; each is in the chart's table too. */
const mostMarks = 8;

export interface EditMark {
  day: string;
  /** One for each page and language. */
  lines: string[];
}

/** The days on which texts were edited, oldest first. */
export function useEditMarks(): EditMark[] {
  const { data } = useEdits();
  const { markOf } = useEditLabels();
  const marks = new Map<string, string[]>();
  for (const change of data?.changes.toReversed() ?? [])
    marks.set(change.day, [...(marks.get(change.day) ?? []), markOf(change)]);
  return [...marks].map(([day, lines]) => ({ day, lines }));
}

/** Explains the marks; each day opens its texts. */
export function EditLegend({ marks }: { marks: EditMark[] }) {
  const text = useText();
  const { day: nameOf } = useDays();
  if (marks.length === 0) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2.5 text-note text-text-2">
      <svg width="10" height="8" viewBox="0 0 10 8" aria-hidden="true" className="flex-none">
        <path d="M5 0l5 8H0z" fill="var(--color-text-2)" />
      </svg>
      {text('admin.analytics.edits.marks')}
      {marks.slice(-mostMarks).map(({ day, lines }) => (
        <Definition key={day} term={nameOf(day)}>
          {lines.join('; ')}
        </Definition>
      ))}
    </p>
  );
}
