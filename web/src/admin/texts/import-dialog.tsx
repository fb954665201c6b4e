import type { ImportAnswer, ImportBody } from '@voordeur/contracts/http';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall } from '../../lib/admin-queries';
import { HttpError, isRefusedFor } from '../../lib/http';
import { useScrollStop } from '../../lib/use-scroll-stop';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { showToast } from '../../lib/toast-store';
import { describeProblem } from './describe-problem';
import { DiffOfTexts } from './text-history';
import { textQueries } from './pages-state';

const path = '/api/admin/translations/import';

/** Reads a file of texts, shows its changes, and applies them once the owner confirms. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [preview, setPreview] = useState<{ body: ImportBody; answer: ImportAnswer }>();
  const [error, setError] = useState<string>();

  const check = useAdminCall({
    run: (body: ImportBody) => adminSend<ImportAnswer>('POST', `${path}?dryRun=true`, body),
    invalidates: 'nothing',
    onDone: (answer, body) => {
      setPreview({ body, answer });
      setError(undefined);
    },
    onFailed: (failure) => setError(text(reasonOf(failure))),
  });
  const apply = useAdminCall({
    // Refused (`text-conflict`) if a text was edited since the preview.
    run: ({ body, answer: { version } }: { body: ImportBody; answer: ImportAnswer }) =>
      adminSend<ImportAnswer>('POST', path, body, { 'if-match': `"${version}"` }),
    invalidates: textQueries,
    onDone: ({ changes }) => {
      showToast({
        title: text('admin.translations.success'),
        text: text('admin.translations.import.done', { count: changes.length }),
      });
      onClose();
    },
    onFailed: (failure, { body }) => {
      // Another tab saved first, so the import would now change something else.
      if (isRefusedFor('text-conflict', failure)) {
        check.mutate(body, {
          onSuccess: () => setError(text('admin.translations.import.moved')),
        });
      } else setError(text(reasonOf(failure)));
    },
  });

  async function open(file: File | undefined) {
    setPreview(undefined);
    setError(undefined);
    if (!file) return;
    try {
      check.mutate(JSON.parse(await file.text()) as ImportBody);
    } catch {
      setError(text('admin.translations.import.notJson'));
    }
  }

  return (
    <Dialog
      title={text('admin.translations.import.title')}
      text={text('admin.translations.import.text')}
      onClose={onClose}
    >
      <label className="mt-5 block font-semibold">
        {text('admin.translations.import.file')}
        <input
          type="file"
          accept="application/json,.json"
          className="mt-1.5 block w-full text-small font-normal text-text-2 file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-edge file:px-4 file:text-text"
          onChange={(event) => void open(event.target.files?.[0])}
        />
      </label>
      {error !== undefined && (
        <p role="alert" className="mt-3 text-small text-alarm">
          {error}
        </p>
      )}
      {preview && <Preview preview={preview.answer} />}
      {preview && preview.answer.changes.length > 0 && preview.answer.broken.length === 0 && (
        <div className="mt-5">
          <Button
            busyLabel={
              check.isPending || apply.isPending ? text('admin.translations.import.applying') : undefined
            }
            onClick={() => apply.mutate(preview)}
          >
            {text('admin.translations.import.apply', { count: preview.answer.changes.length })}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Preview({ preview: { changes, unchanged, unknown, broken } }: { preview: ImportAnswer }) {
  const text = useText();
  const scrollStop = useScrollStop<HTMLUListElement>();
  return (
    <div className="mt-4 text-small">
      <p role="status">{text('admin.translations.import.summary', { changes: changes.length, unchanged })}</p>
      {broken.length > 0 && (
        <>
          <p className="mt-3 text-alarm">
            {text('admin.translations.import.broken', { count: broken.length })}
          </p>
          <ul className="mt-1">
            {broken.map(({ key, language, problems }) => (
              <li key={language + key} className="wrap-anywhere">
                {key} ({language}): {problems.map((problem) => describeProblem(problem, text)).join(' ')}
              </li>
            ))}
          </ul>
        </>
      )}
      {unknown.length > 0 && (
        <p className="mt-3 wrap-anywhere text-text-2">
          {text('admin.translations.import.unknown', { count: unknown.length })}{' '}
          {unknown.map(({ key, language }) => `${key} (${language})`).join(', ')}
        </p>
      )}
      {changes.length > 0 && (
        <ul
          aria-label={text('admin.translations.import.changes')}
          {...scrollStop}
          className="mt-3 grid max-h-72 gap-3 overflow-auto"
        >
          {changes.map(({ key, language, old, new: now }) => (
            <li key={language + key} className="border-l-2 border-line pl-3">
              <p className="text-note wrap-anywhere text-text-3">
                {key} ({language})
              </p>
              <DiffOfTexts old={old} now={now} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function reasonOf(failure: unknown) {
  const refused = failure instanceof HttpError && failure.status < 500;
  return refused ? 'admin.translations.import.refused' : 'admin.translations.import.failed';
}
