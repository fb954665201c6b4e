import { Link } from './link';

interface Tab {
  /** The query of the tab's address. */
  search: string;
  name: string;
  /** How much is in it, as it's shown; '' where that isn't known. */
  count?: string;
  isCurrent: boolean;
}

interface Props {
  label: string;
  tabs: Tab[];
  /** Kept in the history entries of all tabs. */
  state?: unknown;
}

/** Parts of a screen that are addresses of their own. */
export function TabLinks({ label, tabs, state }: Props) {
  return (
    <nav aria-label={label} className="tab-links -ml-2.5 flex flex-wrap gap-x-1 border-b border-line">
      {tabs.map(({ search, name, count, isCurrent }) => (
        <Link
          key={name}
          to={{ search }}
          state={state}
          replace={isCurrent}
          aria-current={isCurrent ? 'page' : undefined}
          className="-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-2.5 text-text-2 transition-colors hover:text-text current:border-lamp current:text-text"
        >
          {name}
          {count !== undefined && <span className="text-note text-text-3 tabular-nums">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
