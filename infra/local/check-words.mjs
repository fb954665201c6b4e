// `npm run check:words`: words and phrases of words-to-avoid.txt in code, comments, docs and the English catalogue.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const list = new URL('words-to-avoid.txt', import.meta.url);
const phrases = readFileSync(list, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const avoided = new RegExp(`\\b(${phrases.join('|')})\\b`, 'gi');
// Dutch, what others wrote, generated files, and the list itself.
const skipped =
  /\/nl[./]|LICENSE|package-lock\.json|openapi\.json|words-to-avoid\.txt|\.(png|jpe?g|webp|avif|mp4|webm|vtt|pdf|woff2?|ico|svg|gz)$/;

let found = 0;
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
for (const file of files.filter((name) => !skipped.test(name))) {
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    for (const [phrase] of line.matchAll(avoided)) {
      found += 1;
      console.log(`${file}:${index + 1} says "${phrase}"`);
    }
  }
}
if (found > 0)
  console.log(`${found} to rewrite, in the words an English-speaking engineer would use (CONTRIBUTING.md).`);
process.exitCode = found > 0 ? 1 : 0;
