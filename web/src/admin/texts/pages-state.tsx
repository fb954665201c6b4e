import type { TranslationsStateAnswer } from '@voordeur/contracts/http';
import { useQuery, type InvalidateQueryFilters, type UseQueryOptions } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { Spinner } from '../../ui/icons';
import { useInstantFormat } from '../../ui/instant';

const base = '/api/admin/translations';

/** Everything that saving a text changes: texts, the state of the pages, histories. */
export const textQueries: InvalidateQueryFilters = {
  predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(`${base}/`),
};

/** Whether the pages have the saved texts. */
export function useTranslationsState(options?: Omit<UseQueryOptions<TranslationsStateAnswer>, 'queryKey'>) {
  return useQuery<TranslationsStateAnswer>({ queryKey: [`${base}/state`], ...options });
}

const lookAgainMs = { current: false, rendering: 1_000, failed: 10_000 } as const;

/** Whether visitors' pages have the saved texts yet, or why rendering them failed. */
export function PagesState() {
  const text = useText();
  const format = useInstantFormat();
  const { data } = useTranslationsState({
    refetchInterval: ({ state }) => (state.data ? lookAgainMs[state.data.pages.status] : false),
    refetchIntervalInBackground: true,
  });
  // When the api can't be reached, the list shows the error.
  if (!data) return null;
  const { status, failure } = data.pages;
  if (status === 'failed' && failure)
    return (
      <div role="alert" className="border-l-4 border-alarm bg-paint px-4 py-3">
        <p className="font-semibold">{text('admin.translations.renderFailed')}</p>
        <p className="mt-1 text-text-2">
          {text('admin.translations.renderFailedText', {
            time: format(failure.failedAt),
            attempts: failure.attempts,
          })}
        </p>
        <p className="mt-1 font-mono text-note wrap-anywhere text-text-3">{failure.reason}</p>
      </div>
    );
  return (
    <p role="status" className="flex items-center gap-2.5 text-text-2">
      {status === 'current' ? <span className="lamp-dot transform-none" aria-hidden="true" /> : <Spinner />}
      {text(status === 'current' ? 'admin.translations.pagesCurrent' : 'admin.translations.pagesRendering')}
    </p>
  );
}
