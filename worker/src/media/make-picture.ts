/*
 * Makes the files of an uploaded picture, in a process of its own (check-picture.ts): from stdin into the folder that is
 * its first argument; the second is the kind of picture. A refusal is written to stderr.
 */
import { buffer } from 'node:stream/consumers';
import type { PictureKind } from '@voordeur/contracts/http';
import { encodePicture } from './encode-picture.js';

const [folder = '.', kind = 'picture'] = process.argv.slice(2);
const refusal = await encodePicture(await buffer(process.stdin), folder, kind as PictureKind);
if (refusal) {
  process.stderr.write(refusal);
  process.exitCode = 1;
}
