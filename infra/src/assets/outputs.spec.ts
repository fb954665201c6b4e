import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readMp4, readPdf, sizeOfImage } from './read-media.js';

interface Output {
  file: string;
  maxBytes: number;
  width?: number;
  height?: number;
  seconds?: number;
  minPages?: number;
}
interface Outputs {
  totalBytes: number;
  pictures: Output[];
  clips: Output[];
  documents: Output[];
}

const root = join(import.meta.dirname, '../../..');
const outputs = JSON.parse(readFileSync(join(root, 'infra/assets/outputs.json'), 'utf8')) as Outputs;
const pictures = outputs.pictures.flatMap(eachFile);
const clips = outputs.clips.flatMap(eachFile);
const documents = outputs.documents.flatMap(eachFile);
const read = (file: string) => readFileSync(join(root, file));

/** `a-{b,c}.d` as a-b.d and a-c.d. */
function eachFile(output: Output): Output[] {
  const [whole, choices] = /\{([^}]*)\}/.exec(output.file) ?? [];
  if (whole === undefined || choices === undefined) return [output];
  return choices
    .split(',')
    .flatMap((choice) => eachFile({ ...output, file: output.file.replace(whole, choice) }));
}

it.each([...pictures, ...clips, ...documents])(
  'has $file, and no larger than agreed',
  ({ file, maxBytes }) => {
    expect(statSync(join(root, file)).size).toBeLessThanOrEqual(maxBytes);
  },
);

it('keeps all of them together under the limit', () => {
  const sizes = [...pictures, ...clips, ...documents].map(({ file }) => statSync(join(root, file)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(outputs.totalBytes);
});

it.each(pictures.filter(({ width }) => width !== undefined))('draws $file at its size', (picture) => {
  const { file, width, height } = picture;
  expect(sizeOfImage(read(file))).toEqual({ width, height });
});

it.each(clips)(
  'makes $file playable from its first bytes, without sound',
  ({ file, width, height, seconds }) => {
    const clip = readMp4(read(file));
    expect(clip).toMatchObject({ indexFirst: true, tracks: 1, codec: 'avc1', width, height });
    expect(clip.seconds).toBeCloseTo(seconds ?? NaN, 1);
  },
);

it.each(documents)('prints $file in its languages', ({ file, minPages = 1 }) => {
  const { pages, languages } = readPdf(read(file));
  expect(pages).toBeGreaterThanOrEqual(minPages);
  const named = /-(en|nl)\.pdf$/.exec(file)?.[1];
  expect(languages).toEqual(named === undefined ? ['en', 'nl'] : [named]);
});

it('never puts the guide where everybody may fetch it', () => {
  expect(existsSync(join(root, 'web/public/guide.pdf'))).toBe(false);
  expect(existsSync(join(root, 'web/public/private'))).toBe(false);
});

it('names icons in the manifest that are there', () => {
  const manifest = JSON.parse(read('web/public/site.webmanifest').toString()) as {
    icons: { src: string; sizes: string }[];
  };
  expect(manifest.icons.length).toBeGreaterThan(0);
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = sizeOfImage(read(`web/public${src}`));
    expect(`${width}x${height}`).toBe(sizes);
  }
});
