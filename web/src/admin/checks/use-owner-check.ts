import { useQuery } from '@tanstack/react-query';
import type { OwnerCheck, OwnerChecksAnswer } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { readWhenOpened, useAdminCall } from '../../lib/admin-queries';

const path = '/api/admin/checks';
/** How soon the outcome of a check is asked for again. */
const askAgainMs = 1_000;

/** The last check of a kind, and a function that asks for another one. */
export function useOwnerCheck<Check extends OwnerCheck>(
  check: Check,
): { last: OwnerChecksAnswer[Check] | undefined; isWaiting: boolean; ask: () => void } {
  const text = useText();
  const { data } = useQuery<OwnerChecksAnswer>({
    queryKey: [path],
    ...readWhenOpened,
    refetchInterval: ({ state }) => state.data?.[check]?.state === 'waiting' && askAgainMs,
  });
  const asking = useAdminCall({
    run: () => adminSend<OwnerChecksAnswer>('POST', `${path}/${check}`, {}),
    failed: text('admin.checks.notAsked'),
  });
  const last = data?.[check];
  return { last, isWaiting: last?.state === 'waiting' || asking.isPending, ask: () => asking.mutate() };
}
