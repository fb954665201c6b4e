import { scaleLinear } from 'd3-scale';
import { useId, type ReactNode } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  LabelList,
  Line,
  Rectangle,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type BarShapeProps,
  type DotItemDotProps,
  type XAxisTickContentProps,
} from 'recharts';

/** One bar, with its label and the text of its tooltip. */
export interface Column {
  name: string;
  /** The full name, in the tooltip. */
  title: string;
  /** Shown under the name where there's room. */
  note?: string;
  value: number;
  /** How much of it another counter counted, and the tooltip's words for that. */
  imported?: { value: number; note: string };
  /** The same for the compared days: the values of the thin line, and the tooltip's words for them. */
  before?: { value: number; note: string } | undefined;
  /** Something happened then that isn't counted: a mark on the axis, and the tooltip's words for it. */
  mark?: string | undefined;
  /** Only the current one is lit: today, this month, this hour. */
  lit: boolean;
}

interface Props {
  columns: Column[];
  format: (value: number) => string;
  /** For the axis and over crowded bars: 3.3k. */
  formatShort: (value: number) => string;
}

/** More labels than this would overlap; then only the highest and the lit bar have one. */
const mostLabels = 14;
const ticks = { fill: 'var(--color-text-3)', fontSize: 13 };
const margins = { top: 22, right: 10, bottom: 0, left: 0 };

/** Vertical bars, hidden from screen readers: the table below has the same figures. */
export function ColumnChart({ columns, format, formatShort }: Props) {
  const highest = columns.reduce(
    (most, column) => (column.value > most.value ? column : most),
    columns[0] ?? none,
  );
  const labelled = (column: Column) =>
    columns.length <= mostLabels || column === highest || (column.lit && column.value > 0);
  const labels = columns.length <= 7 ? format : formatShort;
  const hasMarks = columns.some(({ mark }) => mark !== undefined);
  const hasBefore = columns.some(({ before }) => before !== undefined);
  const steps = roundSteps(Math.max(highest.value, ...columns.map(({ before }) => before?.value ?? 0)));
  const hasNotes = columns.some(({ note }) => note !== undefined);
  const stripes = useId().replaceAll(/\W/g, '');
  return (
    <Frame>
      <ComposedChart
        data={columns}
        margin={margins}
        barCategoryGap={columns.length > 31 ? '12%' : '22%'}
        accessibilityLayer={false}
      >
        <defs>
          <pattern
            id={stripes}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="3" height="6" fill="var(--color-bar)" />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--color-paint-2)" />
        <XAxis
          dataKey="name"
          tick={(tick: XAxisTickContentProps) => <Tick {...tick} columns={columns} />}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-line)' }}
          height={hasNotes ? 46 : 28}
          interval="equidistantPreserveStart"
          minTickGap={14}
        />
        <YAxis
          width={44}
          tick={ticks}
          tickLine={false}
          axisLine={false}
          ticks={steps}
          domain={[0, steps.at(-1) ?? 0]}
          interval={0}
          tickFormatter={formatShort}
        />
        {tooltip(format)}
        <Bar
          dataKey="value"
          shape={(shape: BarShapeProps) => <ColumnShape {...shape} fill={`url(#${stripes})`} />}
          isAnimationActive={false}
          maxBarSize={96}
        >
          {labelOfBars('top', 13, (column) => (labelled(column) ? labels(column.value) : ''))}
        </Bar>
        {hasMarks && (
          <Line
            dataKey={({ mark }: Column) => (mark === undefined ? undefined : 0)}
            stroke="none"
            dot={MarkShape}
            activeDot={false}
            isAnimationActive={false}
          />
        )}
        {hasBefore && (
          <Line
            dataKey={({ before }: Column) => before?.value}
            stroke="var(--color-text-2)"
            strokeWidth={1.5}
            strokeDasharray="4 3"
            dot={columns.length === 1 && { fill: 'var(--color-text-2)', r: 3 }}
            activeDot={false}
            isAnimationActive={false}
          />
        )}
      </ComposedChart>
    </Frame>
  );
}

/** Whole round numbers from 0 to the first at or above the most: 0, 20, 40, 60. */
function roundSteps(most: number): number[] {
  const scale = scaleLinear([0, Math.max(4, most)], [0, 1]).nice(4);
  return scale.ticks(4).filter(Number.isInteger);
}

/** Rows are closer together where there are more of them, so that a whole day is no higher than the charts next to it. */
const [mostRowPx, allRowsPx] = [20, 310];

