import type { TextLanguage } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useEffect, useRef, useState, type Ref } from 'react';
import { useText } from '../../i18n/use-text';
import { CloseIcon } from '../../ui/icons';
import type { Row } from './catalogue-rows';
import { useFramedPage } from './frame-messages';
import type { KeptDrafts } from './save-text';
import type { SelectedText } from './use-selected-text';

/** By the CSS pixels of the site's own layouts. */
const widthLabels = {
  375: 'admin.translations.live.phone',
  768: 'admin.translations.live.tablet',
  1440: 'admin.translations.live.desktop',
} as const;
type Width = keyof typeof widthLabels;

interface Props {
  path: string;
  selected: SelectedText;
  drafts: Record<string, KeptDrafts>;
  rows: Row[];
}

/** The page in edit mode in a frame: the selected text lit, drafts in place. A press on a sentence selects its row. */
export function PagePreview({ path, selected, drafts, rows }: Props) {
  const { row, language, isWide, onPress, setOpened } = selected;
  const text = useText();
  const [width, setWidth] = useState<Width>(isWide ? 768 : 375);
  const [isSeen, setIsSeen] = useState<boolean>();
  const { frame, page } = useFramedPage((message) => {
    if (message.type === 'pressed') onPress(message.key);
    if (message.type === 'lit') setIsSeen(message.isSeen);
  });
  const lit = (row?.key ?? null) as MessageKey | null;
  useEffect(() => page?.tell({ type: 'show', lit, drafts }), [page, lit, drafts]);

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
          className="panel-action my-0 wide:hidden"
          aria-label={text('admin.translations.live.close')}
          onClick={() => setOpened(false)}
        >
          <CloseIcon />
        </button>
      </div>
      {row && page && isSeen === false && <SentenceUse row={row} language={language} rows={rows} />}
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
export function ScaledFrame({ path, width, frame }: FrameProps) {
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
function SentenceUse({ row, language, rows }: { row: Row; language: TextLanguage; rows: Row[] }) {
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
