import type { MessageKey } from '@voordeur/contracts/messages';
import { accessDays, type AccessDays } from '@voordeur/contracts/http';
import { useText } from '../i18n/use-text';
import { Field } from './field';

interface Props<Value extends string> {
  label: string;
  value: Value | '';
  /** The label of the empty choice; without it, one must be chosen. */
  any?: string;
  /** Labels of the values, in the order of the list: a text's key, or the name itself. */
  choices: Record<Value, MessageKey> | { value: Value; name: string }[];
  onChange: (value: Value | '') => void;
}

/** A choice of a few, as a native select. */
export function SelectField<Value extends string>({ label, value, any, choices, onChange }: Props<Value>) {
  const text = useText();
  const named = Array.isArray(choices)
    ? choices
    : (Object.keys(choices) as Value[]).map((one) => ({ value: one, name: text(choices[one]) }));
  return (
    <Field label={label}>
      {(ties) => (
        <select {...ties} value={value} onChange={(event) => onChange(event.target.value as Value | '')}>
          {any !== undefined && <option value="">{any}</option>}
          {named.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const words: Record<`${AccessDays}`, MessageKey> = {
  7: 'admin.access.week',
  30: 'admin.access.month',
  365: 'admin.access.year',
};

interface DaysProps {
  days: AccessDays | undefined;
  /** Label of the choice of no end; without it, there must be one. */
  never?: string;
  onChange: (days: AccessDays | undefined) => void;
}

/** How long a link or a key works. */
export function DaysField({ days, never, onChange }: DaysProps) {
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
