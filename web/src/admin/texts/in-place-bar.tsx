import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { Button } from '../../ui/button';
import { useUnsaved } from './drafts';

interface Props {
  news: 'saved' | 'takenBack' | null;
  sessionOver: boolean;
  takingBack: boolean;
  onTakeBack: () => void;
  /** With the number of texts that are given up. */
  onDone: (unsaved: number) => void;
}

/** Says that the page is being edited, and how the last save went. Asks before it discards unsaved changes. */
export function InPlaceBar({ news, sessionOver, takingBack, onTakeBack, onDone }: Props) {
  const text = useText();
  const unsaved = useUnsaved();
  const [asks, setAsks] = useState(false);
  const bar = useRef<HTMLElement>(null);
  // The pencil that had the focus is gone.
  useEffect(() => bar.current?.focus(), []);
  return (
    <aside ref={bar} tabIndex={-1} aria-label={text('admin.inPlace.label')} className="in-place-bar">
      <div role="status" className="min-w-0 flex-1">
        {news === null ? (
          <p>
            <strong className="font-semibold">{text('admin.inPlace.editing')}</strong>{' '}
            <span className="text-text-2">{text('admin.inPlace.how')}</span>
          </p>
        ) : (
          <p className="flex flex-wrap items-center gap-x-4">
            {text(news === 'saved' ? 'admin.inPlace.saved' : 'admin.inPlace.takenBack')}
            {news === 'saved' && (
              <button type="button" className="button-link" disabled={takingBack} onClick={onTakeBack}>
                {text('admin.inPlace.takeBack')}
              </button>
            )}
          </p>
        )}
        {unsaved > 0 && (
          <p className="text-lamp-hi">{text('admin.translations.unsaved', { count: unsaved })}</p>
        )}
      </div>
      {sessionOver && <SessionOver />}
      <div className="flex flex-none flex-wrap gap-2.5">
        {asks && unsaved > 0 ? (
          <>
            <Button variant="line" onClick={() => onDone(unsaved)}>
              {text('admin.inPlace.discard')}
            </Button>
            <Button onClick={() => setAsks(false)}>{text('admin.inPlace.goOn')}</Button>
          </>
        ) : (
          <Button variant="line" onClick={() => (unsaved > 0 ? setAsks(true) : onDone(0))}>
            {text('admin.inPlace.done')}
          </Button>
        )}
      </div>
    </aside>
  );
}

function SessionOver() {
  const text = useText();
  return (
    <p role="alert" className="w-full border-l-4 border-alarm bg-paint px-3.5 py-2">
      {text('admin.inPlace.sessionOver')}{' '}
      <a href="/admin" target="_blank" rel="noreferrer" className="underline">
        {text('admin.inPlace.logIn')}
        <span className="sr-only"> {text('common.newTab')}</span>
      </a>
    </p>
  );
}
