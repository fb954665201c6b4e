import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useMemo, useRef, useState, type Ref } from 'react';
import { useText } from '../../i18n/use-text';
import { CloseIcon } from '../../ui/icons';
import type { Row, ShownText } from './catalogue-rows';
import { checkMessage } from './check-message';
import { type FramedPage, useFramedPage } from './handed-over';
import type { WrittenText } from './use-live-page';

/** By the CSS pixels of the site's own layouts. */
const widthLabels = {
  375: 'admin.translations.live.phone',
  768: 'admin.translations.live.tablet',
  1440: 'admin.translations.live.desktop',
} as const;
type Width = keyof typeof widthLabels;

interface Props {
  path: string;
  /** The sentence to light; none shows the page as it opens. */
  shown: ShownText | undefined;
  /** Texts in the page's language that it doesn't have yet. Texts with problems are left out. */
  written: WrittenText[];
  rows: Row[];
  /** Before another is chosen. */
  firstWidth: Width;
  onClose: () => void;
}

/** The page itself, with the sentence lit, as visitors would read it with the unsaved changes. */
export default function LivePage({ path, shown, written, rows, firstWidth, onClose }: Props) {
  const text = useText();
  const [width, setWidth] = useState(firstWidth);
  const { frame, page } = useFramedPage();
  const isOnPage = useLitText(page, shown?.row.key as MessageKey | undefined, width);

  useEffect(() => {
    if (!page) return undefined;
    for (const { key, value, builtIn } of written) {
      const { read, problems } = checkMessage(value, builtIn);
      if (read && problems.length === 0) void page.show(key, read.message);
    }
    return () => written.forEach(({ key }) => void page.show(key, null));
  }, [page, written]);

  return (
    <section
      aria-label={text('admin.translations.live.title')}
      className="flex h-full min-h-0 flex-col rounded-control border border-line bg-street max-wide:rounded-none max-wide:border-x-0 max-wide:border-b-0"
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
          {(Object.keys(widthLabels).map(Number) as Width[]).map((choice) => (
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
              {text(widthLabels[choice])}
            </label>
          ))}
        </fieldset>
        <button
          type="button"
          className="panel-action my-0! wide:hidden"
          aria-label={text('admin.translations.live.close')}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </div>
      {shown && isOnPage === false && <SentenceUse shown={shown} rows={rows} />}
      <ScaledFrame key={path} path={path} width={width} frame={frame} />
    </section>
  );
}

interface FrameProps {
  path: string;
  width: Width;
  frame: Ref<HTMLIFrameElement>;
}

/** A frame with its own width, scaled down to fit its place. */
function ScaledFrame({ path, width, frame }: FrameProps) {
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
        />
      )}
    </div>
  );
}

/** Until everything above a text has its height. */
const settledMs = 600;

/** Lights a text and scrolls to it once. Whether it's to be seen on the page as it is now; undefined before there is one. */
function useLitText(page: FramedPage | null, key: MessageKey | undefined, width: Width): boolean | undefined {
  const [isOnPage, setIsOnPage] = useState<boolean>();
  const changes = useChanges(page);
  const target = useMemo(() => ({ page, key, width }), [page, key, width]);
  const scrolledTo = useRef<typeof target>(undefined);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => page?.light(key ?? null), [page, key]);
  useEffect(() => {
    const [seen] = (target.key ? target.page?.seen(target.key) : undefined) ?? [];
    // oxlint-disable-next-line react/set-state-in-effect -- only the page in the frame knows
    setIsOnPage(target.page && target.key ? seen !== undefined : undefined);
    if (!seen || scrolledTo.current === target) return;
    scrolledTo.current = target;
    scrollTo(seen);
    again.current = setTimeout(() => scrollTo(seen), settledMs);
  }, [target, changes]);
  // Not with the changes: the second scroll corrects for the layout they moved.
  useEffect(() => () => clearTimeout(again.current), [target]);

  return isOnPage;
}

/** Counts changes of the page's content, and of which text each part of it is. */
function useChanges(page: FramedPage | null): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (!page) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setChanges((count) => count + 1);
      }, 200);
    });
    observer.observe(page.document, { childList: true, subtree: true, attributeFilter: ['data-in-place'] });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [page]);
  return changes;
}

/** Within the frame: `scrollIntoView` would scroll the page around it too. */
function scrollTo(element: Element): void {
  const view = element.ownerDocument.defaultView;
  if (!view) return;
  const { top, height } = element.getBoundingClientRect();
  view.scrollTo({ top: view.scrollY + top - (view.innerHeight - height) / 2, behavior: 'instant' });
}

/** The purpose of a sentence, by its key. The first match wins. */
const uses: [RegExp, MessageKey][] = [
  [/\.pageTitle$/, 'admin.translations.use.title'],
  [/\.pageDescription$/, 'admin.translations.use.description'],
  [/\.noScript/, 'admin.translations.use.noScript'],
  [/fail|error|invalid|missing|unknown|expired|wrong|hint$/i, 'admin.translations.use.failure'],
  [/success|done|sent|thanks|subscribed$/i, 'admin.translations.use.success'],
  [/^(agents|setups|question|intro)\.|\.(gate|popup|dialog)\./, 'admin.translations.use.popup'],
  [/^(toast|offer|load)\./, 'admin.translations.use.notice'],
];

const shownNeighbours = 4;

/** Says that a sentence isn't on the page as it opens, its purpose, and the sentences around it. */
function SentenceUse({ shown: { row, language }, rows }: { shown: ShownText; rows: Row[] }) {
  const text = useText();
  const use = uses.find(([pattern]) => pattern.test(row.key))?.[1] ?? 'admin.translations.use.later';
  const group = row.key.slice(0, row.key.lastIndexOf('.') + 1);
  const siblings = rows.filter(({ key }) => key.startsWith(group) && !key.slice(group.length).includes('.'));
  const from = Math.max(0, siblings.indexOf(row) - 1);
  return (
    <div className="border-t border-line bg-paint px-4 py-3">
      <p role="status">
        <span className="font-semibold text-lamp-hi">{text('admin.translations.live.notSeen')}</span>{' '}
        {text(use)}
      </p>
      {siblings.length > 1 && (
        <>
          <p className="mt-2 text-note text-text-3">{text('admin.translations.live.around')}</p>
          <ul lang={language} className="mt-1 text-note text-text-2">
            {siblings.slice(from, from + shownNeighbours).map((sibling) => (
              <li
                key={sibling.key}
                className={`truncate border-l-2 py-0.5 pl-2.5 ${sibling === row ? 'border-lamp text-text' : 'border-line'}`}
              >
                {sibling[language].text}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
