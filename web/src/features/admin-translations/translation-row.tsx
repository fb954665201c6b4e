import type { TextLanguage } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { fetchByKey } from '../../lib/fetch-by-key';
import { Link } from '../../ui/link';
import { isChanged, isLeftBehind, type Row } from './catalogue-rows';
import { saveDraft, useDraft } from './drafts';
import { TextEditor } from './text-editor';
import { TextHistory } from './text-history';
import { languageNames } from './translation-calls';

interface RowProps {
  row: Row;
  languages: readonly TextLanguage[];
}

/** A key and its text in each language shown. Memoized, so typing into one row doesn't render the others. */
export const TranslationRow = memo(function TranslationRow({ row, languages }: RowProps) {
  const text = useText();
  const [withUses, setWithUses] = useState(false);
  const id = `text-${row.key}`;
  return (
    // Not rendered while off screen. The space at its sides is for focus rings, which would be clipped.
    <li
      aria-labelledby={id}
      className="-mx-1.5 border-t border-line px-1.5 py-3.5 [contain-intrinsic-height:auto_7rem] [content-visibility:auto]"
    >
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id={id} className="min-w-0 font-body text-small font-semibold wrap-anywhere">
          <Link to={`?key=${row.key}`} className="hover:underline">
            {row.key}
          </Link>
        </h2>
        <button
          type="button"
          aria-expanded={withUses}
          className="min-h-6 text-note text-text-3 underline hover:text-text"
          onClick={() => setWithUses(!withUses)}
        >
          {text('admin.translations.where')}
        </button>
      </div>
      {withUses && <TextUses textKey={row.key} />}
      <div className={`mt-1.5 grid gap-x-8 gap-y-4 ${languages.length > 1 ? 'columns:grid-cols-2' : ''}`}>
        {languages.map((language) => (
          <TextCell key={language} row={row} language={language} />
        ))}
      </div>
    </li>
  );
});

function TextCell({ row, language }: { row: Row; language: TextLanguage }) {
  const text = useText();
  const draft = useDraft(row.key, language);
  const [withHistory, setWithHistory] = useState(false);
  const present = row[language];
  const name = text(languageNames[language]);
  const which = { key: row.key, language: name };
  return (
    <div role="group" aria-label={name} className="min-w-0">
      <div className="mb-1 flex min-h-6 items-center gap-2 text-note text-text-3">
        <span aria-hidden="true">{language.toUpperCase()}</span>
        {isChanged(row, language) && (
          <span className="tag tag-lit">{text('admin.translations.changed')}</span>
        )}
        {isLeftBehind(row, language) && <span className="tag">{text('admin.translations.toTranslate')}</span>}
      </div>
      {draft ? (
        <TextEditor textKey={row.key} language={language} present={present} draft={draft} />
      ) : (
        <p lang={language} dir="auto" className="whitespace-pre-line wrap-anywhere">
          {present.text}
        </p>
      )}
      {isChanged(row, language) && (draft !== undefined || withHistory) && (
        <p className="mt-2 text-note text-text-3">
          {text('admin.translations.builtIn')}{' '}
          <span lang={language} dir="auto" className="whitespace-pre-line">
            {present.builtIn}
          </span>
        </p>
      )}
      <div className="flex gap-5">
        {!draft && (
          <button
            type="button"
            className="button-link"
            aria-label={text('admin.translations.editOf', which)}
            onClick={() => saveDraft(row.key, language, { value: present.text, openedOn: present.text })}
          >
            {text('admin.translations.edit')}
          </button>
        )}
        <button
          type="button"
          className="button-link text-text-2"
          aria-expanded={withHistory}
          aria-label={text('admin.translations.historyOf', which)}
          onClick={() => setWithHistory(!withHistory)}
        >
          {text('admin.translations.history')}
        </button>
      </div>
      {withHistory && <TextHistory textKey={row.key} language={language} />}
    </div>
  );
}

/** Links to the pages that show a text, which the build found. */
function TextUses({ textKey }: { textKey: string }) {
  const text = useText();
  const { data } = useQuery({
    queryKey: ['/text-uses.json'],
    queryFn: fetchByKey<Record<string, string[]>>(),
  });
  const paths = data?.[textKey];
  if (!data) return null;
  if (!paths?.length)
    return <p className="text-note text-text-3">{text('admin.translations.usedNowhere')}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-text-3">
      {text('admin.translations.usedOn')}
      {paths.map((path) => (
        <a key={path} href={path} target="_blank" rel="noreferrer" className="underline hover:text-text">
          {path}
          <span className="sr-only"> {text('common.newTab')}</span>
        </a>
      ))}
    </p>
  );
}
