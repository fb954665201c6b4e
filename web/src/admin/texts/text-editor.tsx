import type {
  MessageProblem,
  TextDraftAnswer,
  TextLanguage,
  TranslationAnswer,
} from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState, Fragment, type ReactNode } from 'react';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { useLanguageName, useText } from '../../i18n/use-text';
import { useAdminCall } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { leftBehindBy, type Row } from './catalogue-rows';
import type { Problem, Samples } from './check-message';
import { describeProblem } from './describe-problem';
import { discardDraft, saveDraft, type Draft } from './drafts';
import { textQueries } from './pages-state';
import { PhoneCheck } from './phone-check';
import { keepDraft, saveTranslation } from './save-text';
import { pathOfText } from './site-pages';
import { DiffOfTexts } from './text-history';

interface Props {
  row: Row;
  language: TextLanguage;
  draft: Draft;
  /** Its draft in Postgres. */
  kept?: TextDraftAnswer | undefined;
  /** Where the page itself shows the text as it's typed, and that it's saved. There it's saved at once, never as a draft. */
  onSaved?: (answer: TranslationAnswer) => void;
}

interface Saving {
  openedOn: string;
  asDraft: boolean;
}

/** Edits one text. Ctrl or Cmd with S or Enter saves; Escape closes it if nothing was changed. */
export function TextEditor({ row, language, draft, kept, onSaved }: Props) {
  const textKey = row.key;
  const present = row[language];
  const path = pathOfText(textKey, language);
  const text = useText();
  const languageNameOf = useLanguageName();
  const queries = useQueryClient();
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [refused, setRefused] = useState<{ value: string; problems: Problem[] }>();
  /** The current text, if another tab saved first. */
  const [theirs, setTheirs] = useState<string>();
  // Until the parser has loaded, and if it can't be, only the api checks.
  const { data: parser } = useQuery({
    queryKey: ['message-parser'],
    queryFn: () => import('./check-message'),
  });
  const checked = parser?.checkMessage(draft.value, present.builtIn);
  const empty = draft.value === '';
  const own = empty ? [] : (checked?.problems ?? []);
  const problems = own.length === 0 && refused?.value === draft.value ? refused.problems : own;
  const changed = draft.value !== draft.openedOn;

  const leftBehind = changed && draft.value !== present.builtIn ? leftBehindBy(row, language) : [];

  const close = () => discardDraft(textKey, language);

  const saving = useAdminCall({
    run: ({ openedOn, asDraft }: Saving) => {
      // Saving it as empty lets a new version of the site change the built-in text.
      const value = draft.value === present.builtIn ? '' : draft.value;
      const send = asDraft ? keepDraft : saveTranslation;
      return send({ key: textKey, language, value }, openedOn);
    },
    invalidates: textQueries,
    onDone: (answer, { asDraft }) => {
      close();
      if (onSaved) onSaved(answer);
      else
        showToast({
          title: text('admin.translations.success'),
          text: text(asDraft ? 'admin.translations.drafts.kept' : 'admin.translations.saved'),
        });
    },
    onFailed: (failure) => {
      if (isRefusedFor('text-conflict', failure)) setTheirs(failure.answer.details?.[0]?.message ?? '');
      if (isRefusedFor('broken-text', failure))
        setRefused({
          value: draft.value,
          problems: (failure.answer.details ?? []) as unknown as MessageProblem[],
        });
    },
    failed: (failure) =>
      isRefusedFor('text-conflict', failure) ? undefined : text('admin.translations.failedToSave'),
  });

  // A text that has a draft goes on as one: it's published with the others.
  function save(asDraft = kept !== undefined) {
    const openedOn = theirs ?? draft.openedOn;
    if (saving.isPending || problems.length > 0) return;
    if (!changed && openedOn === draft.openedOn) close();
    else saving.mutate({ openedOn, asDraft });
  }

  const saveWord =
    theirs !== undefined
      ? 'admin.translations.keepMine'
      : kept
        ? 'admin.translations.drafts.save'
        : 'admin.translations.save';

  function showPlace({ place }: Problem) {
    if (!place || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(place.offset, place.offset + 1);
  }

  return (
    <AdminForm
      className="min-w-0"
      onSubmit={() => {
        save();
      }}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
        // The browser would save the page.
        event.preventDefault();
        save();
      }}
    >
      <label htmlFor={id} className="sr-only">
        {text('admin.translations.textOf', { key: textKey, language: languageNameOf(language) })}
      </label>
      <textarea
        ref={area}
        id={id}
        autoFocus
        lang={language}
        dir="auto"
        rows={Math.min(12, Math.max(2, Math.ceil(draft.value.length / 60)))}
        className="field block resize-y [field-sizing:content]"
        value={draft.value}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={`${id}-notes`}
        onChange={(event) => saveDraft(textKey, language, { ...draft, value: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
          if (event.key === 'Escape' && !changed) close();
        }}
      />
      <div id={`${id}-notes`} aria-live="polite">
        {problems.map((problem) => (
          <p key={problem.fault + problem.name} className="mt-2 flex flex-wrap gap-x-3 text-alarm">
            {describeProblem(problem, text)}
            {problem.place && (
              <button type="button" className="underline" onClick={() => showPlace(problem)}>
                {text('admin.translations.showPlace')}
              </button>
            )}
          </p>
        ))}
        {empty && <p className="mt-2 text-text-2">{text('admin.translations.emptyText')}</p>}
      </div>
      {theirs !== undefined && (
        <div role="alert" className="mt-3 border-l-4 border-alarm bg-paint px-3.5 py-3">
          <p className="mb-2 font-semibold">{text('admin.translations.moved')}</p>
          <p className="text-note text-text-3">{text('admin.translations.theirs')}</p>
          <p className="whitespace-pre-wrap" dir="auto">
            {theirs}
          </p>
          <p className="mt-2 text-note text-text-3">{text('admin.translations.yours')}</p>
          <DiffOfTexts old={theirs} now={draft.value} />
        </div>
      )}
      {checked?.read && problems.length === 0 && changed && path && (
        <PhoneCheck path={path} textKey={textKey as MessageKey} value={draft.value} />
      )}
      {leftBehind.length > 0 && (
        <p className="mt-2 text-note text-text-2">
          {text('admin.translations.alsoIn', { languages: leftBehind.map(languageNameOf).join(', ') })}
        </p>
      )}
      {!onSaved && checked?.read && problems.length === 0 && (
        <MessagePreview {...checked.read} language={language} />
      )}
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button
          type="submit"
          aria-keyshortcuts="Control+S Meta+S"
          disabled={problems.length > 0}
          busyLabel={saving.isPending ? text('admin.translations.saving') : undefined}
        >
          {text(saveWord)}
        </Button>
        {!kept && !onSaved && theirs === undefined && (
          <Button variant="line" disabled={problems.length > 0 || !changed} onClick={() => save(true)}>
            {text('admin.translations.drafts.keepAs')}
          </Button>
        )}
        {theirs !== undefined && (
          <Button
            variant="line"
            onClick={() => {
              close();
              void queries.invalidateQueries(textQueries);
            }}
          >
            {text('admin.translations.takeTheirs')}
          </Button>
        )}
        <Button variant="line" onClick={close}>
          {text('admin.translations.cancel')}
        </Button>
        {present.builtIn !== draft.value && (
          <button
            type="button"
            className="button-link text-text-2"
            onClick={() => {
              saveDraft(textKey, language, { ...draft, value: present.builtIn });
              area.current?.focus();
            }}
          >
            {text('admin.translations.toBuiltIn')}
          </button>
        )}
      </div>
    </AdminForm>
  );
}

