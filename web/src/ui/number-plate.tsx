/** A house number on the even side, before a section's name. Decoration. */
export function NumberPlate({ number }: { number: number | string }) {
  return (
    <span
      aria-hidden="true"
      className="inline-grid h-7 min-w-[2.1rem] flex-none place-items-center rounded-[5px] border-[1.5px] border-lamp bg-night px-2 font-display text-small leading-none font-semibold text-lamp [box-shadow:inset_0_0_0_2px_var(--color-night),inset_0_0_0_2.75px_color-mix(in_srgb,var(--color-lamp)_33%,transparent)]"
    >
      {number}
    </span>
  );
}

/** The house number and the name above a section, with a line that fades out. */
export function SectionName({ number, name }: { number: number | string; name: string }) {
  return (
    <div className="mb-[clamp(1.75rem,3.5vw,3rem)] flex items-center gap-4">
      <NumberPlate number={number} />
      <p className="text-small font-medium text-text-2">{name}</p>
      <span className="h-px flex-1 bg-linear-90 from-line to-transparent" />
    </div>
  );
}

interface TitleProps {
  number: number | string;
  title: string;
  lead?: string;
  narrow?: boolean;
}

/** The house number and the title of a page, with a sentence under it. */
export function PageTitle({ number, title, lead, narrow }: TitleProps) {
  return (
    <>
      <NumberPlate number={number} />
      <h1 className={`mt-4.5 text-h1 ${narrow ? 'max-w-[11em]' : 'max-w-title'}`}>{title}</h1>
      {lead !== undefined && <p className="mt-4 max-w-[33em] text-lead text-text-2">{lead}</p>}
    </>
  );
}
