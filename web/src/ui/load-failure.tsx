import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { site } from '../config/site';
import { useText } from '../i18n/use-text';
import { reloadWhenReachable } from '../lib/reload-when-reachable';
import { Button } from './button';

interface Props {
  /** In the place of a screen, of a part of one, or over a page that stands. */
  where?: 'screen' | 'part' | 'over';
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
      {isScreen ? <h1 className="max-w-[13em] text-h1">{title}</h1> : <p>{title}</p>}
      <p className={isScreen ? 'my-6 text-lead text-text-2' : 'text-text-2'}>
        {text(state === 'unreachable' ? 'load.unreachable' : 'load.failedText')} <Address />
      </p>
      <Button
        type="button"
        variant="line"
        busyLabel={state === 'trying' ? text('load.trying') : undefined}
        onClick={() => void retry()}
      >
        {text('load.retry')}
      </Button>
    </div>
  );
}

/** The app itself did not come (start.ts shows this): it stands in every page, and its link needs no script. */
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
