import { Spinner } from './icons';

interface Props {
  busy: boolean;
  busyLabel: string;
  onClick: () => void;
  children: string;
}

/** A button in the head of a screen or panel: as wide while it is busy as at rest, so that nothing beside it moves. */
export function HeadButton({ busy, busyLabel, onClick, children }: Props) {
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
