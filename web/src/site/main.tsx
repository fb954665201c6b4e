import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { readStored, removeStored, storageKeys } from '../config/storage';
import { shownLanguage, startPath } from '../i18n/language';
import { loadTexts } from '../i18n/texts';
import { whenIdle } from '../lib/page-state';
import { reloadAfterDeploy } from '../ui/load-failure';
import { App } from './app';
import { movedPath, pageOf } from './pages/paths';
import './site.css';

reloadAfterDeploy();
// An earlier version kept the admin's key in the browser.
removeStored(storageKeys.legacyAdminKey);
const { language } = pageOf(moveToStart());
// No top-level await: it would keep the bundler from sharing this file's modules with later chunks.
void loadTexts(language, 'site').then(show, () =>
  document.getElementById('not-loaded')?.removeAttribute('hidden'),
);
document.addEventListener('awake', startOthersOnceAwake);

/**
 * The page holds the owner's texts as they were when it was rendered, so later edits are fetched once everything else
 * is done. Not before: React would remove a part that it has to render again before hydrating it.
 */
function startOthersOnceAwake() {
  if (document.querySelector('[data-asleep]')) return;
  document.removeEventListener('awake', startOthersOnceAwake);
  whenIdle(() => void import('./once-awake').then(({ startOnceAwake }) => startOnceAwake()));
}

/** Redirects `/` to the visitor's language before anything is counted or rendered. Keeps query and hash. */
function moveToStart(): string {
  const { pathname, search, hash } = location;
  const signs = { stored: readStored(storageKeys.language), browser: navigator.languages };
  const start = pathname === '/' ? startPath(signs, shownLanguage()) : movedPath(pathname);
  // Replaced in place: a second load would make us the referrer of the visit.
  if (start !== pathname) history.replaceState(history.state, '', start + search + hash);
  return start;
}

function show() {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  );
  // The HTML of `/` is in the browser's language: for a visitor who chose the other one it is replaced, not hydrated.
  if (root.firstElementChild && document.documentElement.lang === language) {
    // A transition hydrates in small pieces, so clicks and keys are handled in between.
    startTransition(() => void hydrateRoot(root, app));
  } else createRoot(root).render(app);
}