interface PreviewProps {
  message: MessageFormatElement[];
  samples: Samples;
  language: TextLanguage;
}

/** The message as visitors read it, with editable sample values for its placeholders. */
function MessagePreview({ message, samples, language }: PreviewProps) {
  const text = useText();
  const [given, setGiven] = useState<Record<string, string>>({});
  const named = Object.entries(samples.values);
  return (
    <div className="mt-4 rounded-control border border-line bg-night p-4">
      <p className="mb-1.5 text-note text-text-3">{text('admin.translations.preview')}</p>
      <div lang={language} dir="auto" className="text-body whitespace-pre-line">
        {show(message, language, samples, given) ?? text('admin.translations.noPreview')}
      </div>
      {named.length > 0 && (
        <div className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3 border-t border-line pt-3">
          {named.map(([name, sample]) => (
            <label key={name} className="block text-note text-text-2">
              {text('admin.translations.sample', { name })}
              <input
                className="field mt-1 min-h-10 py-1 text-small"
                value={given[name] ?? String(sample)}
                onChange={(event) => setGiven({ ...given, [name]: event.target.value })}
              />
            </label>
          ))}
        </div>
      )}
    </div>
  );
}

/** Null while a sample value doesn't fit its placeholder. */
function show(
  message: MessageFormatElement[],
  language: TextLanguage,
  { values, dates, tags }: Samples,
  given: Record<string, string>,
): ReactNode {
  const all: Record<string, unknown> = { ...values, ...given };
  for (const name of dates) all[name] = new Date(String(all[name]));
  // The page decides what a tag becomes; the preview only marks it.
  for (const tag of tags)
    all[tag] = (parts: ReactNode[]) => (
      <span key={tag} className="underline decoration-lamp-lo decoration-2 underline-offset-4">
        {parts.map((part, index) => (
          <Fragment key={index}>{part}</Fragment>
        ))}
      </span>
    );
  try {
    const shown = new IntlMessageFormat(message, language).format<ReactNode>(all as never);
    return Array.isArray(shown) ? shown.map((part, index) => <Fragment key={index}>{part}</Fragment>) : shown;
  } catch {
    return null;
  }
}
