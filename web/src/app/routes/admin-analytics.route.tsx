import { AnalyticsScreen } from '../../features/admin-analytics/analytics-screen';
import { OwnerOnly } from '../../features/admin-session/owner-only';
import { PageHead } from '../pages/page-head';
import type { Page } from '../pages/paths';

export default function AdminAnalyticsRoute({ page }: { page: Page }) {
  return (
    <>
      <PageHead page={page} />
      <OwnerOnly>
        <AnalyticsScreen />
      </OwnerOnly>
    </>
  );
}
