import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pictureWidths, type MediaRefusal } from '@voordeur/contracts/http';
import sharp from 'sharp';

/** More than a phone's camera makes: each pixel takes four bytes of memory. */
const mostPixels = 60_000_000;

// libvips reads forty formats, among them SVG, which may name other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Writes an uploaded picture into the folder as `<width>.avif` and `<width>.webp`, turned as its camera was held and
 * without what the camera wrote. Resolves to why it can't be read, if so. Throws if the files can't be written.
 */
export async function encodePicture(upload: Buffer, folder: string): Promise<MediaRefusal | undefined> {
  const files = await encode(upload);
  if (typeof files === 'string') return files;
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  return undefined;
}

async function encode(upload: Buffer): Promise<Map<string, Buffer> | MediaRefusal> {
  try {
    // A limit of its own, as the header alone says how large it claims to be.
    const { width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return 'too-many-pixels';
    const picture = sharp(upload, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
    const files = new Map<string, Buffer>();
    for (const largest of pictureWidths) {
      const resized = picture.resize({ width: largest, withoutEnlargement: true });
      files.set(`${largest}.avif`, await resized.avif({ quality: 60 }).toBuffer());
      files.set(`${largest}.webp`, await resized.webp({ quality: 80 }).toBuffer());
    }
    return files;
  } catch {
    return 'not-readable';
  }
}
