import { AnalyticsScreen } from '../../features/admin-analytics/analytics-screen';
import { OwnerOnly } from '../../features/admin-session/owner-only';
import { useAdminSession } from '../../features/admin-session/session-context';
import { readToken } from '../../features/admin-session/session-token';
import { PageHead } from '../pages/page-head';
import type { Page } from '../pages/paths';

/** The figures. */
export default function AdminAnalyticsRoute({ page }: { page: Page }) {
  const { refuse } = useAdminSession();
  return (
    <>
      <PageHead page={page} />
      <OwnerOnly>
        <AnalyticsScreen token={readToken} onRefused={refuse} />
      </OwnerOnly>
    </>
  );
}
