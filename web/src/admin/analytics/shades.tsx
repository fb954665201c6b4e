import { useFigures } from './use-figures';

/** From little to the most; shades of the bars' colour. The first is nothing at all. */
const shades = [
  'var(--color-paint-2)',
  ...[24, 42, 60, 80, 100].map(
    (part) => `color-mix(in oklab, var(--color-bar) ${part}%, var(--color-paint-2))`,
  ),
];

/** By the root of its share, since a few hours or countries have most of everything. */
export function shadeOf(value: number, most: number): string {
  const step = value === 0 ? 0 : Math.ceil(Math.sqrt(value / most) * (shades.length - 1));
  return shades[step] ?? '';
}

/** Explains the shades. */
export function ShadesLegend({ most }: { most: number }) {
  const { figure } = useFigures();
  return (
    <p aria-hidden="true" className="flex items-center gap-2 text-note text-text-3 tabular-nums">
      {figure(0)}
      <span className="flex gap-px">
        {shades.map((shade) => (
          <span
            key={shade}
            style={{ background: shade }}
            className="h-2.5 w-4.5 first:rounded-l-xs last:rounded-r-xs"
          />
        ))}
      </span>
      {figure(most)}
    </p>
  );
}
