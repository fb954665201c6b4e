/*
 * The script of the prerendered pages, in their head and before anything is painted. It records a visitor's actions
 * until the part under the pointer is hydrated, then replays them. It also loads the app, but only after the text is
 * painted, so that its 90 KB don't compete with the style sheet and the fonts on a slow line. A part is asleep while an
 * element around it has `data-asleep`; `Awake` removes it. Links need no script, so they work at once.
 */
const asleep = '[data-asleep]';
/** Where a path begins: a section without script of its own may be missing yet, and moves those after it. */
const place = `${asleep}, section[id]`;
const field = 'input:not([type=checkbox], [type=radio]), textarea, select';
const button = 'button, [role=tab], input:is([type=checkbox], [type=radio])';

interface Act {
  what: 'press' | 'fill' | 'send';
  target: HTMLElement;
  /** The part or section it's in, and the path down from there: a visitor with another language gets a new page. */
  part: string;
  steps: number[];
  /** The field's value. */
  value: string;
}

const root = document.documentElement;
let kept: Act[] = [];
let handedOver = Promise.resolve();

// On the window, so before React, which would mark events it can't deliver yet as handled.
const listen = (name: string, listener: (event: Event) => void) => addEventListener(name, listener, true);
listen('click', (event) => {
  const pressed = closest(event, button);
  // Safari doesn't, and a dialog returns the focus to the element that had it. Not when a press is replayed.
  if (event.isTrusted && !pressed?.contains(document.activeElement)) pressed?.focus({ preventScroll: true });
  if (!closest(event, asleep)) return;
  const link = closest(event, 'a[hreflang]') as HTMLAnchorElement | null;
  if (link) {
    // As the app does it (language-switch.tsx): the choice is stored, and the query of a link from a mail is kept.
    link.search = location.search;
    try {
      localStorage.setItem('user_language_choice', link.hreflang);
    } catch {
      // Storage is blocked: the choice lasts as long as the page.
    }
  }
  const form = pressed?.matches('[type=submit]') && (pressed as HTMLButtonElement).form;
  if (form) keep(event, 'send', form);
  else if (pressed) keep(event, 'press', pressed);
});
listen('submit', (event) => {
  if (closest(event, asleep)) keep(event, 'send', event.target as HTMLFormElement);
});
listen('input', (event) => {
  const typedIn = closest(event, field) as HTMLInputElement | null;
  if (typedIn && closest(event, asleep)) keep(event, 'fill', typedIn, typedIn.value);
});
new MutationObserver(handOver).observe(document, {
  subtree: true,
  attributeFilter: ['data-asleep'],
});

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

function closest(event: Event, selector: string): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
}

function keep(event: Event, what: Act['what'], target: HTMLElement, value = ''): void {
  event.stopImmediatePropagation();
  if (what !== 'fill') event.preventDefault();
  const last = kept.at(-1);
  // A button pressed again because nothing happened: a menu that opens and closes again would help nobody.
  if (last?.what === what && last.target === target) last.value = value;
  else kept.push({ what, target, part: target.closest(place)?.id ?? '', steps: stepsTo(target), value });
  root.toggleAttribute('data-waiting', true);
}

/** Not from the top of the page: late content moves everything below it. */
function stepsTo(target: Element): number[] {
  const above = target.parentElement;
  if (!above || target.matches(place)) return [];
  return [...stepsTo(above), [...above.children].indexOf(target)];
}

/** The target, or its counterpart in a new page; null while there isn't one. */
function find({ target, part, steps }: Act): HTMLElement | null {
  if (target.isConnected) return target;
  let at: Element | null | undefined = document.getElementById(part);
  for (const step of steps) at = at?.children[step];
  return at?.tagName === target.tagName ? (at as HTMLElement) : null;
}

/** One round after the other: a click that is handed over can wake the part that another act of the round waits for. */
function handOver(): void {
  handedOver = handedOver.then(handOverKept);
}

async function handOverKept(): Promise<void> {
  const acts = kept;
  kept = [];
  const waiting: Act[] = [];
  for (const act of acts) {
    const target = find(act);
    if (target && !target.closest(asleep)) run(act, target);
    // Once nothing is asleep, a part that isn't there failed to load and won't come.
    else if (document.querySelector(asleep)) waiting.push(act);
    // Lets React render one change before the next arrives.
    await Promise.resolve();
  }
  // Events recorded meanwhile came later.
  kept = [...waiting, ...kept];
  root.toggleAttribute('data-waiting', kept.length > 0);
}

function run({ what, target: before, value }: Act, target: HTMLElement): void {
  // For how long it was shown (lead-form.ts).
  const form = target.closest('form');
  if (form) form.dataset['early'] = '';
  if (what === 'press') target.click();
  else if (what === 'send') form?.requestSubmit();
  else {
    fill(target as HTMLInputElement, value);
    if (before !== target && document.activeElement === document.body) target.focus();
  }
}

/** React compares a field's value with the one that was last set through the field itself. */
function fill(typedIn: HTMLInputElement, value: string): void {
  typedIn.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(typedIn), 'value')?.set?.call(typedIn, value);
  for (const name of ['input', 'change']) typedIn.dispatchEvent(new Event(name, { bubbles: true }));
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
