import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { newContext } from './site.js';

const { en } = messages;

// Videos, gate and carousel are shown in web/src/site/videos.

test('a thumbnail falls back to the smaller one, and what fails altogether is only logged', async () => {
  const logged: string[] = [];
  // On a dense screen the browser asks for the larger of the two.
  const context = await newContext({ deviceScaleFactor: 2 });
  const page = await context.newPage();
  page.on('console', (message) => logged.push(message.text()));
  for (const gone of ['video-1-1280.webp', 'video-2-1280.webp', 'video-2-640.webp', 'video-1.mp4'])
    await page.route(`**/${gone}`, (route) => route.abort());
  await page.goto('/learn');
  const card = page.getByRole('button', { name: /Video 1/ });
  await expect
    .poll(() => card.locator('img').evaluate((image: { currentSrc: string }) => image.currentSrc))
    .toContain('video-1-640.webp');
  await expect.poll(() => logged).toContain('The thumbnail of video-2 could not be loaded.');
  await card.click();
  await expect.poll(() => logged).toContain('The video /media/video-1.mp4 could not be loaded.');
  await page.getByRole('dialog').getByText(en.learn.seen).waitFor();
});

for (const [width, density] of [
  [1_440, 1],
  [375, 3],
] as const)
  test(`at ${width} px and a density of ${density} a thumbnail is the largest file there is`, async () => {
    const context = await newContext({
      deviceScaleFactor: density,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    await page.goto('/learn');
    const picture = page.getByRole('button', { name: /Video 1/ }).locator('img');
    await expect
      .poll(() => picture.evaluate((image: { currentSrc: string }) => image.currentSrc))
      .toContain('video-1-1280.webp');
  });
