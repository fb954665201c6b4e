const width = 110;

/**
 * A value as JSON, as Prettier formats it: an object stays on one line where `earlier` has it on one, and a list of plain
 * values stands on one if it fits.
 */
export function printJson(value: object, earlier: string): string {
  return `${print(value, earlier, '', 0)}\n`;
}

function print(value: unknown, earlier: string, indent: string, column: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const entries = Object.entries(value);
  if (entries.length === 0) return `${open}${close}`;
  const deeper = `${indent}  `;
  const parts = entries.map(([key, item]) => {
    const start = isList ? '' : `${JSON.stringify(key)}: `;
    return `${start}${print(item, earlier, deeper, deeper.length + start.length)}`;
  });
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  const isPlain = isList && value.every((item) => typeof item !== 'object');
  // A comma may follow.
  const onOneLine = isPlain ? column + line.length < width : earlier.includes(line);
  return onOneLine
    ? line
    : `${open}\n${parts.map((part) => `${deeper}${part}`).join(',\n')}\n${indent}${close}`;
}
