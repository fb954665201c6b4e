import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../local/settings.js';

/* Grades what localhost answers, at the two ports that are named, by the rules of Mozilla's HTTP Observatory. */

interface Requests {
  responses: Record<'auto' | 'https' | 'http' | 'httpRedirects' | 'httpsRedirects', unknown>;
}
interface Output {
  result: string | null;
  pass: boolean;
  constructor: { name: string };
}
interface Observatory {
  retrieve: (
    host: string,
    options: { httpPort: string; httpsPort: string; path: string },
  ) => Promise<Requests>;
  ALL_TESTS: ((requests: Requests) => Output)[];
  getScoreModifier: (result: string) => number;
  getGradeForScore: (score: number) => { score: number; grade: string };
  MINIMUM_SCORE_FOR_EXTRA_CREDIT: number;
}

const [httpPort = '', httpsPort = ''] = process.argv.slice(2);
const files = ['retriever/retriever.js', 'constants.js', 'grader/grader.js', 'grader/charts.js'];
const parts = await Promise.all(
  files.map((file) => {
    const path = join(root, '.local/observatory/node_modules/@mdn/mdn-http-observatory/src', file);
    return import(pathToFileURL(path).href) as Promise<Partial<Observatory>>;
  }),
);
const observatory = Object.assign({}, ...parts) as Observatory;

/** What anyone opens or calls. */
const graded = [
  '/',
  '/nl',
  '/learn',
  '/booking',
  '/admin',
  '/admin/leads',
  '/api/ip',
  '/api/admin/leads',
  '/nothing',
];
/** Shown, and graded as pages by rules that were made for pages: a PDF's viewer is the browser's own. */
const shown = ['/terms-nl.pdf', '/logo.svg', '/robots.txt', '/og/home-en.jpg'];

const retrieve = (path: string) => observatory.retrieve('localhost', { httpPort, httpsPort, path });
const home = await retrieve('/');
let passed = 0;
let failed = 0;
for (const path of [...graded, ...shown]) {
  const found = await retrieve(path);
  if (!found.responses.https) throw new Error(`${path} doesn't answer over TLS.`);
  // Whether plain HTTP leads to TLS is a question to the host: calls are refused there and not sent on.
  const { http, httpRedirects, httpsRedirects } = home.responses;
  Object.assign(found.responses, { http, httpRedirects, httpsRedirects });
  const { grade, score, lost } = gradeOf(found);
  const counts = graded.includes(path);
  const isBest = grade === 'A+';
  if (counts && isBest) passed += 1;
  if (counts && !isBest) failed += 1;
  const mark = counts ? (isBest ? '✓' : '✗') : ' ';
  process.stdout.write(
    `${mark} ${path.padEnd(20)} ${grade.padEnd(2)} ${String(score).padStart(4)}  ${lost}\n`,
  );
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** As `scan` of the Observatory adds it up (src/scanner/index.js), which takes no ports. */
function gradeOf(requests: Requests): { grade: string; score: number; lost: string } {
  const results = observatory.ALL_TESTS.map((test) => test(requests)).flatMap(({ result }) => result ?? []);
  const scored = results.map((result) => ({ result, points: observatory.getScoreModifier(result) }));
  const sum = (points: number[]) => points.reduce((total, one) => total + one, 100);
  const withoutExtra = sum(scored.map(({ points }) => Math.min(0, points)));
  const hasExtra = withoutExtra >= observatory.MINIMUM_SCORE_FOR_EXTRA_CREDIT;
  const score = hasExtra ? sum(scored.map(({ points }) => points)) : withoutExtra;
  const lost = scored.filter(({ points }) => points < 0).map(({ result, points }) => `${result} ${points}`);
  return { ...observatory.getGradeForScore(score), lost: lost.join(', ') };
}
