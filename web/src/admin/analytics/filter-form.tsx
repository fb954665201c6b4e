import type { Filter, FilterDimension, FilterOperator } from '@voordeur/contracts/http';
import { useId, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { AdminForm } from '../../ui/admin-form';
import { Button } from '../../ui/button';
import { Field, TextField } from '../../ui/field';
import { SelectField } from '../../ui/select-field';
import { closedValues, dimensionLabels, operatorLabels, useFilterLabels } from './filters';

/** The values that panels list of a dimension, the most frequent first. */
export type Suggest = (dimension: FilterDimension) => string[];

interface Props {
  filter: Filter;
  suggest: Suggest;
  onApply: (filter: Filter) => void;
}

/** Values of these are chosen: nobody knows by heart how they're written. */
const isChosen = (dimension: FilterDimension) =>
  closedValues[dimension] !== undefined || dimension === 'country' || dimension === 'campaign';
/** A session always has these. */
const isNeverEmpty = (dimension: FilterDimension) => ['page', 'entry', 'exit'].includes(dimension);

/** One filter: its dimension, its condition, and its value. */
export default function FilterForm({ filter, suggest, onApply }: Props) {
  const text = useText();
  const [{ dimension, operator, value }, setTyped] = useState(filter);
  const [refused, setRefused] = useState(false);
  const isMissing = value === '' && (operator === 'contains' || isNeverEmpty(dimension));
  const error = refused && isMissing ? text('admin.analytics.filter.needed') : undefined;

  const valuesOf = (of: FilterDimension) => closedValues[of] ?? suggest(of);
  // A value typed for one dimension means nothing in another; a choice begins with the first.
  const firstOf = (of: FilterDimension, by: FilterOperator) =>
    isChosen(of) && by !== 'contains' ? (valuesOf(of)[0] ?? '') : '';

  const apply = () => {
    setRefused(isMissing);
    if (!isMissing) onApply({ dimension, operator, value });
  };
  return (
    <AdminForm noValidate className="grid gap-3.5" onSubmit={apply}>
      <SelectField
        label={text('admin.analytics.filter.dimension')}
        value={dimension}
        choices={dimensionLabels}
        onChange={(next) =>
          next !== '' && setTyped({ dimension: next, operator, value: firstOf(next, operator) })
        }
      />
      <SelectField
        label={text('admin.analytics.filter.operator')}
        value={operator}
        choices={operatorLabels}
        onChange={(next) => {
          if (next === '') return;
          const keeps = !isChosen(dimension) || (next === 'contains') === (operator === 'contains');
          setTyped({ dimension, operator: next, value: keeps ? value : firstOf(dimension, next) });
        }}
      />
      {isChosen(dimension) && operator !== 'contains' ? (
        <ChosenValue
          dimension={dimension}
          value={value}
          values={valuesOf(dimension)}
          onChange={(next) => setTyped({ dimension, operator, value: next })}
        />
      ) : (
        <TypedValue
          dimension={dimension}
          value={value}
          values={operator === 'contains' ? [] : valuesOf(dimension)}
          error={error}
          onChange={(next) => setTyped({ dimension, operator, value: next })}
        />
      )}
      <Button type="submit" variant="line">
        {text('admin.analytics.filter.apply')}
      </Button>
    </AdminForm>
  );
}

interface ValueProps {
  dimension: FilterDimension;
  value: string;
  values: readonly string[];
  onChange: (value: string) => void;
}

function ChosenValue({ dimension, value, values, onChange }: ValueProps) {
  const text = useText();
  const { ofValue } = useFilterLabels();
  // The address may have a value that no panel lists.
  const all = values.includes(value) ? values : [value, ...values];
  return (
    <Field label={text('admin.analytics.filter.value')}>
      {(ties) => (
        <select {...ties} value={value} onChange={(event) => onChange(event.target.value)}>
          {all.map((one) => (
            <option key={one} value={one}>
              {ofValue(dimension, one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function TypedValue({
  dimension,
  value,
  values,
  error,
  onChange,
}: ValueProps & { error: string | undefined }) {
  const text = useText();
  const { ofValue } = useFilterLabels();
  const id = useId();
  return (
    <>
      <TextField
        label={text('admin.analytics.filter.value')}
        error={error}
        list={id}
        placeholder={isNeverEmpty(dimension) ? '/' : ofValue(dimension, '')}
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={id}>
        {values
          .filter((one) => one !== '')
          .map((one) => (
            <option key={one} value={one} />
          ))}
      </datalist>
    </>
  );
}
