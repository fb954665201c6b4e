/**
 * How one rollup table is computed from the rows it counts. Recording adds a batch's counts, reconciliation recounts a
 * stretch of days: both run this one description, over relations of the same names.
 */
export interface Rollup {
  table: string;
  /** The relation it counts; each has `local_time`, the row's time in the site's zone. */
  from: string;
  where?: string;
  /** Column to SQL expression, grouped by. The first is the period: `hour` or `day`. */
  keys: Record<string, string>;
  /** Column to SQL aggregate; differences are added. */
  sums: Record<string, string>;
  /** Column to SQL aggregate; the later value is kept. */
  latest?: Record<string, string>;
  /** Column to SQL aggregate; describes a key and isn't reconciled. */
  labels?: Record<string, string>;
  /** The table that holds the same by calendar month. */
  byMonth?: string;
}

/** The same rollup by month; only the period column and its expression differ. */
export function monthly(rollup: Rollup): Rollup | null {
  if (!rollup.byMonth) return null;
  const { day, ...otherKeys } = rollup.keys;
  const { byMonth, ...rest } = rollup;
  return { ...rest, table: byMonth, keys: { month: monthOf('local_time'), ...otherKeys } };
}

export function monthOf(time: string): string {
  return `date_trunc('month', ${time})::date`;
}

/** Everything a batch is added to: each rollup and its twin by month, if it has one. */
export function withMonthly(rollups: Rollup[]): Rollup[] {
  return rollups.flatMap((rollup) => [rollup, monthly(rollup) ?? []].flat());
}

/** The columns that follow the keys, in the order in which `groupSql` selects them. */
export function valueColumns(rollup: Rollup): string[] {
  return Object.keys({ ...rollup.sums, ...rollup.latest, ...rollup.labels });
}

/** Sorted by key, so that two batches lock rows in the same order and never deadlock. */
export function groupSql(rollup: Rollup): string {
  const keys = Object.entries(rollup.keys).map(([name, expression]) => `${expression} as ${name}`);
  const values = Object.entries({ ...rollup.sums, ...rollup.latest, ...rollup.labels }).map(
    ([name, expression]) => `${expression} as ${name}`,
  );
  const positions = keys.map((_, index) => index + 1).join(', ');
  const where = rollup.where ? ` where ${rollup.where}` : '';
  return `select ${[...keys, ...values].join(', ')} from ${rollup.from}${where} group by ${positions} order by ${positions}`;
}

/** Adds the rows of `source` (a query that selects keys and values in their order) to the table. */
export function addSql(rollup: Rollup, source: string): string {
  const { table } = rollup;
  const keys = Object.keys(rollup.keys);
  const moved = [
    ...Object.keys(rollup.sums).map((name) => `${name} = ${table}.${name} + excluded.${name}`),
    ...Object.keys(rollup.latest ?? {}).map(
      (name) => `${name} = greatest(${table}.${name}, excluded.${name})`,
    ),
    ...Object.keys(rollup.labels ?? {}).map((name) => `${name} = excluded.${name}`),
  ];
  return `insert into ${table} (${[...keys, ...valueColumns(rollup)].join(', ')}) ${source}
    on conflict (${keys.join(', ')}) do update set ${moved.join(', ')}`;
}

/**
 * Common table expressions that add the rows of the relations in `from` to every rollup. They're part of the statement
 * that inserts the rows, so rows and rollups can't differ.
 */
export function addingExpressions(rollups: Rollup[]): string {
  return withMonthly(rollups)
    .map((rollup) => `added_to_${rollup.table} as (${addSql(rollup, groupSql(rollup))})`)
    .join(',\n');
}

/**
 * Subtracts the counts of `from` from the table's rows, in the order of their keys. Empty rows stay: `deleteEmptySql`
 * removes them. Where the latest event is subtracted, the start of the period (in the zone `$1`) replaces it until
 * somebody looks the latest up.
 */
export function subtractSql(rollup: Rollup): string {
  const { table } = rollup;
  const keys = Object.keys(rollup.keys);
  const [period = ''] = keys;
  const sums = Object.keys(rollup.sums);
  const others = Object.keys({ ...rollup.latest, ...rollup.labels });
  const moved = [
    ...sums.map((name) => `${name} = ${table}.${name} + excluded.${name}`),
    ...Object.keys(rollup.latest ?? {}).map(
      (name) => `${name} = case when ${table}.${name} > excluded.${name} then ${table}.${name}
        else ${startOf(`${table}.${period}`)} end`,
    ),
  ];
  return `insert into ${table} (${[...keys, ...valueColumns(rollup)].join(', ')})
    select ${[...keys, ...sums.map((name) => `-${name}`), ...others].join(', ')}
    from (${groupSql(rollup)}) as gone order by ${keys.join(', ')}
    on conflict (${keys.join(', ')}) do update set ${moved.join(', ')}`;
}

/** SQL: the first instant of a local day or month in the zone `$1`. */
export const startOf = (period: string) => `(${period}::timestamp at time zone $1)`;

/** Deletes the rows that count nothing and for which `where` holds. */
export function deleteEmptySql(rollup: Rollup, where = 'true'): string {
  const isZero = Object.keys(rollup.sums).map((name) => `${name} = 0`);
  return `delete from ${rollup.table} where ${isZero.join(' and ')} and ${where}`;
}
