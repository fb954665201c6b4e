import {
  type MessageProblem,
  type TextLanguage,
  textLanguages,
  translationLimits,
} from '@voordeur/contracts/http';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLanguageName, useText } from '../../i18n/use-text';
import { useAdminDrafts } from '../../lib/admin-drafts';
import { useAdminCall } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { TextArea } from '../../ui/field';
import { QueryStates } from '../../ui/query-states';
import { LanguageGroup } from '../site/setting-inputs';
import { describeProblem } from '../texts/describe-problem';
import { discardDraft, type Draft, readDraft, saveDraft } from '../texts/drafts';
import { textQueries } from '../texts/pages-state';
import { keepDraft, saveTranslation, useDraftsByKey } from '../texts/save-text';
import { useRows } from '../texts/use-rows';

const key = 'home.hero.headline';

interface Tagline extends Draft {
  language: TextLanguage;
  /** The text now: its draft in Postgres, or what visitors read. */
  present: string;
  builtIn: string;
  /** It has a draft in Postgres, and goes on as one. */
  isKept: boolean;
}

/** The sentence at the top of the home page: a text of the site, saved with the settings of its step. */
export function useTagline() {
  const text = useText();
  const queries = useQueryClient();
  const rows = useRows();
  const kept = useDraftsByKey()[key] ?? {};
  const [problems, setProblems] = useState<Partial<Record<TextLanguage, MessageProblem>>>({});
  const [failures, setFailures] = useState(0);
  // Typed text is a draft of this tab, as in the list of texts: the page shows it, and it outlives the screen.
  useAdminDrafts();
  const row = rows.data?.find((one) => one.key === key);
  const taglines = textLanguages.flatMap((language): Tagline[] => {
    if (!row) return [];
    const { text: current, builtIn } = row[language];
    const present = kept[language]?.value ?? current;
    const typed = readDraft(key, language);
    const isTyped = typed && typed.value !== typed.openedOn;
    const draft = isTyped ? typed : { value: present, openedOn: present };
    return [{ language, present, builtIn, isKept: kept[language] !== undefined, ...draft }];
  });

  const { mutateAsync } = useAdminCall({
    run: ({ language, value, openedOn, builtIn, isKept }: Tagline) => {
      const send = isKept ? keepDraft : saveTranslation;
      // Saving it as empty lets a new version of the site change the built-in text.
      return send({ key, language, value: value === builtIn ? '' : value }, openedOn);
    },
    invalidates: textQueries,
    onDone: (_, { language }) => discardDraft(key, language),
    onFailed: (failure, { language }) => {
      if (isRefusedFor('text-conflict', failure)) void queries.invalidateQueries(textQueries);
      const [problem] = isRefusedFor('broken-text', failure) ? (failure.answer.details ?? []) : [];
      if (problem) setProblems((all) => ({ ...all, [language]: problem as unknown as MessageProblem }));
    },
    failed: (failure) =>
      isRefusedFor('text-conflict', failure) || isRefusedFor('broken-text', failure)
        ? undefined
        : text('admin.translations.failedToSave'),
  });

  return {
    rows,
    taglines,
    problems,
    failures,
    write: (language: TextLanguage, draft: Draft) => {
      if (draft.value === draft.openedOn) discardDraft(key, language);
      else saveDraft(key, language, draft);
      setProblems(({ [language]: _, ...others }) => others);
    },
    /** Resolves to whether all that was typed is saved; otherwise its field says why not. */
    save: async () => {
      const changed = taglines.filter(({ value, openedOn }) => value !== openedOn);
      const saved = await Promise.allSettled(changed.map((one) => mutateAsync(one)));
      const isSaved = saved.every(({ status }) => status === 'fulfilled');
      if (!isSaved) setFailures((count) => count + 1);
      return isSaved;
    },
  };
}

/** The tagline in each language of the site, and what it was changed to elsewhere meanwhile. */
export function TaglineFields({
  rows,
  taglines,
  problems,
  failures,
  write,
}: Omit<ReturnType<typeof useTagline>, 'save'>) {
  const text = useText();
  const languageNameOf = useLanguageName();
  const group = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failures > 0) group.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failures]);
  if (!rows.data)
    return (
      <QueryStates
        query={rows}
        fetching={text('admin.translations.loading')}
        failed={text('admin.translations.failed')}
      />
    );
  return (
    <LanguageGroup ref={group} label={text('admin.setup.tagline')}>
      {taglines.map(({ language, value, openedOn, present }) => {
        const problem = problems[language];
        const isMoved = value !== openedOn && openedOn !== present;
        return (
          <div key={language} className="min-w-0">
            <TextArea
              label={languageNameOf(language)}
              lang={language}
              dir="auto"
              autoComplete="off"
              rows={2}
              maxLength={translationLimits.text}
              value={value}
              error={problem && describeProblem(problem, text)}
              onChange={(event) => write(language, { value: event.target.value, openedOn })}
            />
            {value === '' && (
              <p className="mt-2 text-note text-text-3">{text('admin.translations.emptyText')}</p>
            )}
            {isMoved && (
              <div role="alert" className="mt-3 border-l-4 border-alarm bg-paint px-3.5 py-3">
                <p className="font-semibold">{text('admin.translations.moved')}</p>
                <p className="mt-2 text-note text-text-3">{text('admin.translations.theirs')}</p>
                <p lang={language} dir="auto" className="whitespace-pre-wrap">
                  {present}
                </p>
                <div className="flex flex-wrap gap-x-5">
                  <button
                    type="button"
                    className="button-link"
                    onClick={() => write(language, { value, openedOn: present })}
                  >
                    {text('admin.yourSite.keepMine')}
                  </button>
                  <button
                    type="button"
                    className="button-link"
                    onClick={() => write(language, { value: present, openedOn: present })}
                  >
                    {text('admin.yourSite.takeTheirs')}
                  </button>
                </div>
              </div>
            )}
          </div>
        );
      })}
    </LanguageGroup>
  );
}
