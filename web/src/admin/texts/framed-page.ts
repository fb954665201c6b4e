import { shownLanguage } from '../../i18n/language';
import { handedOver, type FramedPage } from './handed-over';
import { markPage } from './marked-page';
import './framed-page.css';

/** In a frame of the admin: marks the page's texts and hands the page over, until it's left. */
export async function handOver(): Promise<void> {
  const frame = window.frameElement;
  // Another site's: a browser that obeys our headers shows nothing there.
  if (!frame) return;
  const leaving = new AbortController();
  const tell = (detail: FramedPage | null) => frame.dispatchEvent(new CustomEvent(handedOver, { detail }));
  addEventListener('pagehide', () => {
    leaving.abort();
    tell(null);
  });
  const page = await markPage(shownLanguage(), leaving.signal, 'as it was');
  const { light, show } = page;
  if (!leaving.signal.aborted)
    tell({ light, show, document, seen: (key) => page.showing(key).filter(isSeen) });
}

/** Elements for screen readers alone are a dot in size. */
function isSeen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
}
