import { lazy, Suspense } from 'react';
import { useText } from '../../i18n/use-text';
import { NotFetched, Skeleton } from '../../ui/query-states';
import type { FigureView } from './figure-panel';
import { type Change, useEdits } from './use-edits';

const EditList = lazy(() => import('./edit-list'));

/** The edits of the texts, and their effects. */
export function useEditsView({ note }: { note?: string | undefined }): FigureView {
  const text = useText();
  const edits = useEdits();
  const { data } = edits;
  return {
    title: text('admin.analytics.edits.title'),
    definition: text('admin.analytics.edits.what'),
    note,
    name: 'edits',
    ...(data && { days: { from: data.from, to: data.to } }),
    rows: data?.changes.map(rowOf) ?? [],
    empty: data && text('admin.analytics.edits.none'),
    content: data ? (
      <Suspense fallback={<Skeleton className="mt-4 min-h-52 flex-1" />}>
        <EditList changes={data.changes} />
      </Suspense>
    ) : edits.isFetching ? (
      <Skeleton className="mt-4 min-h-52 flex-1" />
    ) : (
      <NotFetched onRetry={() => void edits.refetch()}>{text('admin.analytics.failed')}</NotFetched>
    ),
  };
}

/** A row of the downloaded file. */
function rowOf({ from, place, language, texts, effect }: Change): object {
  return {
    ...{ at: from, place, language, texts: texts.map(({ key }) => key).join(' ') },
    sessionsBefore: effect?.before.sessions,
    leadsBefore: effect?.before.leads,
    sessionsAfter: effect?.after.sessions,
    leadsAfter: effect?.after.leads,
    ...{ low: effect?.low, high: effect?.high, verdict: effect?.verdict },
  };
}
