import { accessDays, type AccessDays } from '@voordeur/contracts/http';
import type { MessageKey } from '@voordeur/contracts/messages';
import { useText } from '../i18n/use-text';
import { SelectField } from './select-field';

const words: Record<`${AccessDays}`, MessageKey> = {
  7: 'admin.access.week',
  30: 'admin.access.month',
  365: 'admin.access.year',
};

interface Props {
  days: AccessDays | undefined;
  /** Label of the choice of no end; without it, there must be one. */
  never?: string;
  onChange: (days: AccessDays | undefined) => void;
}

/** How long a link or a key works. */
export function DaysField({ days, never, onChange }: Props) {
  const text = useText();
  return (
    <SelectField
      label={text('admin.access.works')}
      value={days === undefined ? '' : `${days}`}
      choices={words}
      onChange={(chosen) => onChange(accessDays.find((one) => `${one}` === chosen))}
      {...(never === undefined ? {} : { any: never })}
    />
  );
}
