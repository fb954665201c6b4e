interface Props {
  /** 0 to 1. */
  share: number;
  /** Lit is now: this month, this hour, and nothing else. */
  lit?: boolean;
}

/** A count drawn; the figure itself stands beside it. */
export function Bar({ share, lit = false }: Props) {
  return (
    <span
      aria-hidden="true"
      style={{ width: `max(2px, ${(share * 100).toFixed(1)}%)` }}
      className={`block h-2.5 rounded-xs ${lit ? 'bg-lamp' : 'bg-bar'}`}
    />
  );
}
