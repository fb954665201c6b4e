import { useEffect, useRef, useState, type RefObject } from 'react';
import { useText } from '../../i18n/use-text';
import { CloseIcon } from '../../ui/icons';
import { findPlace, light, showTexts, type PlaceOnPage, type WrittenText } from './live-texts';
import { SentenceUse } from './sentence-use';
import type { Row, ShownText } from './catalogue-rows';

/** By the CSS pixels of the site's own layouts. */
const widthWords = {
  375: 'admin.translations.live.phone',
  768: 'admin.translations.live.tablet',
  1440: 'admin.translations.live.desktop',
} as const;
type Width = keyof typeof widthWords;

interface Props {
  path: string;
  /** The sentence to light; none shows the page as it opens. */
  shown: ShownText | undefined;
  /** Texts in the page's language that it doesn't have yet. */
  written: WrittenText[];
  rows: Row[];
  /** Before another is chosen. */
  firstWidth: Width;
  onClose: () => void;
}

/** After a page came alive. */
const settledMs = 600;

/** The page itself, with the sentence lit, as visitors would read it with what is being written. */
export default function LivePage({ path, shown, written, rows, firstWidth, onClose }: Props) {
  const text = useText();
  const [width, setWidth] = useState(firstWidth);
  const [place, setPlace] = useState<PlaceOnPage>();
  const present = shown?.row[shown.language].text;
  const { frame, changes, onLoad } = useFrame();
  const scrolledTo = useRef('');

  useEffect(() => {
    const body = wokenBody(frame.current);
    if (!body) return undefined;
    // Found by what the page has, then written over.
    const { place: found, element } = present === undefined ? {} : findPlace(body, present);
    // oxlint-disable-next-line react/set-state-in-effect -- only the page in the frame knows
    setPlace(found);
    const undo = [showTexts(body, written), element ? light(element) : () => undefined];
    const target = `${changes.loads} ${width} ${shown?.row.key ?? ''}`;
    if (element && scrolledTo.current !== target) {
      scrolledTo.current = target;
      scrollTo(element);
      // Once more when what is above it has its height.
      setTimeout(() => scrollTo(element), settledMs);
    }
    return () => undo.forEach((undoOne) => undoOne());
  }, [frame, changes, present, written, width, shown?.row.key]);

  return (
    <section
      aria-label={text('admin.translations.live.title')}
      className="flex h-full min-h-0 flex-col rounded-control border border-line bg-street max-[1239px]:rounded-none max-[1239px]:border-x-0 max-[1239px]:border-b-0"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1">
        <h2 className="sr-only">{text('admin.translations.live.title')}</h2>
        <a
          href={path}
          target="_blank"
          rel="noreferrer"
          className="mr-auto flex min-h-10 items-center text-note text-text-2 underline decoration-lamp-lo underline-offset-4 hover:text-text"
        >
          {path}
          <span className="sr-only"> {text('common.newTab')}</span>
        </a>
        <fieldset className="flex gap-x-1">
          <legend className="sr-only">{text('admin.translations.live.width')}</legend>
          {(Object.keys(widthWords).map(Number) as Width[]).map((choice) => (
            <label
              key={choice}
              className="flex min-h-10 items-center rounded-control px-2 text-note text-text-3 hover:text-text has-checked:text-lamp-hi has-focus-visible:outline-2 has-focus-visible:outline-lamp-hi"
            >
              <input
                type="radio"
                name="page-width"
                className="sr-only"
                checked={width === choice}
                onChange={() => setWidth(choice)}
              />
              {text(widthWords[choice])}
            </label>
          ))}
        </fieldset>
        <button
          type="button"
          className="panel-action my-0! min-[1240px]:hidden"
          aria-label={text('admin.translations.live.close')}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </div>
      {shown && place !== undefined && place !== 'seen' && <SentenceUse shown={shown} rows={rows} />}
      <ScaledFrame key={path} path={path} width={width} frame={frame} onLoad={onLoad} />
    </section>
  );
}

interface FrameProps {
  path: string;
  width: Width;
  frame: RefObject<HTMLIFrameElement | null>;
  onLoad: () => void;
}

/** A frame of a width of its own, scaled down to where it stands. */
function ScaledFrame({ path, width, frame, onLoad }: FrameProps) {
  const text = useText();
  const around = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!around.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(around.current);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, room.width / width);
  return (
    <div ref={around} className="relative min-h-0 flex-1 overflow-hidden border-t border-line bg-night">
      {room.width > 0 && (
        <iframe
          ref={frame}
          src={path}
          title={text('admin.translations.live.frame', { path })}
          className="absolute top-0 origin-top-left"
          style={{
            width,
            height: room.height / scale,
            left: Math.max(0, (room.width - width * scale) / 2),
            transform: `scale(${scale})`,
          }}
          onLoad={onLoad}
        />
      )}
    </div>
  );
}

/** A frame, and when its page has changed: it was loaded, came alive, or something was added to it. */
function useFrame() {
  const frame = useRef<HTMLIFrameElement>(null);
  const [changes, setChanges] = useState({ loads: 0, count: 0 });
  const observer = useRef<MutationObserver>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);

  function onLoad() {
    observer.current?.disconnect();
    const body = frame.current?.contentDocument?.body;
    // Nothing but an error of the browser's.
    if (!body) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    observer.current = new MutationObserver(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setChanges(({ loads, count }) => ({ loads, count: count + 1 }));
      }, 200);
    });
    // Not attributes and words, which we write ourselves.
    observer.current.observe(body, { childList: true, subtree: true, attributeFilter: ['data-asleep'] });
    setChanges(({ loads, count }) => ({ loads: loads + 1, count: count + 1 }));
  }

  return { frame, changes, onLoad };
}

/** The page's body once React runs it: what is changed before that would be put back. */
function wokenBody(frame: HTMLIFrameElement | null): HTMLElement | undefined {
  const body = frame?.contentDocument?.body;
  return body && !body.querySelector('[data-asleep]') ? body : undefined;
}

/** Within the frame: `scrollIntoView` would scroll the page around it too. */
function scrollTo(element: HTMLElement): void {
  const view = element.ownerDocument.defaultView;
  if (!view) return;
  const { top, height } = element.getBoundingClientRect();
  view.scrollTo({ top: view.scrollY + top - (view.innerHeight - height) / 2, behavior: 'instant' });
}
