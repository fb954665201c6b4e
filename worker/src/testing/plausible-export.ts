import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A zip of these files, as Plausible writes one: stored, with the sizes after each file. */
export async function zipOf(files: Record<string, string>, { compress = false } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addReadStream(Readable.from([Buffer.from(content)]), name, { compress });
  zip.end();
  return buffer(zip.outputStream);
}

const header = {
  visitors: '"date","visitors","pageviews","bounces","visits","visit_duration"',
  pages: '"date","hostname","page","visits","visitors","pageviews","total_scroll_depth"',
  locations: '"date","country","region","city","visitors","visits","visit_duration","bounces","pageviews"',
  sources: '"date","source","referrer","utm_source","pageviews","visitors","visits"',
};

interface Day {
  day: string;
  visitors: number;
  /** Page views by page. */
  pages: Record<string, number>;
  /** Page views by country. */
  countries: Record<string, number>;
}

/** The files of an export of these days, by their names. */
export function exportFiles(days: Day[]): Record<string, string> {
  const span = `${days[0]?.day}_${days.at(-1)?.day}`.replaceAll('-', '');
  const file = (table: keyof typeof header, rows: string[]) => ({
    [`imported_${table}_${span}.csv`]: [header[table], ...rows, ''].join('\n'),
  });
  const sum = (counts: Record<string, number>) =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  return {
    ...file(
      'locations',
      days.flatMap(({ day, countries }) =>
        Object.entries(countries).map(([code, count]) => `"${day}","${code}","${code}-1",1,1,1,9,0,${count}`),
      ),
    ),
    ...file(
      'pages',
      days.flatMap(({ day, pages }) =>
        Object.entries(pages).map(([page, count]) => `"${day}","site.example","${page}",1,1,${count},0`),
      ),
    ),
    ...file(
      'sources',
      days.map(({ day }) => `"${day}","Direct / None","","",1,1,1`),
    ),
    ...file(
      'visitors',
      days.map(({ day, visitors, pages }) => `"${day}",${visitors},${sum(pages)},0,1,9`),
    ),
  };
}

/** Three days, from 30 April to 2 May 2024: 10 page views by 6 visitors. */
export const threeDays: [Day, Day, Day] = [
  { day: '2024-04-30', visitors: 1, pages: { '/nl': 1 }, countries: { NL: 1 } },
  { day: '2024-05-01', visitors: 2, pages: { '/nl': 3, '/about': 1 }, countries: { NL: 2, BE: 2 } },
  { day: '2024-05-02', visitors: 3, pages: { '/nl': 4, '/en': 1 }, countries: { NL: 5 } },
];
