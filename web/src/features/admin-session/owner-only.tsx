import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { useAdminSession } from './session-context';

/** Shows its children to the owner; without a session it goes to the login. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const text = useText();
  const { status } = useAdminSession();
  if (status === 'unknown') return <p className="sr-only">{text('admin.loading')}</p>;
  if (status === 'out') return <Navigate to="/admin" replace />;
  return children;
}
