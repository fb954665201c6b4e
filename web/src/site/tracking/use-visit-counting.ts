import { type TextLanguage, wireLanguageOf } from '@voordeur/contracts/http';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { postBeacon } from '../../lib/post-beacon';
import { isCounted, whenSeen } from '../../lib/counting-choice';
import { createVisitCounter, type ShownPage } from './visit-counter';

let countVisit: ((page: ShownPage) => void) | undefined;

/** Counts the first page and each change of `path`. A failure is silent: a visit isn't worth a message. */
export function useVisitCounting(path: string, language: TextLanguage): void {
  const { search } = useLocation();
  useEffect(() => {
    // One counter for the life of the document, so that an effect that runs twice counts once.
    countVisit ??= createVisitCounter({
      origin: location.origin,
      referrer: document.referrer,
      whenSeen,
      whenBack: (callback) => addEventListener('pageshow', (event) => event.persisted && callback()),
      isLeftOut: () => !isCounted(),
      isDriven: navigator.webdriver,
      send: (visit) => void postBeacon('/api/visit', visit).catch(() => undefined),
    });
    countVisit({ path, query: search, language: wireLanguageOf(language) });
  }, [path, search, language]);
}
