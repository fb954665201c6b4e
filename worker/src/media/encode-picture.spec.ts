import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, it } from 'vitest';
import { encodePicture } from './encode-picture.js';

const dir = mkdtempSync(join(tmpdir(), 'voordeur-picture-'));
afterAll(() => {
  rmSync(dir, { recursive: true });
});

const png = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
/** A PNG whose header claims another size. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const bytes = await png();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
/** A JPEG whose frame (marker 0xFFC0) claims another size. */
async function claimingJpeg(): Promise<Buffer> {
  const bytes = await blank(64, 64).jpeg().toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(10_000, frame + 5);
  bytes.writeUInt16BE(10_000, frame + 7);
  return bytes;
}
const noise = () => sharp(randomBytes(120 * 90 * 3), { raw: { width: 120, height: 90, channels: 3 } });
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false });
const script = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const hostile: [string, () => Promise<Buffer> | Buffer, string?][] = [
  ['an SVG with a script', () => Buffer.from(script)],
  ['an SVG that begins as XML', () => Buffer.from(`<?xml version="1.0"?>${script}`)],
  [
    'an SVG that names a file',
    () => Buffer.from(script.replace(/<script.*script>/, '<image href="/etc/passwd"/>')),
  ],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a page that begins as a GIF', () => Buffer.from('GIF89a/*<script>alert(1)</script>*/')],
  ['a page that begins as a JPEG', () => Buffer.from('\xff\xd8\xff\xe0<script>alert(1)</script>', 'latin1')],
  ['a page that begins as a PNG', () => Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
  ['a PDF', () => Buffer.from('%PDF-1.7\n%%EOF')],
  ['a program', () => readFileSync(process.execPath).subarray(0, 100_000)],
  ['a program of a shell', () => Buffer.from('#!/bin/sh\nid\n')],
  ['a ZIP', () => Buffer.from('PK\x03\x04'.padEnd(100, '\0'), 'latin1')],
  ['a GIF', () => blank(9, 9).gif().toBuffer()],
  ['a TIFF', () => blank(9, 9).tiff().toBuffer()],
  ['a script of PostScript', () => Buffer.from('%!PS\n(/etc/passwd) (r) file')],
  ['orders for a drawing program', () => Buffer.from('push graphic-context\nfill url(https://example.org/)')],
  ['an MVG', () => Buffer.from('viewbox 0 0 9 9 image over 0,0 0,0 "msl:/etc/passwd"')],
  ['a playlist', () => Buffer.from('#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n')],
  ['a matrix', () => Buffer.from('9 9\n1 2 3 4 5 6 7 8 9\n')],
  ['a PPM', () => Buffer.from('P3 1 1 255 0 0 0')],
  ['a radiance map', () => Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n0000')],
  ['one byte', () => Buffer.from([0])],
  ['a megabyte of noughts', () => Buffer.alloc(1_000_000)],
  ['a megabyte of chance', () => randomBytes(1_000_000)],
  ['a JPEG that was cut', async () => (await noise().jpeg().toBuffer()).subarray(0, 3_000)],
  ['a JPEG’s header alone', async () => (await noise().jpeg().toBuffer()).subarray(0, 300)],
  ['a PNG that was cut', async () => (await noise().png().toBuffer()).subarray(0, 200)],
  ['a WebP that was cut', async () => (await noise().webp().toBuffer()).subarray(0, 200)],
  ['an AVIF that was cut', async () => (await noise().avif().toBuffer()).subarray(0, 200)],
  ['a PNG that claims 3,000 by 3,000', () => claiming(3_000, 3_000)],
  ['a PNG of nothing', () => claiming(0, 0)],
  ['a PNG that claims a gigapixel', () => claiming(32_000, 32_000), 'too-many-pixels'],
  ['a PNG that claims all there are', () => claiming(2 ** 31 - 1, 2 ** 31 - 1)],
  ['a PNG of 10,000 by 10,000', () => blank(10_000, 10_000).png().toBuffer(), 'too-many-pixels'],
  ['a JPEG that claims 10,000 by 10,000', claimingJpeg, 'too-many-pixels'],
];

it.each(hostile)('refuses %s', async (_, make, refusal = 'not-readable') => {
  expect(await encodePicture(await make(), dir)).toBe(refusal);
});

it.each(['jpeg', 'png', 'webp', 'avif'] as const)('takes a %s', async (format) => {
  expect(await encodePicture(await noise()[format]().toBuffer(), dir)).toBeUndefined();
});

it('does not call a picture unreadable where the disk is at fault', async () => {
  await expect(encodePicture(await noise().jpeg().toBuffer(), join(dir, 'none'))).rejects.toThrow('ENOENT');
});

/** The checksum of a PNG's chunk (PNG specification, annex D). */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
