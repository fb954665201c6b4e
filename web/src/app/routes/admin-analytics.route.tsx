import { Link, Navigate } from 'react-router-dom';
import { AnalyticsScreen } from '../../features/admin-analytics/analytics-screen';
import { useAdminSession } from '../../features/admin-session/session-context';
import { readToken } from '../../features/admin-session/session-token';
import { useText } from '../../i18n/use-text';
import { PageHead } from '../page-head';
import type { Page } from '../paths';

/** The figures, for the owner alone: without a session it goes to the login. */
export default function AdminAnalyticsRoute({ page }: { page: Page }) {
  const text = useText();
  const { status, refuse } = useAdminSession();
  return (
    <>
      <PageHead page={page} />
      {status === 'unknown' && <p className="sr-only">{text('admin.loading')}</p>}
      {status === 'out' && <Navigate to="/admin" replace />}
      {status === 'in' && (
        <>
          <Link to="/admin" className="button-link text-text-2">
            {text('admin.analytics.back')}
          </Link>
          <AnalyticsScreen token={readToken} onRefused={refuse} />
        </>
      )}
    </>
  );
}
