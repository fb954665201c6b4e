import type { EditAnalytics, TextPlace } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQuery } from '@tanstack/react-query';
import { useLanguageName, useText } from '../../i18n/use-text';
import { adminGet } from '../../lib/admin-api';
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
