import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@voordeur/operate/local/settings.js';
import { thorough } from '../browser/browser.js';
import { screenshots } from '../browser/screenshots.js';
import { readPlaywright, readVitest, type TestResult } from './read-results.js';

/*
 * `make test`: everything that a change must pass. Two things run side by side on two cores; at the end come the slowest
 * tests, each part's time and budget, each test that failed, and the line `N passed, N failed`.
 */
const results = join(root, 'test-results');
const all: TestResult[] = [];
const times: { name: string; seconds: number; counts: string }[] = [];

/** Seconds that each part may take on two cores that need 0.7 s for 10⁹ additions; make test-all does more in some. */
const budgets: Record<string, number | undefined> = {
  format: 45,
  lint: 25,
  unit: 50,
  components: 150,
  types: 5,
  imports: 10,
  unused: 12,
  words: 2,
  services: thorough ? undefined : 230,
  faults: 50,
  browser: thorough ? undefined : 400,
  all: thorough ? undefined : 780,
};

// Ctrl-C reaches both runners too, which end what they have started.
const interrupt = new AbortController();
process.once('SIGINT', () => {
  interrupt.abort();
});

/** Runs a command, whose output is shown when it has ended, and takes the results that it has written to `report`. */
async function run(
  name: string,
  [program = '', ...args]: string[],
  report?: { file: string; read: (text: string) => TestResult[] },
  environment: NodeJS.ProcessEnv = {},
): Promise<void> {
  if (interrupt.signal.aborted) return;
  process.stdout.write(`${name} …\n`);
  const began = performance.now();
  if (report) rmSync(report.file, { force: true });
  const child = spawn(program, args, { cwd: root, env: { ...process.env, ...environment }, stdio: 'pipe' });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => output.push(text));
  const code = await new Promise<number | null>((ended) => child.once('close', ended));
  const seconds = (performance.now() - began) / 1_000;
  process.stdout.write(`\n=== ${name}\n${Buffer.concat(output).toString()}`);

  const found = report ? readReport(report) : [];
  const failed = found.filter(({ status }) => status === 'failed').length;
  // A file that doesn't load holds no test that could fail, and a runner that is killed writes no report.
  if (!report || (code !== 0 && failed === 0))
    found.push({ name, status: code === 0 ? 'passed' : 'failed', seconds });
  all.push(...found);
  times.push({ name, seconds, counts: countsOf(found) });
}

function readReport({ file, read }: { file: string; read: (text: string) => TestResult[] }): TestResult[] {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

function countsOf(tests: TestResult[]): string {
  const count = (wanted: TestResult['status']) => tests.filter(({ status }) => status === wanted).length;
  const skipped = count('skipped');
  return `${count('passed')} passed, ${count('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

const vitest = (project: string) => {
  const file = join(results, `${project}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const command = ['npx', 'vitest', 'run', '--project', `${project}*`, ...reporters];
  return () => run(project, command, { file, read: readVitest });
};
const check = (name: string) => () => run(name, ['npm', 'run', '--silent', `check:${name}`]);
const browser = () =>
  run('browser', ['npx', 'playwright', 'test', '-c', 'infra/e2e/src/browser/playwright.config.ts'], {
    file: join(results, 'browser.json'),
    read: readPlaywright,
  });
/** make test-faults has the other faults. */
const faults = () =>
  run('faults', ['node', 'infra/lab/dist/faults/main.js'], undefined, {
    ...{ ROUNDS: '1', BESIDE: 'others', FAULTS: 'redis,postgres,worker at its ack' },
  });

async function oneByOne(...parts: (() => Promise<void>)[]): Promise<void> {
  for (const part of parts) await part();
}

mkdirSync(results, { recursive: true });
rmSync(screenshots, { recursive: true, force: true });
const began = performance.now();
await Promise.all([oneByOne(vitest('components')), oneByOne(check('format'), check('lint'), vitest('unit'))]);
// Nothing heavy runs meanwhile: an api whose Redis takes longer than a second keeps a lead elsewhere.
await Promise.all([
  oneByOne(vitest('services')),
  oneByOne(check('types'), check('imports'), check('unused'), check('words')),
]);
// The drill waits more than it computes.
await Promise.all([browser(), faults()]);

const seconds = (performance.now() - began) / 1_000;
const additions = 'let sum = 0; for (let i = 0; i < 1e9; i += 1) sum += i;';
const loopBegan = performance.now();
await promisify(execFile)(process.execPath, ['-e', `(() => { ${additions} })()`]);
const pace = (performance.now() - loopBegan) / 1_000;
times.push({
  name: 'all',
  seconds,
  counts: `on a machine that takes ${pace.toFixed(1)} s for 10⁹ additions`,
});

const inSeconds = (time: number) => `${time.toFixed(1).padStart(6)} s`;
const slowest = all.toSorted((one, other) => other.seconds - one.seconds).slice(0, 20);
process.stdout.write('\n');
for (const { name, seconds } of slowest) process.stdout.write(`${inSeconds(seconds)}  ${name}\n`);
process.stdout.write('\n');
for (const { name, seconds, counts } of times) {
  const budget = (budgets[name] ?? Infinity) * Math.max(1, pace / 0.7);
  const ofBudget = budget < Infinity ? `of ${budget.toFixed(0)}` : '';
  process.stdout.write(`${name.padEnd(12)} ${inSeconds(seconds)} ${ofBudget.padEnd(8)} ${counts}\n`);
  // Only there: while somebody works on the machine, a part may take longer.
  if (thorough && seconds > budget * 1.1)
    all.push({ name: `${name} takes a tenth more than its budget`, status: 'failed', seconds });
}
if (thorough) process.stdout.write(`Every screen and state: ${relative(root, screenshots)}\n`);
for (const { name, status } of all) if (status === 'failed') process.stdout.write(`Failed: ${name}\n`);
process.stdout.write(`${countsOf(all)}\n`);
process.exitCode = interrupt.signal.aborted || all.some(({ status }) => status === 'failed') ? 1 : 0;