/** Horizontal bars, one per row. */
export function RowChart({ columns, format }: Omit<Props, 'formatShort'>) {
  const rowPx = Math.min(mostRowPx, allRowsPx / Math.max(1, columns.length));
  return (
    <div style={{ height: columns.length * rowPx + 4 }}>
      <Frame>
        <BarChart
          data={columns}
          layout="vertical"
          margin={{ top: 0, right: 44, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <XAxis type="number" hide domain={[0, (most: number) => Math.max(most, 1)]} />
          <YAxis
            type="category"
            dataKey="name"
            width={52}
            tick={{ ...ticks, fill: 'var(--color-text)', textAnchor: 'start', dx: -44 }}
            tickLine={false}
            axisLine={false}
            interval={0}
          />
          {tooltip(format)}
          <Bar dataKey="value" shape={ColumnShape} isAnimationActive={false} barSize={10}>
            {labelOfBars('right', 14, ({ value }) => format(value))}
          </Bar>
        </BarChart>
      </Frame>
    </div>
  );
}

const none: Column = { name: '', title: '', value: 0, lit: false };

function Frame({ children }: { children: ReactNode }) {
  return (
    // Until it has measured itself again, a chart keeps the previous window's width.
    <div aria-hidden="true" className="h-full overflow-x-clip">
      <ResponsiveContainer width="100%" height="100%">
        {children}
      </ResponsiveContainer>
    </div>
  );
}

/** Imported counts are the lower part of a column, filled with `fill`. */
function ColumnShape({ payload, fill, ...shape }: BarShapeProps) {
  const { lit, value, imported } = payload as Column;
  const importedPx = imported && value > 0 ? (shape.height * imported.value) / value : 0;
  const ownPx = shape.height - importedPx;
  return (
    <>
      {ownPx > 0 && (
        <Rectangle
          {...shape}
          height={ownPx}
          radius={2}
          fill={lit ? 'var(--color-lamp)' : 'var(--color-bar)'}
        />
      )}
      {importedPx > 0 && (
        <Rectangle
          {...shape}
          y={shape.y + ownPx}
          height={importedPx}
          radius={2}
          fill={fill}
          stroke="var(--color-bar)"
        />
      )}
    </>
  );
}

/** A triangle that points at the axis from below. */
function MarkShape({ cx, cy, value }: DotItemDotProps) {
  if (cx === undefined || cy === undefined || value === null || value === undefined) return <g />;
  return <path d={`M${cx} ${cy + 1}l4 6h-8z`} fill="var(--color-text-2)" />;
}

function labelOfBars(position: 'top' | 'right', fontSize: number, write: (column: Column) => string) {
  return (
    <LabelList
      position={position}
      fill="var(--color-text)"
      fontSize={fontSize}
      valueAccessor={(entry) => write(entry.payload as Column)}
    />
  );
}

/** The name, and its note under it where the bars are wide enough for one. */
function Tick({ x, y, payload, width, columns }: XAxisTickContentProps & { columns: Column[] }) {
  // Counted in bars: ticks that don't fit are missing from the ticks' own count.
  const column = columns[payload.index];
  const roomPx = Number(width) / Math.max(1, columns.length);
  return (
    <text x={x} y={y} textAnchor="middle" fontSize={13} fill="var(--color-text-2)">
      <tspan x={x} dy="1.1em">
        {column?.name}
      </tspan>
      {column?.note !== undefined && (
        <tspan x={x} dy="1.4em" fill="var(--color-text-3)">
          {roomPx < 84 ? column.note.split(' ')[0] : column.note}
        </tspan>
      )}
    </text>
  );
}

/** Describes the bar under the pointer. */
function tooltip(format: Props['format']) {
  return (
    <Tooltip
      content={({ active, payload: [bar] }) => {
        const column = bar?.payload as Column | undefined;
        if (!active || !column) return null;
        return (
          <div className="popover px-3 py-2 text-note">
            <p className="text-text-2">{column.title}</p>
            <p className="font-display text-panel font-semibold tabular-nums">{format(column.value)}</p>
            {column.before && <p className="text-text-2">{column.before.note}</p>}
            {column.note !== undefined && <p className="text-text-2">{column.note}</p>}
            {column.imported && column.imported.value > 0 && (
              <p className="text-text-2">{column.imported.note}</p>
            )}
            {column.mark !== undefined && (
              <p className="max-w-72 whitespace-pre-line text-text-2">{column.mark}</p>
            )}
          </div>
        );
      }}
      cursor={{ fill: '#ffffff0a' }}
      isAnimationActive={false}
    />
  );
}
