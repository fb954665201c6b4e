import { Link } from 'react-router-dom';
import { LoginForm } from '../../features/admin-session/login-form';
import { useAdminSession } from '../../features/admin-session/session-context';
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
  return (
    <>
      <h1 className="mb-7 text-[2rem] leading-[1.1]">{text('admin.dashboard.title')}</h1>
      <div className="grid gap-3.5 sm:grid-cols-2 min-[901px]:grid-cols-3">
        <Link
          to="/admin/analytics"
          className="panel group flex flex-col transition-colors hover:border-lamp-lo hover:bg-paint"
        >
          <h2 className="text-h3">{text('admin.dashboard.analytics')}</h2>
          <p className="mt-2 mb-6 text-text-2">{text('admin.dashboard.analyticsText')}</p>
          <span className="mt-auto text-lamp transition-transform group-hover:translate-x-1">
            <ArrowIcon />
          </span>
        </Link>
      </div>
    </>
  );
}
