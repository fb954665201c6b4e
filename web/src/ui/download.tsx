import * as Popover from '@radix-ui/react-popover';
import { useText } from '../i18n/use-text';
import { showFailure } from '../lib/form';
import { saveRows } from '../lib/save-file';
import { DownloadIcon } from './icons';
import { PopoverContent } from './popover';

interface Props {
  /** The content of the file, as a title. */
  title: string;
  /** The file's name, without its extension. */
  name: string;
  rows: readonly object[];
}

/** A small button that saves figures as CSV or JSON. */
export function Download({ title, name, rows }: Props) {
  const text = useText();
  const label = text('admin.download.label', { of: title });
  return (
    <Popover.Root>
      <Popover.Trigger className="panel-action -mr-2" aria-label={label}>
        <DownloadIcon />
      </Popover.Trigger>
      <PopoverContent label={label} align="end" className="p-1.5">
        {(['csv', 'json'] as const).map((format) => (
          <Popover.Close
            key={format}
            className="block min-h-10 w-full rounded-small px-4 text-left hover:bg-line"
            onClick={() => {
              try {
                saveRows(name, rows, format);
              } catch {
                showFailure(text('admin.download.failed'), text);
              }
            }}
          >
            {text(format === 'csv' ? 'admin.download.csv' : 'admin.download.json')}
          </Popover.Close>
        ))}
      </PopoverContent>
    </Popover.Root>
  );
}
