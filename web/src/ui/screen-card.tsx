import type { MessageKey } from '@voordeur/contracts/messages';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useText } from '../i18n/use-text';
import { ArrowIcon } from './icons';
import { Link } from './link';
import { Skeleton } from './query-states';

interface Props {
  to: string;
  name: MessageKey;
  /** Its content is loading; a skeleton keeps the room. */
  waits?: boolean;
  children: ReactNode;
}

/** The most important part of a screen; all of the card is a link to it. */
export function ScreenCard({ to, name, waits = false, children }: Props) {
  const text = useText();
  return (
    <section
      className="panel group relative transition-colors last:phone:max-columns:col-span-2 hover:border-lamp-lo hover:bg-paint"
      aria-busy={waits}
    >
      <h2 className="panel-title">
        <Link to={to} className="flex items-center justify-between gap-3 after:absolute after:inset-0">
          {text(name)}
          <span className="text-lamp transition-transform group-hover:translate-x-1">
            <ArrowIcon />
          </span>
        </Link>
      </h2>
      {waits ? <Skeleton className="mt-3 h-16 w-full max-w-60" /> : children}
    </section>
  );
}

interface FigureProps {
  /** A text with its digits in `<n>`. */
  id: MessageKey;
  count: number;
}

/** A count in large digits with its word. */
export function Figure({ id, count }: FigureProps) {
  const digits = (children: ReactNode) => (
    <span className="font-display text-[2.25rem] leading-11 font-semibold text-text tabular-nums">
      {children}
    </span>
  );
  return (
    <p className="mt-2 text-text-2">
      <FormattedMessage id={id} values={{ count, n: digits }} />
    </p>
  );
}
