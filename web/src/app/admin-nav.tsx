import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useText } from '../i18n/use-text';

const items: { to: string; name: MessageKey }[] = [
  { to: '/admin', name: 'admin.nav.home' },
  { to: '/admin/analytics', name: 'admin.nav.analytics' },
  { to: '/admin/leads', name: 'admin.nav.leads' },
  { to: '/admin/deliveries', name: 'admin.nav.deliveries' },
  { to: '/admin/translations', name: 'admin.nav.translations' },
];

/** To each screen of the admin; one screen's own pages (a single lead) light its item too. */
export function AdminNav() {
  const text = useText();
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    // The row alone moves, where it is wider than the screen: to the current item, and the one before it.
    if (current) row.current?.scrollTo({ left: current.offsetLeft - current.offsetWidth });
  }, [pathname, text]);
  return (
    // One row at any width: what does not fit runs off the edge of the screen, and is scrolled to.
    <nav
      ref={row}
      aria-label={text('admin.nav.label')}
      className="relative -mx-(--gutter) flex gap-x-1 overflow-x-auto px-[calc(var(--gutter)-0.625rem)] [scrollbar-width:none] min-[901px]:-mx-2.5 min-[901px]:px-0"
    >
      {items.map(({ to, name }) => {
        const exact = pathname === to;
        const inside = to !== '/admin' && pathname.startsWith(`${to}/`);
        return (
          <Link
            key={to}
            to={to}
            aria-current={exact ? 'page' : inside ? 'true' : undefined}
            className="inline-flex min-h-11 flex-none items-center border-b-2 border-transparent px-2.5 text-text-2 transition-colors hover:text-text focus-visible:-outline-offset-2 [&[aria-current]]:border-lamp [&[aria-current]]:text-text"
          >
            {text(name)}
          </Link>
        );
      })}
    </nav>
  );
}
