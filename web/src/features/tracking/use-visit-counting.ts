import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { readStored, storageKeys } from '../../config/storage';
import { type SiteLanguage, wireLanguage } from '../../i18n/language';
import { postBeacon } from '../../lib/post-beacon';
import { readLeftOut } from '../../lib/counting-choice';
import { createVisitCounter, type ShownPage } from './visit-counter';

let countVisit: ((page: ShownPage) => void) | undefined;

/** Counts the first page and each change of `path`. A failure is silent: a visit isn't worth a message. */
export function useVisitCounting(path: string, language: SiteLanguage): void {
  const { search } = useLocation();
  useEffect(() => {
    // One counter for the life of the document, so that an effect that runs twice counts once.
    countVisit ??= createVisitCounter({
      origin: location.origin,
      referrer: document.referrer,
      whenSeen,
      isLeftOut: () => readStored(storageKeys.adminToken) !== null || readLeftOut() !== null,
      isDriven: navigator.webdriver,
      send: (visit) => void postBeacon('/api/visit', visit).catch(() => undefined),
    });
    countVisit({ path, query: search, language: wireLanguage[language] });
  }, [path, search, language]);
}

/** A page that the browser rendered ahead is a visit only from the moment it is opened. */
function whenSeen(callback: () => void): void {
  if (!(document as { prerendering?: boolean }).prerendering) callback();
  else document.addEventListener('prerenderingchange', callback, { once: true });
}
