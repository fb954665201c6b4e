import { useId, useState, type ReactNode, type Ref } from 'react';
import { Definition } from './definition';
import { ForwardIcon } from './icons';
import { panelSpans, type PanelSpan } from './panel-layout';

interface Props {
  title: string;
  /** Explains the title; pressing it opens this. */
  definition?: string;
  /** Small text at the other end of the head. */
  note?: ReactNode;
  /** After the note: a control for the panel's content. */
  action?: ReactNode;
  /** Width out of twelve columns, from 901 px up. */
  span: PanelSpan;
  children: ReactNode;
}

/** A part of an admin screen. */
export function Panel({ title, definition, note, action, span, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`panel ${panelSpans[span]}`}>
      <div className="flex items-start justify-between gap-x-3">
        <div className="flex flex-1 flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 id={id} className="panel-title">
            {definition === undefined ? title : <Definition term={title}>{definition}</Definition>}
          </h2>
          {note !== undefined && <p className="text-note text-text-3">{note}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

interface FoldedProps extends Pick<Props, 'title' | 'span' | 'children'> {
  /** Given to its heading. */
  id: string;
  /** Next to the title. */
  value: ReactNode;
  /** Below the title, folded or not. */
  lead?: ReactNode;
  startsOpen?: boolean;
  ref?: Ref<HTMLElement>;
}

/** A panel of a phone's screen: its heading alone, until that is pressed. */
export function FoldedPanel({
  id,
  title,
  value,
  lead,
  span,
  startsOpen = false,
  ref,
  children,
}: FoldedProps) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <section
      ref={ref}
      aria-labelledby={id}
      className={`panel ${lead === undefined ? 'px-3.5' : 'px-3'} py-0 ${panelSpans[span]}`}
    >
      <div className="relative flex min-h-12 items-center gap-2.5">
        <h2
          id={id}
          className={`panel-title wrap-anywhere hyphens-auto ${lead === undefined ? '' : 'text-row'}`}
        >
          <button
            type="button"
            aria-expanded={open}
            className="text-left after:absolute after:inset-0"
            onClick={() => setOpen(!open)}
          >
            {title}
          </button>
        </h2>
        {value !== undefined && (
          <div className="min-w-16 flex-1 truncate text-right text-text-2">{value}</div>
        )}
        <span className={`ml-auto flex-none scale-75 text-text-3 ${open ? '-rotate-90' : 'rotate-90'}`}>
          <ForwardIcon />
        </span>
      </div>
      {lead}
      {open && <div className="flex min-w-0 flex-col pb-4">{children}</div>}
    </section>
  );
}

interface HidingProps {
  title: string;
  /** Below the title while it's hidden. */
  line?: ReactNode;
  /** Its heading hides and shows it, as on a phone; otherwise it's always shown. */
  folds: boolean;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A panel of fields. Folded, it hides them and keeps them: a field may have a fault, or a file on its way. */
export function HidingPanel({ title, line, folds, isOpen, onToggle, children }: HidingProps) {
  const headId = useId();
  const bodyId = useId();
  const isHidden = folds && !isOpen;
  return (
    <section aria-labelledby={headId} className={`panel col-span-12 ${folds ? 'px-3.5 py-0' : ''}`}>
      <div className={folds ? 'relative flex min-h-12 items-center gap-2.5 py-2.5' : ''}>
        <div className="min-w-0 flex-1">
          <h2 id={headId} className="panel-title">
            {folds ? (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={bodyId}
                className="text-left after:absolute after:inset-0"
                onClick={onToggle}
              >
                {title}
              </button>
            ) : (
              title
            )}
          </h2>
          {isHidden && line !== undefined && <p className="truncate text-note text-text-2">{line}</p>}
        </div>
        {folds && (
          <span className={`flex-none scale-75 text-text-3 ${isOpen ? '-rotate-90' : 'rotate-90'}`}>
            <ForwardIcon />
          </span>
        )}
      </div>
      <div id={bodyId} hidden={isHidden} className={folds ? 'pb-4' : ''}>
        {children}
      </div>
    </section>
  );
}
