import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { useBrowserValue } from '../../lib/use-browser-value';
import { countAgain, leaveOut, type LeftOut, readLeftOut } from '../../lib/counting-choice';

/** Says whether this browser is counted, and lets its visitor choose. */
export function CountingControl() {
  const text = useText();
  const found = useBrowserValue<LeftOut>(readLeftOut, null);
  const [chosen, setChosen] = useState<LeftOut>();
  const leftOut = chosen === undefined ? found : chosen;
  if (leftOut === 'asked-by-browser')
    return <p className="mt-2 max-w-[37em]">{text('privacy.askedByBrowser')}</p>;
  return (
    <p role="status" className="mt-2 max-w-[37em]">
      {leftOut === 'chosen' && <>{text('privacy.notCounted')} </>}
      <button
        type="button"
        className="button-link"
        onClick={() => {
          if (leftOut === 'chosen') countAgain();
          else leaveOut();
          setChosen(leftOut === 'chosen' ? null : 'chosen');
        }}
      >
        {text(leftOut === 'chosen' ? 'privacy.countAgain' : 'privacy.leaveOut')}
      </button>
    </p>
  );
}
