import type { VideoRetention } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import { OpenRetention } from './videos-view';

const days = { from: '2026-11-01', to: '2026-11-21' };
const call = (videoId: string) => `GET /api/admin/analytics/videos/${videoId}/retention`;

/** A hundred views: 40 reach 1:30, 30 of these 2:00 and 12 the end at 3:00. */
const retention: VideoRetention = {
  ...{ videoId: 'video-1', ...days },
  reached: Array.from({ length: 181 }, (_, at) => (at <= 20 ? 100 : at <= 90 ? 40 : at <= 120 ? 30 : 12)),
};

async function open(videoId = 'video-1', language: 'en' | 'nl' = 'en') {
  renderAdmin(<OpenRetention video={{ videoId, title: 'The tour' }} range={days} />, { language });
  await page.getByRole('button', { name: 'The tour' }).click();
  return page.getByRole('dialog');
}
const move = async (second: number) => {
  const slider = page.getByRole('slider').element() as HTMLInputElement;
  // As a hand does it: React listens to the setter that the browser has.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, String(second));
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => slider.value).toBe(String(second));
};

it('says what a gate elsewhere would meet, and what it costs', async () => {
  const asked = await answerCalls(call('video-1'), { body: retention });
  const dialog = await open();
  await expect.element(dialog.getByText('100 views, 1 – 21 Nov 2026.', { exact: false })).toBeVisible();
  expect((await asked.read())[0]?.search).toBe('?from=2026-11-01&to=2026-11-21');
  await expect
    .element(dialog.getByText('The gate is at 2:00 now. 30 views out of 100 got there.'))
    .toBeVisible();
  await move(90);
  await expect
    .element(
      dialog.getByText(
        'A gate at 1:30 would be met by 40 views out of 100, 33% more than the one at 2:00 (30).',
        { exact: false },
      ),
    )
    .toBeVisible();
  await expect
    .element(dialog.getByText('10 views that end between 1:30 and 2:00 now', { exact: false }))
    .toBeVisible();
  await move(150);
  await expect
    .element(
      dialog.getByText('12 views out of 100, 60% fewer than the one at 2:00 (30). Perhaps by more', {
        exact: false,
      }),
    )
    .toBeVisible();
});

it('is in a table too', async () => {
  await answerCalls(call('video-1'), { body: retention });
  const dialog = await open('video-1', 'nl');
  await dialog.getByText('Als tabel').click();
  const rows = dialog
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent);
  expect([rows.length, rows[1], rows.at(-1)]).toEqual([38, '0:00100100%', '3:001212%']);
});

it('says that few views prove little, and an intro has no gate', async () => {
  await answerCalls(call('video-1'), { body: { ...retention, reached: [3, 3, 3, 3, 3, 3] } });
  const dialog = await open();
  await expect.element(dialog.getByText('fewer than 30 views', { exact: false })).toBeVisible();
  await answerCalls(call('nl-intro-main'), { body: { ...retention, videoId: 'nl-intro-main' } });
  const intro = await open('nl-intro-main');
  await expect.element(intro.getByText('100 views', { exact: false })).toBeVisible();
  expect(page.getByRole('slider').elements()).toEqual([]);
});

it('says so when there is nothing, or when it could not be fetched', async () => {
  await answerCalls(call('video-1'), refusal(503, 'unavailable'), { body: { ...retention, reached: [] } });
  const dialog = await open();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect
    .element(dialog.getByText('No views were recorded by the second', { exact: false }))
    .toBeVisible();
});
