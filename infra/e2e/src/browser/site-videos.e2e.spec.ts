import type { Locator } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { answerCall, accessibilityFaults, oneOfEachPair, visit } from './site.js';
import { untilDialogListens } from './waits.js';

const { en, nl } = messages;

/** The clip in the dialog; page.evaluate, because the site's policy forbids waitForFunction's eval. */
const clipIn = (dialog: Locator) => ({
  at: () => dialog.locator('video').evaluate((clip: { currentTime: number }) => clip.currentTime),
  isPaused: () => dialog.locator('video').evaluate((clip: { paused: boolean }) => clip.paused),
  captions: () =>
    dialog
      .locator('video')
      .evaluate((clip: { textTracks: { mode: string; cues: ArrayLike<unknown> | null }[] }) => [
        clip.textTracks[0]?.mode,
        clip.textTracks[0]?.cues?.length,
      ]),
  seek: (at: number) =>
    dialog.locator('video').evaluate((clip: { currentTime: number }, to) => {
      clip.currentTime = to;
    }, at),
});

for (const [path, captions, playFrom, chapter, next, previous] of oneOfEachPair([
  ['/learn', en.video.captions, 'Play from 0:07', 'Cards sort themselves', en.video.next, en.video.previous],
  [
    '/nl/learn',
    nl.video.captions,
    'Speel af vanaf 0:07',
    'Kaarten sorteren zichzelf',
    nl.video.next,
    nl.video.previous,
  ],
]))
  test.describe(path, () => {
    test('plays with captions, and goes where the transcript or a chapter says, by keys alone', async () => {
      const { page, faults } = await visit({ path });
      await answerCall(page, '/api/video-view', 202, { id: '1' });
      const dialog = page.getByRole('dialog');
      const clip = clipIn(dialog);
      await page.getByRole('button', { name: /Video 1/ }).press('Enter');
      await expect.poll(() => clip.captions()).toEqual(['hidden', 6]);
      await dialog.locator('.caption').waitFor();
      await untilDialogListens(page);

      const toggle = dialog.getByRole('button', { name: captions });
      await toggle.press('Enter');
      await expect(toggle).toHaveAttribute('aria-pressed', 'false');
      await expect(dialog.locator('.caption')).toHaveCount(0);

      await dialog.getByRole('button', { name: en.video.transcript }).press('Enter');
      await dialog.getByRole('button', { name: playFrom }).press('Enter');
      await expect.poll(() => clip.at()).toBeGreaterThanOrEqual(6.9);
      await dialog.getByRole('button', { name: chapter }).press('Enter');
      await expect.poll(() => clip.at()).toBeLessThan(6.9);
      expect(await accessibilityFaults(page)).toEqual([]);

      await dialog.getByRole('button', { name: next }).press('Enter');
      await page.getByRole('dialog', { name: /^Video 2/ }).waitFor();
      // The choice for the first holds for the next.
      await expect.poll(() => clip.captions()).toEqual(['hidden', 6]);
      await expect(dialog.locator('.caption')).toHaveCount(0);
      await dialog.getByRole('region', { name: en.video.transcript }).waitFor();
      await dialog.getByRole('button', { name: previous }).press('Enter');
      await page.getByRole('dialog', { name: /^Video 1/ }).waitFor();
      expect(faults).toEqual([]);
    });
  });
