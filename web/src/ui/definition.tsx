import * as Popover from '@radix-ui/react-popover';
import { useText } from '../i18n/use-text';
import { AboutIcon } from './icons';
import { PopoverContent } from './popover';

interface Props {
  term: string;
  /** Opened by a small button next to a term that is a control of its own. */
  asIcon?: boolean;
  /** The explanation. */
  children: string;
}

/** A term that opens its meaning. */
export function Definition({ term, asIcon = false, children }: Props) {
  const text = useText();
  return (
    <Popover.Root>
      {asIcon ? (
        <Popover.Trigger className="panel-action" aria-label={text('admin.about', { of: term })}>
          <AboutIcon />
        </Popover.Trigger>
      ) : (
        <Popover.Trigger className="definition">{term}</Popover.Trigger>
      )}
      <PopoverContent label={term} align={asIcon ? 'end' : 'start'} className="max-w-80 px-4 py-3">
        <p className="font-display font-semibold">{term}</p>
        <p className="mt-1 text-text-2">{children}</p>
      </PopoverContent>
    </Popover.Root>
  );
}
