import { useId, type ReactNode } from 'react';

interface Props {
  title: string;
  /** Stands small at the other end of the head. */
  note?: ReactNode;
  /** Width out of twelve columns, from 901 px up. */
  span: 4 | 8 | 12;
  children: ReactNode;
}

const spans = {
  4: 'min-[901px]:col-span-4',
  8: 'min-[901px]:col-span-8',
  12: 'min-[901px]:col-span-12',
} as const;

/** A part of an admin screen. */
export function Panel({ title, note, span, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`panel col-span-12 ${spans[span]}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-[1.0625rem] leading-[1.3] tracking-[-.005em]">
          {title}
        </h2>
        {note !== undefined && <p className="text-note text-text-3">{note}</p>}
      </div>
      {children}
    </section>
  );
}
