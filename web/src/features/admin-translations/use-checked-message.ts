import { useEffect, useState } from 'react';
import type { CheckedMessage } from './check-message';

type Check = (typeof import('./check-message'))['checkMessage'];

let loaded: Check | undefined;

/**
 * The message as the site would read it, parsed again on each change; undefined until the parser is here, and when it
 * cannot be loaded: the api then has the only say.
 */
export function useCheckedMessage(message: string, builtIn: string): CheckedMessage | undefined {
  const [check, setCheck] = useState<Check | undefined>(() => loaded);
  useEffect(() => {
    if (check) return;
    let gone = false;
    import('./check-message').then(
      ({ checkMessage }) => {
        loaded = checkMessage;
        if (!gone) setCheck(() => checkMessage);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [check]);
  return check?.(message, builtIn);
}
