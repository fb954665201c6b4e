import { Field } from './field';

interface Props<Value extends string> {
  label: string;
  value: Value | '';
  /** Said by the choice of nothing; without it, one must be chosen. */
  any?: string;
  choices: readonly { value: Value; label: string }[];
  onChange: (value: Value | '') => void;
}

/** A choice of a few, as the browser shows it. */
export function SelectField<Value extends string>({ label, value, any, choices, onChange }: Props<Value>) {
  return (
    <Field label={label}>
      {(ties) => (
        <select {...ties} value={value} onChange={(event) => onChange(event.target.value as Value | '')}>
          {any !== undefined && <option value="">{any}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
