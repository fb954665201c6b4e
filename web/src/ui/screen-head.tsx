import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text';
import { Spinner } from './icons';

interface Props {
  title: ReactNode;
  /** After the title: something to say about it. */
  note?: ReactNode;
  /** At the end of the line, or under the title on a narrow screen. */
  children?: ReactNode;
}

/** The head of an admin screen. Its title is at the same height on each, with or without buttons. */
export function ScreenHead({ title, note, children }: Props) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-5 gap-y-2 phone:min-h-10">
      <div className="mr-auto flex min-h-10 min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="max-w-full min-w-0 text-[clamp(1.625rem,5vw,2rem)] leading-title wrap-anywhere">
          {title}
        </h1>
        {note}
      </div>
      {children !== undefined && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-phone:w-full">{children}</div>
      )}
    </div>
  );
}

interface ButtonProps {
  busy: boolean;
  busyLabel: string;
  onClick: () => void;
  children: string;
}

/** A button in the head of a screen or panel, as wide while it's busy as at rest, so nothing next to it moves. */
export function HeadButton({ busy, busyLabel, onClick, children }: ButtonProps) {
  return (
    // Not `disabled`, whose look would flash at each refresh, and which would lose the focus.
    <button
      type="button"
      className="button button-line button-small aria-disabled:text-text-2"
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <span className="grid place-items-center *:[grid-area:1/1]">
        <span className={busy ? 'invisible' : ''}>{children}</span>
        <span className={`flex items-center gap-2 ${busy ? '' : 'invisible'}`}>
          <span className="w-4">{busy && <Spinner />}</span>
          {busyLabel}
        </span>
      </span>
    </button>
  );
}

/** Fetches a screen's data again. */
export function RefreshButton({ busy, onClick }: Pick<ButtonProps, 'busy' | 'onClick'>) {
  const text = useText();
  return (
    <HeadButton busy={busy} busyLabel={text('admin.refreshing')} onClick={onClick}>
      {text('admin.refresh')}
    </HeadButton>
  );
}

/** The same for a screen of several panels, each with data of its own. */
export function RefreshPanelsButton() {
  const queries = useQueryClient();
  const again = useIsFetching({ predicate: ({ state }) => state.data !== undefined });
  return <RefreshButton busy={again > 0} onClick={() => void queries.refetchQueries({ type: 'active' })} />;
}
