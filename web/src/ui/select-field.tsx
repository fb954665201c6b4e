import type { MessageKey } from '@voordeur/contracts/messages';
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
