import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { imageSize } from 'image-size';
import { expect, it } from 'vitest';

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

const root = join(import.meta.dirname, '../..');
/** The guide has them all. */
const { languages: siteLanguages = ['en', 'nl'] } = JSON.parse(
  readFileSync(join(root, 'site.config.json'), 'utf8'),
) as { languages?: string[] };
const languages = readdirSync(join(root, 'infra/brand/texts'));
const outputs = JSON.parse(readFileSync(join(root, 'infra/brand/outputs.json'), 'utf8')) as Outputs;
const pictures = outputs.pictures.flatMap(eachFile);
const clips = outputs.clips.flatMap(eachFile);
const documents = outputs.documents.flatMap(eachFile);
const read = (file: string) => readFileSync(join(root, file));

/** `a-{b,c}.d` as a-b.d and a-c.d; `{texts}` is the languages that there are texts in, `{site}` those of the site. */
function eachFile(output: Output): Output[] {
  const [whole, choices] = /\{([^}]*)\}/.exec(output.file) ?? [];
  if (whole === undefined || choices === undefined) return [output];
  const names = { texts: languages, site: siteLanguages }[choices] ?? choices.split(',');
  return names.flatMap((choice) => eachFile({ ...output, file: output.file.replace(whole, choice) }));
}

/** An mp4's streams and length, and whether its index comes before its pictures. */
function readMp4(file: Buffer) {
  const index = file.subarray(0, file.indexOf('mdat'));
  const contentOf = (box: string) => index.subarray(index.indexOf(box) + box.length);
  const movie = contentOf('mvhd');
  const track = contentOf('tkhd');
  return {
    indexFirst: index.includes('moov'),
    seconds: movie.readUInt32BE(16) / movie.readUInt32BE(12),
    tracks: index.toString('latin1').split('trak').length - 1,
    // Fixed-point numbers of 16 and 16 bits.
    width: track.readUInt32BE(76) / 65_536,
    height: track.readUInt32BE(80) / 65_536,
    codec: contentOf('stsd').toString('latin1', 12, 16),
  };
}

/** Number of pages and languages (of the whole and of its parts) of a PDF. */
function readPdf(file: Buffer): { pages: number; languages: string[] } {
  const text = file.toString('latin1');
  if (!text.startsWith('%PDF-')) throw new Error('no PDF');
  const languages = [...text.matchAll(/\/Lang \(([a-z]{2})\)/g)].map(([, language]) => language ?? '');
  return {
    pages: (text.match(/\/Type\s*\/Page\b/g) ?? []).length,
    languages: [...new Set(languages)].sort(),
  };
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
  expect(imageSize(read(file))).toMatchObject({ width, height });
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
  const { pages, languages: printed } = readPdf(read(file));
  expect(pages).toBeGreaterThanOrEqual(minPages);
  const named = /-([a-z]{2})\.pdf$/.exec(file)?.[1];
  expect(printed).toEqual(named === undefined ? [...siteLanguages].sort() : [named]);
});

it('never puts the guide where everybody may fetch it', () => {
  expect(existsSync(join(root, 'web/public/guide.pdf'))).toBe(false);
  expect(existsSync(join(root, 'web/public/private'))).toBe(false);
});

it.each(['site', 'admin'])('names icons in the manifest of the %s that are there', (name) => {
  const manifest = JSON.parse(read(`web/public/${name}.webmanifest`).toString()) as {
    icons: { src: string; sizes: string }[];
  };
  expect(manifest.icons.length).toBeGreaterThan(0);
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = imageSize(read(`web/public${src}`));
    expect(`${width}x${height}`).toBe(sizes);
  }
});
