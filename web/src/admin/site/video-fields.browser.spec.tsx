import {
  type MediaAnswer,
  type MediaKind,
  type SiteSettingsAnswer,
  type SiteVideo,
  siteSettingKeys,
} from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import SiteScreen from './site-screen';

const words = messages.en.admin.yourSite;
const id = '0192f0c0-0000-7000-8000-000000000000';
/** The test's server has the site's own files, and no uploaded ones. */
const made = '/media/video-1.mp4';
const picture = `/files/${'0'.repeat(32)}-1280.webp`;
const captions = `/files/${'1'.repeat(32)}.vtt`;
const pictures = { thumbnail: '/media/video-1-1280.webp', thumbnailFallback: '/media/video-1-640.webp' };
const videos: SiteVideo[] = ['Agents', 'Stock'].map((topic, index) => ({
  ...{ id: `video-${index + 1}`, title: `Video ${index + 1}`, topic: { en: topic } },
  ...{
    provider: 'file',
    source: '/media/video-2.mp4',
    captions: { en: '/media/video-2-en.vtt' },
    ...pictures,
  },
}));

const answer = (now: SiteVideo[] = videos): { body: SiteSettingsAnswer } => {
  const first: Record<string, unknown> = {
    ...{ product: 'Voordeur', videos, scheduler: { provider: 'link', address: 'https://example.org/' } },
  };
  const settings = siteSettingKeys.map((key) => ({
    ...{ key, value: (key === 'videos' ? now : first[key]) ?? null, default: first[key] ?? null },
    isLocked: false,
  }));
  return { body: { version: '1', settings, guideUrl: '' } };
};
const ready = (kind: MediaKind, path: string): { body: MediaAnswer } => ({
  body: { id, kind, bytes: 9, received: 9, state: 'ready', refusal: null, path },
});
const refused = (refusal: MediaAnswer['refusal']): { body: MediaAnswer } => ({
  body: { ...ready('video', '').body, state: 'refused', refusal, path: null },
});

const section = page.getByRole('region', { name: words.videos, exact: true });
const video = (n: number) => section.getByRole('group', { name: `Video ${n}`, exact: true });
const save = section.getByRole('button', { name: words.save });
const file = (name: string) => new File(['123456789'], name);

beforeEach(async () => {
  await answerCalls('GET /api/admin/translations/state', { body: { pages: { status: 'current' } } });
  await answerCalls('GET /api/admin/site', answer());
  renderAdmin(<SiteScreen />);
  await expect.element(video(1)).toBeVisible();
});

async function readSaved(): Promise<SiteVideo[]> {
  const saved = await answerCalls('PUT /api/admin/site', answer());
  await save.click();
  await expect.poll(async () => (await saved.read()).length).toBe(1);
  const [call] = (await saved.read()) as { body: { changes: { value: SiteVideo[] }[] } }[];
  return call?.body.changes[0]?.value ?? [];
}

it('a video is added with a frame of it, and needs words of its own', async () => {
  const begun = await answerCalls('POST /api/admin/media', ready('video', made), ready('picture', picture));
  await section.getByLabelText(words.addVideo).upload(file('talk.mp4'));
  await expect.element(video(3).getByRole('presentation')).toHaveAttribute('src', picture);
  const bodies = (await begun.read()).map(({ body }) => body as { kind: string; bytes: number });
  expect(bodies.map(({ kind }) => kind)).toEqual(['video', 'picture']);
  // A JPEG of 1280 × 720.
  expect(bodies[1]?.bytes).toBeGreaterThan(10_000);
  await save.click();
  const topic = video(3).getByRole('group', { name: words.videoTopic });
  await expect.element(topic.getByLabelText('English')).toHaveAccessibleDescription(words.missingEnglish);
  await topic.getByLabelText('English').fill('Invoices');
  const saved = await readSaved();
  expect(saved.slice(0, 2)).toEqual(videos);
  expect(saved[2]).toEqual({
    ...{ id: expect.stringMatching(/^video-[0-9a-f]{12}$/) as string, title: 'Video 3' },
    ...{ topic: { en: 'Invoices' }, provider: 'file', source: made },
    ...{ thumbnail: picture, thumbnailFallback: picture },
  });
});

it('a video is replaced, with captions of its own, under the same id', async () => {
  await answerCalls('POST /api/admin/media', ready('video', made), ready('picture', picture));
  await video(1).getByLabelText(words.videoFile).upload(file('talk.mp4'));
  await expect.element(video(1).getByRole('presentation')).toHaveAttribute('src', picture);
  await answerCalls('POST /api/admin/media', ready('captions', captions));
  await video(1)
    .getByRole('group', { name: words.captions })
    .getByLabelText('Dutch')
    .upload(file('talk.vtt'));
  await expect
    .element(video(1).getByRole('link', { name: words.seeDocument }))
    .toHaveAttribute('href', captions);
  const [first] = await readSaved();
  expect(first).toEqual({
    ...{ id: 'video-1', title: 'Video 1', topic: { en: 'Agents' }, provider: 'file', source: made },
    ...{ captions: { nl: captions }, thumbnail: picture, thumbnailFallback: picture },
  });
});

it('another frame, or a picture of her own, is the one on the card', async () => {
  await answerCalls('POST /api/admin/media', ready('picture', picture));
  await video(1).getByLabelText(words.videoPicture).upload(file('card.jpg'));
  await expect.element(video(1).getByRole('presentation')).toHaveAttribute('src', picture);
  const player = document.querySelectorAll('video')[1];
  expect(player?.preload).toBe('none');
  await expect.element(video(2).getByRole('button', { name: words.useFrame })).not.toBeInTheDocument();
  player?.load();
  await player?.play();
  const begun = await answerCalls('POST /api/admin/media', ready('picture', picture));
  await video(2).getByRole('button', { name: words.useFrame }).click();
  await expect.poll(async () => (await begun.read()).length).toBe(2);
  await expect.element(video(2).getByRole('presentation')).toHaveAttribute('src', picture);
});

it('videos are moved and removed, but for the last one', async () => {
  await video(2).getByRole('button', { name: words.up }).click();
  expect((await readSaved()).map((one) => one.id)).toEqual(['video-2', 'video-1']);
  const remove = video(1).getByRole('button', { name: `${words.remove} Video 1` });
  await remove.click();
  await expect.element(video(2)).not.toBeInTheDocument();
  await expect.element(remove).not.toBeInTheDocument();
});

it.each([
  ['not-readable', words.videoNotReadable],
  ['not-fast-start', words.videoNotFastStart],
  ['wrong-codec', words.videoWrongCodec],
] as const)('says how to export one that is refused: %s', async (refusal, sentence) => {
  await answerCalls('POST /api/admin/media', refused(refusal));
  const field = section.getByLabelText(words.addVideo);
  await field.upload(file('talk.mp4'));
  await expect.element(field).toHaveAccessibleDescription(sentence);
  await expect.element(video(3)).not.toBeInTheDocument();
});

it('says how captions are saved that cannot be read', async () => {
  await answerCalls('POST /api/admin/media', refused('not-readable'));
  const field = video(1).getByRole('group', { name: words.captions }).getByLabelText('English');
  await field.upload(file('talk.srt'));
  await expect.element(field).toHaveAccessibleDescription(words.captionsNotReadable);
});
