import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markIconSizes, type MediaRefusal, type PictureKind, pictureWidths } from '@voordeur/contracts/http';
import sharp, { type ResizeOptions, type Sharp } from 'sharp';

/** More than a phone's camera makes: each pixel takes four bytes of memory. */
const mostPixels = 60_000_000;
/** `--color-night` of web/src/ui/tokens.css, on which the drawn icons stand too. */
const night = '#0a110f';

// libvips reads forty formats, among them SVG, which may name other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Writes the files of an uploaded picture into the folder (`<width>.avif` and `<width>.webp`; others for a mark and a
 * share picture), turned as its camera was held and without what the camera wrote. Resolves to why it can't be read, if
 * so. Throws if the files can't be written.
 */
export async function encodePicture(
  upload: Buffer,
  folder: string,
  kind: PictureKind = 'picture',
): Promise<MediaRefusal | undefined> {
  const files = await encode(upload, kind);
  if (typeof files === 'string') return files;
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  return undefined;
}

async function encode(upload: Buffer, kind: PictureKind): Promise<Map<string, Buffer> | MediaRefusal> {
  try {
    // A limit of its own, as the header alone says how large it claims to be.
    const { width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return 'too-many-pixels';
    const picture = sharp(upload, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
    return await filesOf[kind](picture);
  } catch {
    return 'not-readable';
  }
}

const filesOf: Record<PictureKind, (picture: Sharp) => Promise<Map<string, Buffer>>> = {
  picture: async (picture) => {
    const files = new Map<string, Buffer>();
    for (const largest of pictureWidths) {
      const resized = picture.resize({ width: largest, withoutEnlargement: true });
      files.set(`${largest}.avif`, await resized.avif({ quality: 60 }).toBuffer());
      files.set(`${largest}.webp`, await resized.webp({ quality: 80 }).toBuffer());
    }
    return files;
  },

  mark: async (picture) => {
    // All of it, with nothing around a mark that isn't square.
    const nothing = { r: 0, g: 0, b: 0, alpha: 0 };
    const files = new Map<string, Buffer>();
    const page = squareOf(picture, 96, nothing);
    files.set('mark.webp', await page.webp({ quality: 90 }).toBuffer());
    for (const size of markIconSizes) {
      // iOS puts black behind an icon.
      const icon = size === 180 ? onNight(picture, size) : squareOf(picture, size, nothing);
      files.set(`mark-${size}.png`, await icon.png({ palette: true }).toBuffer());
    }
    // The largest square in the circle that no system cuts into.
    const inCircle = onNight(picture, 288).extend({
      top: 112,
      bottom: 112,
      left: 112,
      right: 112,
      background: night,
    });
    files.set('mark-maskable.png', await inCircle.png({ palette: true }).toBuffer());
    return files;
  },

  // JPEG, because not every program that shows a link reads another format.
  'share-picture': async (picture) => {
    const cropped = picture.flatten({ background: night }).resize({ width: 1_200, height: 630 });
    return new Map([['share.jpg', await cropped.jpeg({ quality: 82, mozjpeg: true }).toBuffer()]]);
  },
};

const squareOf = (picture: Sharp, size: number, background: ResizeOptions['background']) =>
  picture.clone().resize({ width: size, height: size, fit: 'contain', background });
const onNight = (picture: Sharp, size: number) =>
  squareOf(picture.clone().flatten({ background: night }), size, night);
