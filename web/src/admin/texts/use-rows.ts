import type { TranslationsAnswer } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { adminGet } from '../../lib/admin-api';
import { rowsOf, type Row } from './catalogue-rows';

const base = '/api/admin/translations';

/** The rows of the list. The built-in texts are fetched once, the current ones again after each change. */
export function useRows() {
  return useQuery<Row[]>({
    queryKey: [`${base}/manage`],
    queryFn: async ({ client, signal }) => {
      const [current, builtIn] = await Promise.all([
        adminGet<TranslationsAnswer>(`${base}/manage`, signal),
        client.query<TranslationsAnswer>({ queryKey: [`${base}/built-in`], staleTime: 'static' }),
      ]);
      return rowsOf(current, builtIn);
    },
  });
}
