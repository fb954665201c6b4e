import { useState } from 'react';
import { useText } from '../i18n/use-text';
import { reloadWhenReachable } from '../lib/reload-when-reachable';
import { Button } from './button';

/** Says that something did not load, with a button that tries again; `over` a page that stands, or in its place. */
export function LoadFailure({ over = false }: { over?: boolean }) {
  const text = useText();
  const [state, setState] = useState<'idle' | 'trying' | 'unreachable'>('idle');

  async function retry() {
    setState('trying');
    // A failed chunk stays failed for this document, so only a new one helps.
    if (!(await reloadWhenReachable())) setState('unreachable');
  }

  const title = text('load.failedTitle');
  return (
    <div role="alert" className={over ? 'offer' : 'wrap page page-letter'}>
      {over ? <p>{title}</p> : <h1 className="max-w-[13em] text-h1">{title}</h1>}
      <p className={over ? 'text-text-2' : 'my-6 text-lead text-text-2'}>
        {text(state === 'unreachable' ? 'load.unreachable' : 'load.failedText')}
      </p>
      <Button
        type="button"
        look="line"
        busyLabel={state === 'trying' ? text('load.trying') : undefined}
        onClick={() => void retry()}
      >
        {text('load.retry')}
      </Button>
    </div>
  );
}
