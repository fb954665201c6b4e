import * as Popover from '@radix-ui/react-popover';

interface Props {
  term: string;
  /** What it means. */
  children: string;
}

/** A word that opens what it means. */
export function Definition({ term, children }: Props) {
  return (
    <Popover.Root>
      <Popover.Trigger className="definition">{term}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="popover max-w-80 px-4 py-3"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={term}
        >
          <p className="font-display font-semibold">{term}</p>
          <p className="mt-1 text-text-2">{children}</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
