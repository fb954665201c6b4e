import type { TranslationsStateAnswer } from '@voordeur/contracts/http';
import { useQuery, type InvalidateQueryFilters, type UseQueryOptions } from '@tanstack/react-query';

const base = '/api/admin/translations';

/** Everything that saving a text changes: texts, the state of the pages, histories. */
export const textQueries: InvalidateQueryFilters = {
  predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(`${base}/`),
};

/** Whether the pages have the saved texts. */
export function useTranslationsState(options?: Omit<UseQueryOptions<TranslationsStateAnswer>, 'queryKey'>) {
  return useQuery<TranslationsStateAnswer>({ queryKey: [`${base}/state`], ...options });
}
