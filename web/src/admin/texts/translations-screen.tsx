import { pageOfText, type TextLanguage, textLanguages, textPages } from '@voordeur/contracts/http';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readStored, removeStored, storageKeys, store } from '../../config/storage';
import { useLanguageName, useText } from '../../i18n/use-text';
import { adminDownload } from '../../lib/admin-api';
import { useAdminCall, useQueryFailureToast } from '../../lib/admin-queries';
import { saveBlob } from '../../lib/save-file';
import { CheckBox } from '../../ui/check-box';
import { Empty, QueryStates } from '../../ui/query-states';
import { ScreenHead } from '../../ui/screen-head';
import { useSingleKeys } from '../../ui/shortcuts';
import { findRows, isChanged, isLeftBehind, type Row } from './catalogue-rows';
import { useDraftsByKey } from './save-text';
import { DraftsBar } from './drafts-bar';
import { useUnsaved } from './drafts';
import { ImportDialog } from './import-dialog';
import { isOnPage, PageRail, type ShownPage } from './page-rail';
import { PagePreview } from './page-preview';
import { PagesState } from './pages-state';
import { useRows } from './use-rows';
import { useSelectedText } from './use-selected-text';
import { TranslationRow } from './translation-row';

/** Finds, edits and restores every text of the site, in all languages. */
export default function TranslationsScreen() {
  const text = useText();
  const query = useRows();

  useQueryFailureToast([query], text('admin.translations.failed'));

  return (
    <>
      <ScreenHead title={text('admin.translations.title')}>
        <PagesState />
      </ScreenHead>
      {query.data && <Catalogue rows={query.data} />}
      <QueryStates
        query={query}
        fetching={text('admin.translations.loading')}
        failed={text('admin.translations.failed')}
        announced
      />
    </>
  );
}

