import { type TextLanguage } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useLanguageName, useText } from '../../i18n/use-text';
import { fetchByKey } from '../../lib/query-client';
import { Link } from '../../ui/link';
import { isChanged, isLeftBehind, type Row } from './catalogue-rows';
import type { KeptDrafts } from './save-text';
import { editText, useDraft } from './drafts';
import { pathOfText } from './site-pages';
import { TextEditor } from './text-editor';
import { TextHistory } from './text-history';

interface RowProps {
  row: Row;
  languages: readonly TextLanguage[];
  /** Drafts in Postgres of this text. */
  drafts: KeptDrafts | undefined;
  /** The live page is open next to the list, which leaves less room for it. */
  narrow: boolean;
  /** Its key is seen, and not only heard. */
  withKey: boolean;
  /** Shows the text on its page. Stays the same function. */
  onShow: (row: Row, language: TextLanguage) => void;
}

/** A key and its text in each language shown. Memoized, so typing into one row doesn't render the others. */
export const TranslationRow = memo(function TranslationRow({
  row,
  languages,
  drafts,
  narrow,
  withKey,
  onShow,
}: RowProps) {
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
        <h2
          id={id}
          className={withKey ? 'min-w-0 font-body text-small font-semibold wrap-anywhere' : 'sr-only'}
        >
          {withKey ? (
            <Link to={`?key=${row.key}`} className="hover:underline">
              {row.key}
            </Link>
          ) : (
            row.key
          )}
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
      <div
        className={`mt-1.5 grid gap-x-8 gap-y-4 ${languages.length > 1 ? (narrow ? 'columns:max-wide:grid-cols-2' : 'columns:grid-cols-2') : ''}`}
      >
        {languages.map((language) => (
          <TextCell key={language} row={row} drafts={drafts} language={language} onShow={onShow} />
        ))}
      </div>
    </li>
  );
});

type CellProps = Pick<RowProps, 'row' | 'drafts' | 'onShow'> & { language: TextLanguage };

function TextCell({ row, drafts, language, onShow }: CellProps) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const draft = useDraft(row.key, language);
  const kept = drafts?.[language];
  const [withHistory, setWithHistory] = useState(false);
  const present = row[language];
  const name = languageNameOf(language);
  const which = { key: row.key, language: name };
  return (
    <div
      role="group"
      aria-label={name}
      className="grid min-w-0 grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-x-2"
    >
      <span aria-hidden="true" className="text-note text-text-3">
        {language.toUpperCase()}
      </span>
      <div className="min-w-0">
        {draft ? (
          <TextEditor row={row} language={language} draft={draft} kept={kept} />
        ) : (
          <p lang={language} dir="auto" className="whitespace-pre-line wrap-anywhere">
            {kept?.value ?? present.text}
          </p>
        )}
        {kept && (
          <p className="mt-2 text-note text-text-3">
            {text('admin.translations.drafts.visitorsRead')}{' '}
            <span lang={language} dir="auto" className="whitespace-pre-line">
              {present.text}
            </span>
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
        <div className="flex min-h-9 flex-wrap items-center gap-x-4 text-note">
          {!draft && (
            <Action
              label={text('admin.translations.editOf', which)}
              onClick={() => {
                editText(row, language, kept);
                onShow(row, language);
              }}
            >
              {text('admin.translations.edit')}
            </Action>
          )}
          {pathOfText(row.key, language) && (
            <Action
              label={text('admin.translations.live.showOf', which)}
              onClick={() => onShow(row, language)}
            >
              {text('admin.translations.live.show')}
            </Action>
          )}
          <Action
            label={text('admin.translations.historyOf', which)}
            expanded={withHistory}
            onClick={() => setWithHistory(!withHistory)}
          >
            {text('admin.translations.history')}
          </Action>
          {kept && <span className="tag tag-lit">{text('admin.translations.drafts.tag')}</span>}
          {isChanged(row, language) && (
            <span className="tag tag-lit">{text('admin.translations.changed')}</span>
          )}
          {isLeftBehind(row, language) && (
            <span className="tag">{text('admin.translations.toTranslate')}</span>
          )}
        </div>
        {withHistory && <TextHistory textKey={row.key} language={language} />}
      </div>
    </div>
  );
}

interface ActionProps {
  /** With the text that it's for. */
  label: string;
  expanded?: boolean;
  onClick: () => void;
  children: string;
}

function Action({ label, expanded, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={expanded}
      className="min-h-9 text-text-2 underline decoration-edge underline-offset-4 hover:text-text hover:decoration-lamp"
      onClick={onClick}
    >
      {children}
    </button>
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
        <a
          key={path}
          href={path}
          target="_blank"
          rel="noreferrer"
          className="leading-6 underline hover:text-text"
        >
          {path}
          <span className="sr-only"> {text('common.newTab')}</span>
        </a>
      ))}
    </p>
  );
}
