/*
 * The script of the prerendered pages. The words, the style sheet and the fonts come first: only once they are
 * painted is the app asked for, with all that it will import, so that its 90 KB do not share a slow line with them.
 * The prerenderer names those files (`rel="later"`), the app's own first.
 */
const files = [...document.querySelectorAll<HTMLLinkElement>('link[rel=later]')];

// A form sent before the app is there would put what was typed into the address. It sends itself again (useLeadForm).
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  (event.target as HTMLFormElement).dataset['sentEarly'] = '';
});

// A button that was pressed too early is pressed again once its screen is alive. From `app` (main.tsx) on nothing is
// too early: React brings alive at once what is pressed.
let pressed: HTMLElement | null = null;
const keepPress = ({ target }: Event) => {
  pressed = (target as Element).closest('button[type=button]');
};
document.addEventListener('click', keepPress);
document.addEventListener('app', () => {
  document.removeEventListener('click', keepPress);
});
document.addEventListener('alive', () => {
  pressed?.click();
  pressed = null;
});

// A page in a hidden tab is not painted, and does not wait.
if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) startApp();
else {
  const painted = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length > 0) startApp();
  });
  painted.observe({ type: 'paint', buffered: true });
  // Put away before it was seen.
  document.addEventListener('visibilitychange', startApp, { once: true });
}

/** Asked for twice, a module runs once. */
function startApp() {
  for (const file of files) file.rel = 'modulepreload';
  const [app] = files;
  if (app) void import(/* @vite-ignore */ app.href);
}
