/*
 * The script of the prerendered pages, in their head and before anything is painted. It keeps the last press or submit
 * on a part that isn't hydrated yet, and repeats it once it is; links and typing need no script. It also loads the app,
 * but only after the text is painted, so that its 90 KB don't compete with the style sheet and the fonts on a slow line.
 * A part is asleep while an element around it has `data-asleep`; `Awake` removes it.
 */
const asleep = '[data-asleep]';
const root = document.documentElement;
/** The button that was pressed last, or the form that was submitted. */
let kept: HTMLElement | null = null;

// On the window, so before React, which would mark events it can't deliver yet as handled.
for (const name of ['click', 'submit', 'input']) addEventListener(name, keep, true);
new MutationObserver(repeatKept).observe(document, { subtree: true, attributeFilter: ['data-asleep'] });

// The line that offers another language (site-frame.tsx) comes late, and has its room before the first paint.
root.toggleAttribute('data-offered', isOffered());

/** By the rule of `offeredLanguage` (i18n/language.ts): imported, that would be another file before the first paint. */
function isOffered(): boolean {
  const languages = import.meta.env.LANGUAGES;
  const codes = navigator.languages.map((accepted) => accepted.toLowerCase().split('-')[0] ?? '');
  let stored: string | null = null;
  try {
    stored = localStorage.getItem('user_language_choice');
  } catch {
    // Storage is blocked: nothing was chosen.
  }
  const chosen = languages.find((language) => language === stored);
  const wanted = chosen ?? codes.find((code) => code !== 'en' && languages.includes(code)) ?? 'en';
  return (chosen !== undefined || codes.length > 0) && wanted !== root.lang;
}

function keep(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const pressed = event.type === 'click' ? target.closest('button') : null;
  // Safari doesn't, and a dialog returns the focus to the element that had it. Not when a press is repeated.
  if (event.isTrusted && !pressed?.contains(document.activeElement)) pressed?.focus({ preventScroll: true });
  if (!target.closest(asleep)) return;

  const form = target.closest('form');
  // Shown as long as the page (lead-form.ts).
  if (form) form.dataset['early'] = '';
  const link = target.closest<HTMLAnchorElement>('a[hreflang]');
  if (link && event.type === 'click') {
    // As the app does it (language-switch.tsx): the choice is stored, and the query of a link from a mail is kept.
    link.search = location.search;
    try {
      localStorage.setItem('user_language_choice', link.hreflang);
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  }
  if (event.type !== 'submit' && !pressed) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  kept = (pressed?.type === 'submit' ? pressed.form : null) ?? pressed ?? form;
  root.toggleAttribute('data-waiting', true);
}

function repeatKept(): void {
  if (!kept || (kept.isConnected && kept.closest(asleep))) return;
  const element = kept;
  kept = null;
  root.toggleAttribute('data-waiting', false);
  if (element instanceof HTMLFormElement) element.requestSubmit();
  else element.click();
}

// A page in a hidden tab isn't painted, so it doesn't wait. Nor is one in a hidden frame, as the editor of texts has.
const mayStayUnpainted = document.hidden || window !== window.parent;
if (mayStayUnpainted || !PerformanceObserver.supportedEntryTypes.includes('paint'))
  document.addEventListener('DOMContentLoaded', startApp);
else {
  const painted = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) startApp();
  });
  painted.observe({ type: 'paint', buffered: true });
  // Hidden before it was seen.
  document.addEventListener('visibilitychange', startApp, { once: true });
}

/**
 * The prerenderer names the files (`rel="later"`): the app's own first, then all that it will import. They load at once, but
 * the app starts only when the whole page is here: React would throw away what it finds half of.
 */
function startApp() {
  const files = document.querySelectorAll<HTMLLinkElement>('link[rel=later]');
  for (const file of files) file.rel = 'modulepreload';
  const [app] = files;
  if (!app) return;
  // A module that's imported twice runs once.
  const run = () =>
    void import(/* @vite-ignore */ app.href).catch(() =>
      document.getElementById('not-loaded')?.removeAttribute('hidden'),
    );
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
  else run();
}
