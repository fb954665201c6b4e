import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Throws, saying what to install, where there is no ffmpeg. */
export function needFfmpeg() {
  if (spawnSync('ffmpeg', ['-version']).status === 0) return;
  throw new Error('ffmpeg is missing. Debian, Ubuntu: apt-get install ffmpeg. macOS: brew install ffmpeg.');
}

// No clock and no version in the file, and one thread's order of work: the same frames give the same bytes.
const exact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'];

/**
 * H.264 that every browser plays: yuv420p, the index first, no sound. `frames` is an async iterable of PNG images;
 * `quality` is x264's crf.
 */
export async function encodeMp4(path, frames, { fps, quality }) {
  await encode(path, frames, fps, [
    ...['-c:v', 'libx264', '-preset', 'slow', '-tune', 'animation', '-crf', String(quality)],
    ...['-pix_fmt', 'yuv420p', '-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
    ...[
      '-x264-params',
      'threads=2:lookahead-threads=1:aq-mode=3:keyint=240',
      '-movflags',
      '+faststart',
      '-an',
    ],
    ...exact,
  ]);
}

/** A looping gif of the given width and number of colours. */
export async function encodeGif(path, frames, { fps, width, colours }) {
  const palette = `split[a][b];[a]palettegen=max_colors=${colours}:stats_mode=full[p];[b][p]paletteuse=dither=bayer:bayer_scale=5`;
  await encode(path, frames, fps, [
    '-vf',
    `scale=${width}:-1:flags=lanczos,${palette}`,
    '-loop',
    '0',
    ...exact,
  ]);
}

/** One PNG image as WebP, scaled to the given width. */
export async function encodeWebp(path, png, { width, quality }) {
  const images = (async function* () {
    yield png;
  })();
  await encode(path, images, 1, [
    ...['-vf', `scale=${width}:-1:flags=lanczos`, '-frames:v', '1', '-c:v', 'libwebp', '-preset', 'drawing'],
    ...['-quality', String(quality), '-compression_level', '6', ...exact],
  ]);
}

/** The file takes its name when it is whole: what was there before stays if this fails. */
async function encode(path, frames, fps, options) {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = join(dirname(path), `.unfinished-${basename(path)}`);
  const input = ['-f', 'image2pipe', '-c:v', 'png', '-framerate', String(fps), '-i', '-'];
  const quiet = ['-hide_banner', '-loglevel', 'error', '-y'];
  const ffmpeg = spawn('ffmpeg', [...quiet, ...input, ...options, unfinished], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const ended = once(ffmpeg, 'exit');
  // A write after ffmpeg has given up; its exit code below says what happened.
  ffmpeg.stdin.on('error', () => undefined);
  for await (const frame of frames) {
    if (!ffmpeg.stdin.write(frame)) await Promise.race([once(ffmpeg.stdin, 'drain'), ended]);
    if (ffmpeg.exitCode !== null) break;
  }
  ffmpeg.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`ffmpeg ended with ${code} while it wrote ${path}`);
  renameSync(unfinished, path);
}