function Catalogue({ rows }: { rows: Row[] }) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const [parameters] = useSearchParams();
  const linked = parameters.get('key') ?? '';
  const [search, setSearch] = useState(linked);
  const [shown, setShown] = useState<TextLanguage | 'all'>('all');
  const [changedOnly, setChangedOnly] = useState(false);
  const [toTranslateOnly, setToTranslateOnly] = useState(false);
  const [withKeys, setWithKeys] = useState(() => readStored(storageKeys.textKeys) === 'shown');
  const [importing, setImporting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const languages = useMemo(() => (shown === 'all' ? textLanguages : [shown]), [shown]);
  const drafts = useDraftsByKey();
  const wanted = useDeferredValue(search);
  const isNarrowed = wanted.trim() !== '' || changedOnly || toTranslateOnly;
  const page = textPages.find((each) => each === parameters.get('page')) ?? usualPage(linked, isNarrowed);
  const found = useMemo(
    () => findRows(rows, { search: wanted, languages, changedOnly, toTranslateOnly }),
    [rows, wanted, languages, changedOnly, toTranslateOnly],
  );
  const countOf = (is: typeof isChanged) =>
    rows.filter((row) => textLanguages.some((language) => is(row, language))).length;
  const changed = countOf(isChanged);
  const selected = useSelectedText({ rows, drafts, page, linked, languages });
  const { row: lit, path, opened, isWide } = selected;
  const listed = found.filter((row) => isOnPage(row, page));
  // A text that was pressed on its page is listed whatever is searched for.
  if (lit && selected.isPressed && !listed.includes(lit)) listed.unshift(lit);
  const toTranslate = countOf(isLeftBehind);

  // A link to a key was followed on this screen.
  const [followed, setFollowed] = useState(linked);
  if (followed !== linked) {
    setFollowed(linked);
    // A page chosen in the rail keeps the search, but not the key of the link.
    if (linked !== '' || search === followed) setSearch(linked);
  }
  useSingleKeys([{ key: '/', run: () => field.current?.focus() }]);

  return (
    <>
      <DraftsBar />
      <div className="panel mb-5 gap-3.5">
        <label className="block">
          <span className="mb-1.5 block font-semibold">{text('admin.translations.search')}</span>
          <input
            ref={field}
            type="search"
            className="field"
            aria-keyshortcuts="/"
            placeholder={text('admin.translations.searchHint')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <fieldset className="flex flex-wrap gap-x-4">
            <legend className="sr-only">{text('admin.translations.languages')}</legend>
            {(['all', ...textLanguages] as const).map((choice) => (
              <label key={choice} className="flex min-h-11 items-center gap-2">
                <input
                  type="radio"
                  name="languages"
                  className="size-4.5 accent-lamp"
                  checked={shown === choice}
                  onChange={() => setShown(choice)}
                />
                {choice === 'all' ? text('admin.translations.allLanguages') : languageNameOf(choice)}
              </label>
            ))}
          </fieldset>
          <CheckBox checked={changedOnly} onChange={setChangedOnly}>
            {text('admin.translations.changedOnly', { count: changed })}
          </CheckBox>
          <CheckBox checked={toTranslateOnly} onChange={setToTranslateOnly}>
            {text('admin.translations.toTranslateOnly', { count: toTranslate })}
          </CheckBox>
          <CheckBox
            checked={withKeys}
            onChange={(checked) => {
              setWithKeys(checked);
              if (checked) store(storageKeys.textKeys, 'shown');
              else removeStored(storageKeys.textKeys);
            }}
          >
            {text('admin.translations.withKeys')}
          </CheckBox>
          <div className="flex flex-wrap gap-x-5 columns:ml-auto">
            <button type="button" className="button-link" onClick={() => setImporting(true)}>
              {text('admin.translations.import.open')}
            </button>
            <ExportButtons changed={changed} />
          </div>
        </div>
      </div>
      <div
        className={`gap-x-8 columns:grid columns:grid-cols-[11rem_minmax(0,1fr)] ${path ? 'wide:grid-cols-[10.5rem_minmax(0,1fr)_minmax(0,1.05fr)]' : ''}`}
      >
        <PageRail rows={rows} found={found} isNarrowed={isNarrowed} shown={page} />
        <div className={`min-w-0 ${opened ? 'max-wide:pb-[48dvh]' : ''}`}>
          <Counts found={listed.length} all={rows.length} />
          {listed.length === 0 ? (
            <div className="panel">
              <Empty>{text('admin.translations.noneFound')}</Empty>
            </div>
          ) : (
            <ul aria-label={text('admin.translations.list')}>
              {listed.map((row) => (
                <TranslationRow
                  key={row.key}
                  row={row}
                  languages={languages}
                  drafts={drafts[row.key]}
                  narrow={path !== undefined}
                  withKey={withKeys}
                  onShow={selected.onShow}
                />
              ))}
            </ul>
          )}
        </div>
        {path !== undefined && (opened || isWide) && (
          <div className="live-sheet z-20 max-wide:fixed max-wide:inset-x-0 max-wide:bottom-0 max-wide:h-[46dvh] wide:sticky wide:top-4 wide:h-[calc(100dvh-2rem)] wide:self-start">
            <PagePreview path={path} selected={selected} drafts={drafts} rows={rows} />
          </div>
        )}
      </div>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

/**
 * The page that is listed unless the address names one: home, in its own order, and every page for a search or a filter.
 * A link to a text that no page of the site shows opens on that text's own.
 */
function usualPage(linked: string, isNarrowed: boolean): ShownPage {
  if (linked !== '' && pageOfText(linked) === 'admin') return 'admin';
  return isNarrowed ? 'all' : 'home';
}

function Counts({ found, all }: { found: number; all: number }) {
  const text = useText();
  const unsaved = useUnsaved();
  return (
    <p role="status" className="mb-3 text-note text-text-3">
      {text('admin.translations.count', { found, all })}
      {unsaved > 0 && (
        <span className="text-lamp-hi"> {text('admin.translations.unsaved', { count: unsaved })}</span>
      )}
    </p>
  );
}

/** Downloads all texts, or those that the owner changed. `changed` is their number. */
function ExportButtons({ changed }: { changed: number }) {
  const text = useText();
  const save = useAdminCall({
    run: (only: 'all' | 'changed') => adminDownload(`/api/admin/translations/export?only=${only}`),
    failed: text('admin.translations.exportFailed'),
    invalidates: 'nothing',
    onDone: (blob, only) => saveBlob(only === 'all' ? 'texts.json' : 'texts-changed.json', blob),
  });

  return (
    <>
      <button type="button" className="button-link" onClick={() => save.mutate('all')}>
        {text('admin.translations.exportAll')}
      </button>
      {changed > 0 && (
        <button type="button" className="button-link" onClick={() => save.mutate('changed')}>
          {text('admin.translations.exportChanged')}
        </button>
      )}
    </>
  );
}
