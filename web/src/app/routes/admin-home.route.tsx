import { Link } from 'react-router-dom';
import { CacheCard } from '../../features/admin-cache/cache-card';
import { LoginForm } from '../../features/admin-session/login-form';
import { useAdminSession } from '../../features/admin-session/session-context';
import { readToken } from '../../features/admin-session/session-token';
import { useText } from '../../i18n/use-text';
import { ArrowIcon } from '../../ui/icons';
import { PageHead } from '../page-head';
import type { Page } from '../paths';

/** The login, or the dashboard when logged in. */
export default function AdminHomeRoute({ page }: { page: Page }) {
  const text = useText();
  const { status } = useAdminSession();
  return (
    <>
      <PageHead page={page} />
      {status === 'unknown' && <p className="sr-only">{text('admin.loading')}</p>}
      {status === 'out' && <Login />}
      {status === 'in' && <Dashboard />}
    </>
  );
}

function Login() {
  const text = useText();
  return (
    <div className="mx-auto mt-[min(12vh,7rem)] max-w-104">
      <div className="card p-8">
        <h1 className="text-[2rem] leading-[1.1]">{text('admin.login.title')}</h1>
        <p className="mt-2 mb-7 text-text-2">{text('admin.login.text')}</p>
        <LoginForm />
      </div>
    </div>
  );
}

function Dashboard() {
  const text = useText();
  const { refuse } = useAdminSession();
  return (
    <>
      <h1 className="mb-7 text-[2rem] leading-[1.1]">{text('admin.dashboard.title')}</h1>
      <div className="grid gap-3.5 sm:grid-cols-3">
        <ScreenCard
          to="/admin/analytics"
          name={text('admin.dashboard.analytics')}
          description={text('admin.dashboard.analyticsText')}
        />
        <ScreenCard
          to="/admin/translations"
          name={text('admin.dashboard.translations')}
          description={text('admin.dashboard.translationsText')}
        />
        <ScreenCard
          to="/admin/leads"
          name={text('admin.dashboard.leads')}
          description={text('admin.dashboard.leadsText')}
        />
        <CacheCard token={readToken} onRefused={refuse} />
      </div>
    </>
  );
}

interface ScreenCardProps {
  to: string;
  name: string;
  description: string;
}

function ScreenCard({ to, name, description }: ScreenCardProps) {
  return (
    <Link to={to} className="panel group flex flex-col transition-colors hover:border-lamp-lo hover:bg-paint">
      <h2 className="text-h3">{name}</h2>
      <p className="mt-2 mb-6 text-text-2">{description}</p>
      <span className="mt-auto text-lamp transition-transform group-hover:translate-x-1">
        <ArrowIcon />
      </span>
    </Link>
  );
}
