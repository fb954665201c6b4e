import { join } from 'node:path';
import { night } from './drawings/palette.mjs';
import { openCamera, openStage, shoot } from './rendering/browser.mjs';
import { encodeGif, encodeMp4, encodeWebp, needFfmpeg } from './rendering/ffmpeg.mjs';
import { productName, publicDir } from './rendering/places.mjs';
import { heroFrame } from './scenes/hero-loop.mjs';
import { introFrame, introWords } from './scenes/intro.mjs';
import { videoCount, videoFrame } from './scenes/video-scenes.mjs';

const media = join(publicDir, 'media');
const fps = 24;

/** The first frame of each video, in the largest size and the fallback's. */
export async function makeThumbnails(browser) {
  needFfmpeg();
  const stage = await openStage(browser, 1280, 720, night);
  for (let number = 1; number <= videoCount; number += 1) {
    const png = await shoot(stage, videoFrame(number, 0));
    await encodeWebp(join(media, `video-${number}-1280.webp`), png, { width: 1280, quality: 82 });
    await encodeWebp(join(media, `video-${number}-640.webp`), png, { width: 640, quality: 80 });
  }
  await stage.close();
}

/** Six clips of twelve seconds. */
export async function makeVideos(browser) {
  needFfmpeg();
  for (let number = 1; number <= videoCount; number += 1) {
    const frames = drawFrames(browser, [1280, 720], 12 * fps, (t) => videoFrame(number, t));
    await encodeMp4(join(media, `video-${number}.mp4`), frames, { fps, quality: 24 });
  }
}

/** Six seconds behind the glass of the Learn window, and the same as a gif for where no video plays. */
export async function makeHeroLoop(browser) {
  needFfmpeg();
  const frames = (rate) => drawFrames(browser, [360, 576], 6 * rate, heroFrame);
  await encodeMp4(join(media, 'hero-loop.mp4'), frames(fps), { fps, quality: 25 });
  await encodeGif(join(media, 'hero-loop.gif'), frames(10), { fps: 10, width: 225, colours: 48 });
}

/** Fifteen seconds in each language, and the frame that stands for them before they play. */
export async function makeIntros(browser) {
  needFfmpeg();
  for (const [language, words] of Object.entries(introWords)) {
    const draw = (t) => introFrame({ words, product: productName(), t });
    const stage = await openStage(browser, 1280, 720, night);
    await encodeWebp(join(media, `intro-${language}.webp`), await shoot(stage, draw(0.85)), {
      width: 1280,
      quality: 82,
    });
    await stage.close();
    const frames = drawFrames(browser, [1280, 720], 15 * fps, draw);
    await encodeMp4(join(media, `intro-${language}.mp4`), frames, { fps, quality: 25 });
  }
}

/** Frames of a loop as PNG; `draw` gets 0 up to, not including, 1. */
async function* drawFrames(browser, [width, height], count, draw) {
  const stage = await openStage(browser, width, height, night);
  const take = await openCamera(stage);
  for (let frame = 0; frame < count; frame += 1) yield await take(draw(frame / count));
  await stage.close();
}
