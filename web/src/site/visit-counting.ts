import {
  type TextLanguage,
  wireLanguageOf,
  type Language,
  trimPage,
  trimReferrer,
  type VisitBody,
} from '@voordeur/contracts/http';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { isCounted, whenSeen, postBeacon } from '../lib/counting';

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

/** The parts of the browser that the counter needs. */
export interface Browser {
  origin: string;
  /** The page that led to the first one; empty when there was none. */
  referrer: string;
  /** Calls back as soon as a person can see the page: at once, or when a prerendered one is opened. */
  whenSeen: (callback: () => void) => void;
  /** Calls back each time the page comes back from the back/forward cache. */
  whenBack: (callback: () => void) => void;
  /** The owner's browser, or that of a visitor who wants not to be counted. */
  isLeftOut: () => boolean;
  /** A program drives the browser, and it says so. */
  isDriven: boolean;
  send: (visit: VisitBody) => void;
}

interface ShownPage {
  path: string;
  query: string;
  language: Language;
}

/**
 * Returns a function to call for each page shown, which sends one visit for it. The same path twice in a row
 * (StrictMode, a new fragment) counts once, unless it comes back from the back/forward cache; the admin's pages and shared figures are never counted.
 */
export function createVisitCounter(browser: Browser): (page: ShownPage) => void {
  let last: ShownPage | undefined;
  let referrer = browser.referrer;
  // Nobody follows a campaign's link again by going back.
  browser.whenBack(() => last && count({ ...last, query: '' }));

  return (page) => {
    if (page.path === last?.path) return;
    last = page;
    count(page);
  };

  function count({ path, query, language }: ShownPage): void {
    const page = trimPage(path + query);
    const visit: VisitBody = { page, referrer: referrerOfVisit(referrer, browser.origin), language };
    if (browser.isDriven) visit.webdriver = true;
    // The next page is reached from this one, and so reads as internal.
    referrer = browser.origin + page;
    if (/^\/(admin(\/|$)|shared$)/.test(path)) return;
    browser.whenSeen(() => {
      if (!browser.isLeftOut()) browser.send(visit);
    });
  }
}

/** The part of a referrer that may leave the browser; empty where it isn't an address. */
export function referrerOfVisit(referrer: string, ownOrigin: string): string {
  return URL.canParse(referrer) ? trimReferrer(referrer, new URL(ownOrigin).host) : '';
}
