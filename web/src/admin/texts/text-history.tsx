import type { TextHistoryAnswer, TextLanguage, TranslationAnswer, UndoBody } from '@voordeur/contracts/http';
import { useState } from 'react';
import { diffWordsWithSpace } from 'diff';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall, usePages } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { Button } from '../../ui/button';
import { Instant } from '../../ui/instant';
import { Link } from '../../ui/link';
import { textQueries } from './pages-state';

/** Every edit of one text, newest first, fifty at a time, each with a button that undoes it. */
export function TextHistory({ textKey, language }: { textKey: string; language: TextLanguage }) {
  const text = useText();
  const which = new URLSearchParams({ key: textKey, language }).toString();
  const { data, error, isFetching, hasNextPage, fetchNextPage } = usePages<TextHistoryAnswer>(
    `/api/admin/translations/history?${which}`,
  );
  const [moved, setMoved] = useState<string>();
  const edits = data?.pages.flatMap((page) => page.edits) ?? [];

  const undo = useAdminCall({
    run: (body: UndoBody) => adminSend<TranslationAnswer>('POST', '/api/admin/translations/undo', body),
    invalidates: textQueries,
    onDone: () => {
      setMoved(undefined);
      showToast({ title: text('admin.translations.success'), text: text('admin.translations.saved') });
    },
    onFailed: (failure, { id }) => {
      // Another edit came after it, so the owner must confirm.
      if (isRefusedFor('text-conflict', failure)) setMoved(id);
    },
    failed: (failure) =>
      isRefusedFor('text-conflict', failure) ? undefined : text('admin.translations.failedToSave'),
  });

  if (error) return <p className="mt-3 text-alarm">{text('admin.translations.noHistory')}</p>;
  if (edits.length === 0)
    return (
      <p role="status" className="mt-3 text-text-2">
        {text(isFetching ? 'admin.loading' : 'admin.translations.neverEdited')}
      </p>
    );
  return (
    <>
      <ol aria-label={text('admin.translations.history')} className="mt-3 grid gap-3">
        {edits.map((edit) => (
          <li key={edit.id} className="border-l-2 border-line pl-3">
            <p className="text-note text-text-3">
              <Instant time={edit.editedAt} />
            </p>
            <DiffOfTexts old={edit.old} now={edit.new} />
            {moved === edit.id && (
              <p role="alert" className="mt-1 text-alarm">
                {text('admin.translations.movedSince')}
              </p>
            )}
            <button
              type="button"
              className="button-link text-text-2"
              onClick={() => undo.mutate({ id: edit.id, force: moved === edit.id })}
            >
              {text(moved === edit.id ? 'admin.translations.undoAnyway' : 'admin.translations.undo')}
            </button>
            <Link to="/admin/analytics?last=90d#edits" className="button-link ml-4 text-text-2">
              {text('admin.translations.whatItDid')}
            </Link>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="mt-3">
          <Button variant="line" disabled={isFetching} onClick={() => void fetchNextPage()}>
            {text('admin.translations.older')}
          </Button>
        </div>
      )}
    </>
  );
}

/** How a text changed, word by word: removed words struck through, added ones underlined, both announced. */
export function DiffOfTexts({ old, now }: { old: string; now: string }) {
  const text = useText();
  return (
    <p className="whitespace-pre-wrap text-text-2" dir="auto">
      {diffWordsWithSpace(old, now).map(({ value, added, removed }, index) => {
        if (!added && !removed) return <span key={index}>{value}</span>;
        const Changed = added ? 'ins' : 'del';
        return (
          <Changed key={index} className={added ? 'bg-added text-ok' : 'bg-removed text-alarm'}>
            <span className="sr-only">
              {text(added ? 'admin.translations.added' : 'admin.translations.removed')}{' '}
            </span>
            {value}
          </Changed>
        );
      })}
    </p>
  );
}
