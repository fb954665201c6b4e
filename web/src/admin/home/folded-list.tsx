import type { ReactNode } from 'react';
import { ForwardIcon } from '../../ui/icons';
import { Link } from '../../ui/link';

interface Props {
  id: string;
  icon: ReactNode;
  title: string;
  items: { name: string; what: string; link?: { to: string; name: string } | undefined }[];
  startsOpen?: boolean;
  /** Below the list. */
  children?: ReactNode;
}

/** Matters for the owner in one line with their names, which opens to what each is about. */
export function FoldedList({ id, icon, title, items, startsOpen = false, children }: Props) {
  return (
    <section aria-labelledby={id} className="panel border-lamp-lo p-0">
      <details open={startsOpen} className="group px-panel">
        <summary className="flex cursor-pointer items-center gap-3 py-3.5 focus-visible:-outline-offset-2">
          {icon}
          <h2 id={id} className="panel-title">
            {title}
          </h2>
          <span className="min-w-0 truncate text-text-2 group-open:hidden max-columns:hidden">
            {items.map(({ name }) => name).join(' · ')}
          </span>
          <span className="ml-auto flex-none rotate-90 text-lamp transition-transform group-open:-rotate-90">
            <ForwardIcon />
          </span>
        </summary>
        <ul className="grid gap-x-10 columns:grid-cols-2">
          {items.map(({ name, what, link }) => (
            <li key={name} className="border-t border-line py-3.5">
              <h3 className="panel-title">{name}</h3>
              <p className="mt-1 wrap-anywhere text-text-2">{what}</p>
              {link && (
                <Link to={link.to} className="button-link">
                  {link.name}
                </Link>
              )}
            </li>
          ))}
        </ul>
        {children}
      </details>
    </section>
  );
}
