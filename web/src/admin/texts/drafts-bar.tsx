import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguageName, useText } from '../../i18n/use-text';
import { useAdminCall } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { discardKeptDrafts, publishKeptDrafts, useKeptDrafts } from './save-text';
import { textQueries } from './pages-state';

interface Conflict {
  field: string;
  message: string;
}

/** The number of drafts, with buttons to publish or discard them. Hidden when there are none. */
export function DraftsBar() {
  const text = useText();
  const languageNameOf = useLanguageName();
  const queries = useQueryClient();
  const { data } = useKeptDrafts();
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const [discarding, setDiscarding] = useState(false);
  const drafts = data?.drafts ?? [];

  const publish = useAdminCall({
    run: publishKeptDrafts,
    invalidates: textQueries,
    onDone: ({ published }) => {
      setConflicts([]);
      showToast({
        title: text('admin.translations.success'),
        text: text('admin.translations.drafts.published', { count: published }),
      });
    },
    onFailed: (failure) => {
      if (!isRefusedFor('text-conflict', failure)) return;
      setConflicts(failure.answer.details ?? []);
      // With the version that publishing over these texts needs.
      void queries.invalidateQueries(textQueries);
    },
    failed: (failure) =>
      isRefusedFor('text-conflict', failure) ? undefined : text('admin.translations.drafts.notPublished'),
  });
  const discard = useAdminCall({
    run: discardKeptDrafts,
    invalidates: textQueries,
    onDone: () => {
      setConflicts([]);
      setDiscarding(false);
    },
    failed: text('admin.translations.drafts.notDiscarded'),
  });

  if (drafts.length === 0) return null;
  return (
    <section
      aria-label={text('admin.translations.drafts.title')}
      className="panel mb-5 gap-3 border-lamp-lo bg-paint"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="mr-auto flex items-center gap-2.5 font-semibold">
          <span className="lamp-dot transform-none" aria-hidden="true" />
          {text('admin.translations.drafts.count', { count: drafts.length })}
        </p>
        {discarding ? (
          <>
            <p>{text('admin.translations.drafts.sure', { count: drafts.length })}</p>
            <Button variant="line" onClick={() => discard.mutate()}>
              {text('admin.translations.drafts.discardAll')}
            </Button>
            <Button variant="line" onClick={() => setDiscarding(false)}>
              {text('admin.translations.drafts.keep')}
            </Button>
          </>
        ) : (
          <>
            <Button
              busyLabel={publish.isPending ? text('admin.translations.drafts.publishing') : undefined}
              onClick={() => publish.mutate(conflicts.length > 0 ? data?.version : undefined)}
            >
              {text(
                conflicts.length > 0
                  ? 'admin.translations.drafts.publishAnyway'
                  : 'admin.translations.drafts.publish',
              )}
            </Button>
            <Button variant="line" onClick={() => setDiscarding(true)}>
              {text('admin.translations.drafts.discard')}
            </Button>
          </>
        )}
      </div>
      {conflicts.length > 0 && (
        <div role="alert" className="border-l-4 border-alarm pl-3.5">
          <p>{text('admin.translations.drafts.moved', { count: conflicts.length })}</p>
          <ul>
            {conflicts.map(({ field, message }) => (
              <li key={field} className="wrap-anywhere text-text-2">
                {field}: <span dir="auto">{message}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-note">
        {drafts.map(({ key, language }) => (
          <li key={language + key} className="min-w-0">
            <Link
              to={`?key=${key}`}
              className="inline-block min-h-6 text-text-2 underline decoration-edge underline-offset-4 wrap-anywhere hover:text-text"
            >
              {text('admin.translations.textOf', { key, language: languageNameOf(language) })}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
