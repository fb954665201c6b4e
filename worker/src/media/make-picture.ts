/*
 * Makes the files of an uploaded picture, in a process of its own (check-picture.ts): from stdin into the folder that is
 * its argument. A refusal is written to stderr.
 */
import { buffer } from 'node:stream/consumers';
import { encodePicture } from './encode-picture.js';

const [folder = '.'] = process.argv.slice(2);
const refusal = await encodePicture(await buffer(process.stdin), folder);
if (refusal) {
  process.stderr.write(refusal);
  process.exitCode = 1;
}
