import * as echarts from 'echarts';
import { median } from '../measuring/figures.js';
import { partNames, type Sample } from './samples.js';

const width = 900;
const panelHeight = 190;
const top = 60;
/** Points of a curve. */
const points = 120;

/** An SVG: memory by part, disk, open handles and response times over the minutes of the load. */
export function drawCurves(samples: Sample[]): string {
  const slices = sliceEvenly(samples);
  const curve = (name: string, panel: number, of: (sample: Sample) => number, more: object = {}) => ({
    name,
    type: 'line' as const,
    xAxisIndex: panel,
    yAxisIndex: panel,
    showSymbol: false,
    lineStyle: { width: 1.5 },
    data: slices.map((slice) => [
      median(slice.map(({ minute }) => minute)),
      Number(median(slice.map(of)).toPrecision(4)),
    ]),
    ...more,
  });
  const memory = partNames(samples).map((part) =>
    curve(part, 0, ({ parts }) => parts.get(part)?.pssMb ?? 0, {
      stack: 'memory',
      areaStyle: { opacity: 0.6 },
    }),
  );
  const panels = ['memory, MB', 'disk, MB', 'open files and connections', '202 after, ms'];
  const chart = echarts.init(null, null, {
    renderer: 'svg',
    ssr: true,
    width,
    height: top + panels.length * panelHeight,
  });
  const lastMinute = Math.ceil(samples.at(-1)?.minute ?? 1);
  chart.setOption({
    animation: false,
    backgroundColor: '#fff',
    legend: { top: 8, itemHeight: 8, itemWidth: 14, textStyle: { fontSize: 11 } },
    grid: panels.map((_, panel) => ({
      left: 60,
      right: 20,
      top: top + 24 + panel * panelHeight,
      height: panelHeight - 62,
    })),
    title: panels.map((text, panel) => ({
      text,
      left: 16,
      top: top + panel * panelHeight,
      textStyle: { fontSize: 12 },
    })),
    xAxis: panels.map((_, gridIndex) => ({
      type: 'value',
      gridIndex,
      max: lastMinute,
      axisLabel: { formatter: '{value} min' },
    })),
    yAxis: panels.map((_, gridIndex) => ({ type: 'value', gridIndex, splitNumber: 3, min: 0 })),
    series: [
      ...memory,
      curve('tables', 1, ({ databaseMb }) => databaseMb, { stack: 'disk', areaStyle: { opacity: 0.6 } }),
      curve('logs of changes, and the rest', 1, ({ otherFilesMb }) => otherFilesMb, {
        stack: 'disk',
        areaStyle: { opacity: 0.6 },
      }),
      curve('handles', 2, ({ handles }) => handles),
      curve('p50', 3, ({ latency }) => latency?.p50Ms ?? 0),
      curve('p99', 3, ({ latency }) => latency?.p99Ms ?? 0),
    ],
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

function sliceEvenly(samples: Sample[]): Sample[][] {
  const size = Math.max(1, Math.ceil(samples.length / points));
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, index) =>
    samples.slice(index * size, (index + 1) * size),
  );
}
