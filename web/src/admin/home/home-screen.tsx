import { Navigate, useLocation } from 'react-router-dom';
import { LoginForm } from '../session/login-form';
import { type AskedScreen, useAdminSession } from '../session/session-context';
import { useText } from '../../i18n/use-text';
import { AdminDashboard } from './dashboard';

/** The login, which goes on to the screen that was asked for; or the dashboard when logged in. */
export default function AdminHomeRoute() {
  const text = useText();
  const { status } = useAdminSession();
  const asked = (useLocation().state as AskedScreen | null)?.asked;
  if (status === 'unknown') return <p className="sr-only">{text('admin.loading')}</p>;
  if (status === 'in') return asked === undefined ? <AdminDashboard /> : <Navigate to={asked} replace />;
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
