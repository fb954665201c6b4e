import { lazy, useState } from 'react';
import { useText } from '../../i18n/use-text';
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
          <ShareDialog query={query} onClose={() => setOpen(false)} />
        </LatePopup>
      )}
    </>
  );
}
