import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { site } from '../config/site';
import { useText } from '../i18n/use-text';
import { hasUnsaved } from '../lib/unsaved';
import { Button } from './button';

interface Props {
  /** Instead of a screen, instead of a part of one, or over a page. */
  where?: 'screen' | 'part' | 'over';
}

/**
 * Reloads the page if its server can be reached; otherwise returns false and leaves the page as it is, because the
 * browser's own offline page has no way back.
 */
async function reloadWhenReachable(): Promise<boolean> {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/**
 * A page left open over a deploy asks for files that are gone, and reloads. A fresh page that fails must not reload
 * forever, and typed text must not be lost: then the part that didn't load says so and offers to try again.
 */
export function reloadAfterDeploy(): void {
  addEventListener('vite:preloadError', () => {
    if (performance.now() > 10_000 && !hasUnsaved()) void reloadWhenReachable();
  });
}

/** Says that something did not load, with a button that tries again and an address to write to. */
export function LoadFailure({ where = 'screen' }: Props) {
  const text = useText();
  const [state, setState] = useState<'idle' | 'trying' | 'unreachable'>('idle');

  async function retry() {
    setState('trying');
    // A failed chunk stays failed for this document, so only a new one helps.
    if (!(await reloadWhenReachable())) setState('unreachable');
  }

  const title = text('load.failedTitle');
  const isScreen = where === 'screen';
  return (
    <div
      role="alert"
      className={
        { screen: 'wrap page page-letter', part: 'grid justify-items-start gap-3', over: 'offer' }[where]
      }
    >
      {isScreen ? <h1 className="max-w-title text-h1">{title}</h1> : <p>{title}</p>}
      <p className={isScreen ? 'my-6 text-lead text-text-2' : 'text-text-2'}>
        {text(state === 'unreachable' ? 'load.unreachable' : 'load.failedText')} <Address />
      </p>
      <Button
        variant="line"
        busyLabel={state === 'trying' ? text('load.trying') : undefined}
        onClick={() => void retry()}
      >
        {text('load.retry')}
      </Button>
    </div>
  );
}

/** In every page, hidden until start.ts finds that the app itself failed to load. Its link needs no script. */
export function NotLoaded() {
  const text = useText();
  return (
    <div id="not-loaded" role="alert" className="offer" hidden>
      <p>
        {text('load.failedTitle')} <Address />
      </p>
      <a href="" className="button-link font-semibold text-lamp">
        {text('load.retry')}
      </a>
    </div>
  );
}

function Address() {
  return (
    <FormattedMessage
      id="load.write"
      values={{
        email: (
          <a key="email" href={`mailto:${site.email}`} className="underline">
            {site.email}
          </a>
        ),
      }}
    />
  );
}
