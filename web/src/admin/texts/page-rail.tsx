import { pageOfText, textLanguages, type TextPage, textPages } from '@voordeur/contracts/http';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { Link } from '../../ui/link';
import { isChanged, isLeftBehind, type Row } from './catalogue-rows';
import { pageNames } from './site-pages';

export type ShownPage = TextPage | 'all';

interface Props {
  /** Every text. */
  rows: Row[];
  /** Rows that pass the search and the filters. */
  found: Row[];
  /** By a search or a filter, which looks on all pages. Without one, the list of them all would be endless. */
  isNarrowed: boolean;
  shown: ShownPage;
}

/** Whether a page's list has a text; the admin's own labels are out of the way unless they are asked for. */
export function isOnPage({ key }: Row, shown: ShownPage): boolean {
  const page = pageOfText(key);
  return shown === 'all' ? page !== 'admin' : page === shown;
}

/** The pages of the site, each with its numbers of found, changed and untranslated texts. */
export function PageRail({ rows, found, isNarrowed, shown }: Props) {
  const text = useText();
  const [, setParameters] = useSearchParams();
  const nameOf = (page: ShownPage) => text(page === 'all' ? 'admin.translations.pages.all' : pageNames[page]);
  const names = isNarrowed ? (['all', ...textPages] as const) : textPages;
  const countIn = (page: ShownPage) => found.filter((row) => isOnPage(row, page)).length;
  return (
    <>
      <label className="mb-4 block columns:hidden">
        <span className="mb-1.5 block font-semibold">{text('admin.translations.pages.label')}</span>
        <select
          className="field"
          value={shown}
          onChange={(event) => setParameters({ page: event.target.value })}
        >
          {names.map((page) => (
            <option key={page} value={page}>
              {text('admin.translations.pages.counted', { page: nameOf(page), count: countIn(page) })}
            </option>
          ))}
        </select>
      </label>
      <nav
        aria-label={text('admin.translations.pages.label')}
        className="sticky top-4 hidden self-start columns:block"
      >
        <ul>
          {names.map((page) => (
            <li key={page} className={page === 'admin' ? 'mt-2 border-t border-line pt-2 text-note' : ''}>
              <Link
                to={`?page=${page}`}
                aria-current={page === shown ? 'page' : undefined}
                className="-ml-3 flex min-h-10 flex-wrap items-center justify-between gap-x-2 rounded-control border-l-2 border-transparent px-3 py-1.5 text-text-2 hover:bg-paint hover:text-text current:rounded-l-none current:border-lamp current:bg-paint current:text-text"
              >
                {nameOf(page)}
                <span className="text-note text-text-3 tabular-nums">{countIn(page)}</span>
                <Marks rows={rows.filter((row) => isOnPage(row, page))} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function Marks({ rows }: { rows: Row[] }) {
  const text = useText();
  const count = (is: typeof isChanged | typeof isLeftBehind) =>
    rows.filter((row) => textLanguages.some((language) => is(row, language))).length;
  const changed = count(isChanged);
  const behind = count(isLeftBehind);
  if (changed === 0 && behind === 0) return null;
  return (
    <span className="w-full text-note text-lamp-hi">
      {changed > 0 && text('admin.translations.pages.changed', { count: changed })}
      {changed > 0 && behind > 0 && ' · '}
      {behind > 0 && text('admin.translations.pages.toTranslate', { count: behind })}
    </span>
  );
}
