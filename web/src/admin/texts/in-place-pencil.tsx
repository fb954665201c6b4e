import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { shownLanguage } from '../../i18n/language';
import { TextProvider } from '../../i18n/text-provider';
import { useText } from '../../i18n/use-text';
import { createQueryClient } from '../../lib/query-client';
import { LoadBoundary } from '../../ui/late-part';
import './in-place.css';

const InPlaceMode = lazy(() => import('./in-place-mode'));

/** Puts the owner's pencil on a page of the site, behind it for Tab: nothing comes before the page's skip link. */
export function mountPencil(): void {
  const place = document.createElement('div');
  place.id = 'in-place';
  overDialogs(place);
  document.body.append(place);
  createRoot(place).render(<InPlace />);
}

/** Lets the page's open dialog be edited: for Radix, events outside it close it, take no focus and are ignored. */
export function overDialogs(place: HTMLElement): void {
  place.ariaLive = 'off';
  for (const name of ['pointerdown', 'focusin'])
    place.addEventListener(name, (event) => event.stopPropagation());
}

/** Edits the page's texts in the page. Its own words are in the language of the page. */
export function InPlace() {
  const language = useSyncExternalStore(watchLanguage, shownLanguage);
  const [queryClient] = useState(createQueryClient);
  const [editing, setEditing] = useState(false);
  return (
    <LoadBoundary fallback={null} place={String(editing)}>
      <Suspense>
        <TextProvider language={language} catalogue="admin">
          <QueryClientProvider client={queryClient}>
            {editing ? (
              <InPlaceMode key={language} language={language} onDone={() => setEditing(false)} />
            ) : (
              <Pencil onPress={() => setEditing(true)} />
            )}
          </QueryClientProvider>
        </TextProvider>
      </Suspense>
    </LoadBoundary>
  );
}

function Pencil({ onPress }: { onPress: () => void }) {
  const text = useText();
  const side = useFreeSide();
  return (
    <aside aria-label={text('admin.inPlace.label')}>
      <button
        type="button"
        className="in-place-pencil"
        data-side={side}
        aria-label={text('admin.inPlace.start')}
        title={text('admin.inPlace.start')}
        onClick={onPress}
      >
        <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" aria-hidden="true">
          <path
            d="M3 17l1-4.2L13.6 3.2a1.6 1.6 0 0 1 2.3 0l.9.9a1.6 1.6 0 0 1 0 2.3L7.2 16 3 17zM11.8 5l3.2 3.2"
            strokeWidth="1.6"
            strokeLinejoin="round"
          />
        </svg>
      </button>
    </aside>
  );
}

/** The pencil's place from the corner, and its size: the same in in-place.css. */
const [edge, size] = [12, 44];

/** The bottom corner where the pencil lies over nothing that can be pressed; the right one where both are free, for lines end short of it. */
function useFreeSide(): 'left' | 'right' {
  const [side, setSide] = useState<'left' | 'right'>('right');
  useEffect(() => {
    const leaving = new AbortController();
    const choose = () => {
      const y = innerHeight - edge - size;
      const isFree = (x: number) =>
        ![0, size / 2, size].some((right) =>
          [0, size / 2, size].some((down) =>
            document
              .elementsFromPoint(x + right, y + down)
              .some((element) => element.closest('#root :is(a, button, input, textarea, select)')),
          ),
        );
      const right = document.documentElement.clientWidth - edge - size;
      setSide(isFree(right) || !isFree(edge) ? 'right' : 'left');
    };
    choose();
    for (const name of ['scroll', 'resize'] as const)
      addEventListener(name, choose, { passive: true, signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  return side;
}

function watchLanguage(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['lang'] });
  return () => observer.disconnect();
}
