import type { TextEditAnswer, TextLanguage } from '@voordeur/contracts/http';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { HttpError, isRefusal } from '../../lib/http-error';
import { Button } from '../../ui/button';
import { showToast } from '../../lib/toast-store';
import { DiffOfTexts } from './diff-of-texts';
import { undoEdit, useHistory, type Token } from './translation-calls';

interface Props {
  textKey: string;
  language: TextLanguage;
  token: Token;
  onRefused: () => void;
  /** Something was put back. */
  onSaved: () => void;
}

/** Every edit of one text, newest first: when, and what became of it. Each can be taken back. */
export function TextHistory({ textKey, language, token, onRefused, onSaved }: Props) {
  const text = useText();
  const { formatDate } = useIntl();
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useHistory(token, textKey, language);
  const [moved, setMoved] = useState<string>();
  const edits = data?.pages.flatMap((page) => page?.edits ?? []) ?? [];

  useEffect(() => {
    if (isRefusal(error)) onRefused();
  }, [error, onRefused]);

  async function undo({ id }: TextEditAnswer, force: boolean) {
    try {
      await undoEdit(token, { id, force });
      setMoved(undefined);
      showToast({ title: text('admin.translations.success'), text: text('admin.translations.saved') });
      onSaved();
    } catch (failure) {
      if (isRefusal(failure)) onRefused();
      // Another edit came after it: only with the owner's word.
      else if (failure instanceof HttpError && failure.status === 412) setMoved(id);
      else
        showToast({
          variant: 'destructive',
          title: text('common.error'),
          text: text('admin.translations.failedToSave'),
        });
    }
  }

  if (error && !isRefusal(error))
    return <p className="mt-3 text-alarm">{text('admin.translations.noHistory')}</p>;
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
            <time dateTime={edit.editedAt} className="text-note text-text-3">
              {formatDate(edit.editedAt, {
                timeZone: 'Europe/Amsterdam',
                dateStyle: 'medium',
                timeStyle: 'short',
              })}
            </time>
            <DiffOfTexts old={edit.old} now={edit.new} />
            {moved === edit.id && (
              <p role="alert" className="mt-1 text-alarm">
                {text('admin.translations.movedSince')}
              </p>
            )}
            <button
              type="button"
              className="button-link text-text-2"
              onClick={() => void undo(edit, moved === edit.id)}
            >
              {text(moved === edit.id ? 'admin.translations.undoAnyway' : 'admin.translations.undo')}
            </button>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="mt-3">
          <Button look="line" type="button" disabled={isFetching} onClick={() => void fetchNextPage()}>
            {text('admin.translations.older')}
          </Button>
        </div>
      )}
    </>
  );
}
