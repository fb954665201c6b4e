import type { TranslationsAnswer } from '@voordeur/contracts/http';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { rowsOf } from './catalogue-rows';

const queries = [
  { queryKey: ['/api/admin/translations/manage'] },
  // The same until the next version of the site, whatever is saved.
  { queryKey: ['/api/admin/translations/built-in'], staleTime: 'static' as const },
];

export type RowsQuery = ReturnType<typeof useRows>;

/** The rows of the texts' list: both answers of the api as one query. */
export function useRows() {
  return useQueries({ queries, combine });
}

function combine(answers: UseQueryResult[]) {
  const [current, builtIn] = answers.map(({ data }) => data as TranslationsAnswer | undefined);
  return {
    data: current && builtIn && rowsOf(current, builtIn),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    errorUpdatedAt: Math.max(...answers.map(({ errorUpdatedAt }) => errorUpdatedAt)),
    isError: answers.some(({ isError }) => isError),
    isFetching: answers.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(answers.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
}
