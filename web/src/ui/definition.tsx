import * as Popover from '@radix-ui/react-popover';
import { PopoverContent } from './popover';

interface Props {
  term: string;
  /** What it means. */
  children: string;
}

/** A term that opens its meaning. */
export function Definition({ term, children }: Props) {
  return (
    <Popover.Root>
      <Popover.Trigger className="definition">{term}</Popover.Trigger>
      <PopoverContent label={term} align="start" className="max-w-80 px-4 py-3">
        <p className="font-display font-semibold">{term}</p>
        <p className="mt-1 text-text-2">{children}</p>
      </PopoverContent>
    </Popover.Root>
  );
}
