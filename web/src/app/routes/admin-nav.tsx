import type { MessageKey } from '@voordeur/contracts/messages';
import { useLocation } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';

const items: { to: string; name: MessageKey }[] = [
  { to: '/admin', name: 'admin.nav.home' },
  { to: '/admin/analytics', name: 'admin.nav.analytics' },
  { to: '/admin/leads', name: 'admin.nav.leads' },
  { to: '/admin/deliveries', name: 'admin.nav.deliveries' },
  { to: '/admin/translations', name: 'admin.nav.translations' },
];

/** Links to each screen of the admin; a screen's subpages (a single lead) highlight its item too. */
export function AdminNav() {
  const text = useText();
  const { pathname } = useLocation();
  return (
    <nav aria-label={text('admin.nav.label')} className="-mx-2.5 flex flex-wrap gap-x-1">
      {items.map(({ to, name }) => {
        const exact = pathname === to;
        const inside = to !== '/admin' && pathname.startsWith(`${to}/`);
        return (
          <Link
            key={to}
            to={to}
            aria-current={exact ? 'page' : inside ? 'true' : undefined}
            className="inline-flex min-h-11 flex-none items-center border-b-2 border-transparent px-2.5 text-text-2 transition-colors hover:text-text focus-visible:-outline-offset-2 forced-colors:not-[[aria-current]]:border-[Canvas] [&[aria-current]]:border-lamp [&[aria-current]]:text-text"
          >
            {text(name)}
          </Link>
        );
      })}
    </nav>
  );
}
