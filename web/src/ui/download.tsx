import * as Popover from '@radix-ui/react-popover';
import { useText } from '../i18n/use-text';
import { saveRows } from '../lib/save-file';
import { DownloadIcon } from './icons';

interface Props {
  /** What is saved, as a title. */
  title: string;
  /** Of the file, without its ending. */
  name: string;
  rows: readonly object[];
}

/** A small button that saves figures as CSV or JSON. */
export function Download({ title, name, rows }: Props) {
  const text = useText();
  return (
    <Popover.Root>
      <Popover.Trigger className="icon-button" aria-label={text('admin.download.label', { of: title })}>
        <DownloadIcon />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="popover p-1.5"
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={text('admin.download.label', { of: title })}
        >
          {(['csv', 'json'] as const).map((format) => (
            <Popover.Close
              key={format}
              className="popover-choice"
              onClick={() => void saveRows(name, rows, format)}
            >
              {text(format === 'csv' ? 'admin.download.csv' : 'admin.download.json')}
            </Popover.Close>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
