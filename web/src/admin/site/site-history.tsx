import type { SiteEditAnswer, SiteHistoryAnswer, SiteSettingsAnswer } from '@voordeur/contracts/http';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { adminSend } from '../../lib/admin-api';
import { useAdminCall, usePages } from '../../lib/admin-queries';
import { isRefusedFor } from '../../lib/http';
import { showToast } from '../../lib/toast-store';
import { ForwardIcon } from '../../ui/icons';
import { Instant } from '../../ui/instant';
import { MoreButton, QueryStates } from '../../ui/query-states';
import { settingNames } from './setting-fields';
import { DiffOfSettings } from './setting-parts';
import { siteSettingsPath } from './use-settings-form';

/** The edits, newest first: folded, and read once the list is opened. */
export function SiteHistory() {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-labelledby="site-history" className="panel col-span-12 p-0">
      <details
        className="group px-panel"
        onToggle={(event) => {
          setIsOpen(event.currentTarget.open);
        }}
      >
        <summary className="flex cursor-pointer items-center gap-3 py-3.5 focus-visible:-outline-offset-2">
          <h2 id="site-history" className="panel-title">
            {text('admin.yourSite.history')}
          </h2>
          <span className="ml-auto flex-none rotate-90 text-lamp transition-transform group-open:-rotate-90">
            <ForwardIcon />
          </span>
        </summary>
        {isOpen && <Edits />}
      </details>
    </section>
  );
}

function Edits() {
  const text = useText();
  const pages = usePages<SiteHistoryAnswer>(`${siteSettingsPath}/history?`);
  const edits = pages.data?.pages.flatMap((page) => page.edits);
  return (
    <div className="border-t border-line py-3.5">
      <QueryStates query={pages} fetching={text('admin.loading')} failed={text('admin.yourSite.noHistory')} />
      {edits?.length === 0 && <p className="text-text-2">{text('admin.yourSite.neverChanged')}</p>}
      <ol aria-label={text('admin.yourSite.history')} className="grid gap-4 empty:hidden">
        {edits?.map((edit) => (
          <Edit key={edit.id} edit={edit} />
        ))}
      </ol>
      <MoreButton pages={pages} />
    </div>
  );
}

function Edit({ edit }: { edit: SiteEditAnswer }) {
  const text = useText();
  const [isMoved, setIsMoved] = useState(false);
  const undo = useAdminCall({
    run: (force: boolean) =>
      adminSend<SiteSettingsAnswer>('POST', `${siteSettingsPath}/undo`, {
        id: edit.id,
        ...(force && { force }),
      }),
    onDone: () => {
      setIsMoved(false);
      showToast({ title: text('admin.yourSite.undone'), text: text('admin.yourSite.saved') });
    },
    // Another edit came after it, so the owner must confirm.
    onFailed: (failure) => setIsMoved(isRefusedFor('setting-conflict', failure)),
    failed: (failure) =>
      isRefusedFor('setting-conflict', failure) ? undefined : text('admin.yourSite.notSaved'),
  });
  return (
    <li className="border-l-2 border-line pl-3">
      <h3 className="font-body text-small font-semibold tracking-normal">{text(settingNames[edit.key])}</h3>
      <p className="mb-1 text-note text-text-3">
        <Instant time={edit.editedAt} />
      </p>
      <DiffOfSettings of={edit.key} old={edit.old} now={edit.new} />
      {isMoved && (
        <p role="alert" className="mt-1 text-alarm">
          {text('admin.yourSite.movedSince')}
        </p>
      )}
      <button type="button" className="button-link text-text-2" onClick={() => undo.mutate(isMoved)}>
        {text(isMoved ? 'admin.translations.undoAnyway' : 'admin.translations.undo')}
      </button>
    </li>
  );
}
