import { lazy, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { MoreTexts } from '../../i18n/text-provider';
import { LatePopup } from '../../ui/late-part';

const ShareDialog = lazy(() => import('./share-dialog'));

/** Makes a link to the screen's figures; `query` is that of its address. */
export function ShareView({ query }: { query: string }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="button button-line min-h-10 px-4 py-[.4rem] text-small/[1.2]"
        onClick={() => setOpen(true)}
      >
        {text('admin.analytics.shareView')}
      </button>
      {open && (
        <LatePopup>
          <MoreTexts part="access">
            <ShareDialog query={query} onClose={() => setOpen(false)} />
          </MoreTexts>
        </LatePopup>
      )}
    </>
  );
}
