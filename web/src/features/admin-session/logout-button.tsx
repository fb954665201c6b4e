import { useText } from '../../i18n/use-text';
import { useAdminSession } from './session-context';

export function LogoutButton() {
  const text = useText();
  const { logout } = useAdminSession();
  return (
    <button type="button" className="bar-item" onClick={logout}>
      {text('admin.session.logout')}
    </button>
  );
}
