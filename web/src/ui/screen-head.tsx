import type { ReactNode } from 'react';

interface Props {
  title: ReactNode;
  /** Stands after the title: what there is to say of it. */
  note?: ReactNode;
  /** Stand at the end of the line; under the title where that is narrow. */
  children?: ReactNode;
}

/** The head of an admin screen. With buttons or without, its title stands at the same height on each. */
export function ScreenHead({ title, note, children }: Props) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-2 min-[641px]:min-h-10">
      <div className="mr-auto flex min-h-10 min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="max-w-full min-w-0 text-[clamp(1.625rem,5vw,2rem)] leading-[1.1] [overflow-wrap:anywhere]">
          {title}
        </h1>
        {note}
      </div>
      {children !== undefined && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-[640px]:w-full">{children}</div>
      )}
    </div>
  );
}
