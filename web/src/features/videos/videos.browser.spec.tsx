import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageOf } from '../../app/pages/paths';
import LearnRoute from '../../app/routes/learn.route';
import { answerCalls, refusal } from '../../testing/api';
import { renderSite, toast } from '../../testing/render';
import { Clip } from './clip';
import { showCaptions, showTranscript } from './viewing';

const dialog = page.getByRole('dialog');
const gate = page.getByRole('dialog', { name: 'Enjoying this?' });
const button = (name: string | RegExp) => dialog.getByRole('button', { name });
const clip = () => {
  const open = document.querySelector<HTMLVideoElement>('.player video');
  if (!open) throw new Error('no clip is open');
  return open;
};
const caption = () => document.querySelector('.player .caption');
const captionsMode = () => clip().textTracks[0]?.mode;

async function openVideo(number: number, language: 'en' | 'nl' = 'en') {
  const learn = pageOf(language === 'nl' ? '/nl/learn' : '/learn');
  renderSite(<LearnRoute page={learn} />, { language, path: learn.path });
  if (number > 3) await page.getByRole('button', { name: 'Next videos' }).click();
  await page.getByRole('button', { name: new RegExp(`Video ${number}`) }).click();
  // It plays by itself once it has enough data; a pause before that would be none.
  await expect.poll(() => clip().paused).toBe(false);
}

/** The blocks of a WebVTT file, read without the browser's parser. */
async function readBlocks(path: string) {
  const [, ...blocks] = (await (await fetch(path)).text()).trim().split('\n\n');
  return blocks.map((block) => {
    const [times = '', ...lines] = block.split('\n');
    return { at: Number(times.slice(3, 9)), text: lines.join('\n') };
  });
}

beforeEach(async () => {
  await answerCalls('POST /api/video-view', { status: 202, body: { id: '1' } });
});
afterEach(() => {
  vi.useRealTimers();
  showCaptions(true);
  showTranscript(false);
});

describe('captions', () => {
  it('show at first, and whether they do is remembered for the next video', async () => {
    await openVideo(1);
    const captions = button('Captions');
    await expect.element(captions).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(caption).not.toBeNull();
    await captions.click();
    await expect.element(captions).toHaveAttribute('aria-pressed', 'false');
    expect(caption()).toBeNull();
    await button(/^Next video/).click();
    await expect.poll(() => clip().src).toContain('video-2');
    expect(caption()).toBeNull();
    await expect.element(button('Captions')).toHaveAttribute('aria-pressed', 'false');
    expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, '']);
  });

  it('are below the picture, and over it only where nothing is below: on the whole screen', async () => {
    await openVideo(1);
    const [first] = await readBlocks('/media/video-1-en.vtt');
    await expect.poll(() => caption()?.textContent).toBe(first?.text);
    const gap = (caption()?.getBoundingClientRect().top ?? 0) - clip().getBoundingClientRect().bottom;
    expect(gap).toBeCloseTo(0);
    expect(captionsMode()).toBe('hidden');
    // A phone's own player, which needs no gesture of the test.
    clip().dispatchEvent(new Event('webkitbeginfullscreen'));
    await expect.poll(captionsMode).toBe('showing');
    clip().dispatchEvent(new Event('webkitendfullscreen'));
    await expect.poll(captionsMode).toBe('hidden');
  });

  it('follow the browser’s own menu, but stay below the picture', async () => {
    await openVideo(1);
    await expect.poll(captionsMode).toBe('hidden');
    const [track] = clip().textTracks as unknown as [TextTrack];
    track.mode = 'disabled';
    await expect.element(button('Captions')).toHaveAttribute('aria-pressed', 'false');
    track.mode = 'showing';
    await expect.element(button('Captions')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(captionsMode).toBe('hidden');
  });

  it('and their buttons are left out where their file cannot be loaded', async () => {
    const logged = vi.spyOn(console, 'info');
    const source = {
      provider: 'file',
      source: '/media/video-1.mp4',
      captions: { en: '/media/video-1.mp4' },
    } as const;
    renderSite(
      <Clip source={source} title="" poster="" held={false} onEnded={undefined} end={null} neighbours={null}>
        A line
      </Clip>,
    );
    await expect.poll(() => logged.mock.calls.join()).toMatch(/video-1\.mp4 could not be loaded/);
    await expect.element(page.getByText('A line')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Captions' })).not.toBeInTheDocument();
  });
});

describe.each([
  ['en', 'Chapters', (time: string) => `Play from ${time}`],
  ['nl', 'Hoofdstukken', (time: string) => `Speel af vanaf ${time}`],
] as const)('the transcript in %s', (language, chaptersName, playFrom) => {
  it('has every caption under its chapter, and goes where a time is pressed', async () => {
    await openVideo(3, language);
    const cues = await readBlocks(`/media/video-3-${language}.vtt`);
    const chapters = await readBlocks(`/media/video-3-chapters-${language}.vtt`);
    await button('Transcript').click();
    const transcript = dialog.getByRole('region', { name: 'Transcript' });
    await expect.element(transcript.getByRole('listitem').first()).toBeVisible();
    const lines = transcript.getByRole('listitem').elements();
    expect(lines.map((line) => line.querySelector('p')?.textContent)).toEqual(cues.map(({ text }) => text));
    const headings = transcript.getByRole('heading', { level: 4 }).elements();
    expect(headings.map(({ textContent }) => textContent)).toEqual(chapters.map(({ text }) => text));

    clip().pause();
    await transcript.getByRole('button', { name: playFrom('0:08') }).click();
    await expect.poll(() => clip().paused).toBe(false);
    expect(clip().currentTime).toBeGreaterThanOrEqual(cues[4]?.at ?? NaN);
    await expect
      .element(transcript.getByRole('button', { name: playFrom('0:08') }))
      .toHaveAttribute('aria-current', 'true');

    const list = dialog.getByRole('navigation', { name: chaptersName });
    const [first, second] = list.getByRole('button').elements() as [HTMLElement, HTMLElement];
    second.focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => second.getAttribute('aria-current')).toBe('true');
    expect(first.getAttribute('aria-current')).toBeNull();
    expect(clip().currentTime).toBeLessThan(chapters[2]?.at ?? NaN);
  });
});

it.each([
  ['the owner', 'admin_session_token', 0],
  ['a visitor who is not counted', 'not_counted', 0],
  ['anyone else', 'another_key', 1],
])('reports what %s watches, or leaves it out', async (_, key, reports) => {
  const views = await answerCalls('POST /api/video-view', { status: 202, body: { id: '1' } });
  const before = (await views.read()).length;
  localStorage.setItem(key, 'x');
  try {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await openVideo(2);
    vi.advanceTimersByTime(5_000);
    // In the same order as the report, so that has been sent by then if it is at all.
    const fence = await answerCalls('POST /api/fence', { status: 202 });
    await fetch('/api/fence', { method: 'POST' });
    expect(await fence.read()).toHaveLength(1);
    expect((await views.read()).length - before).toBe(reports);
  } finally {
    localStorage.removeItem(key);
  }
});

it('says for how long the clip has run, and reports for how long it was open', async () => {
  const views = await answerCalls('POST /api/video-view', { status: 202, body: { id: '1' } });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openVideo(4);
  vi.advanceTimersByTime(3_000);
  await expect.element(dialog.getByText('Watched 0:03', { exact: true })).toBeVisible();
  clip().pause();
  await expect.element(dialog.getByText('Watched 0:03 · Paused', { exact: true })).toBeVisible();
  vi.advanceTimersByTime(5_000);
  await expect.element(dialog.getByText('Watched 0:03 · Paused', { exact: true })).toBeVisible();
  await clip().play();
  await expect.element(dialog.getByText('Watched 0:03', { exact: true })).toBeVisible();
  const whole = `Watched 0:${String(Math.round(clip().duration)).padStart(2, '0')}`;
  vi.advanceTimersByTime(60_000);
  // The clip's own length at most.
  await expect.element(dialog.getByText(whole, { exact: true })).toBeVisible();
  clip().currentTime = clip().duration - 0.2;
  await expect.element(button('Watch again')).toBeVisible();
  vi.advanceTimersByTime(5_000);
  await expect.element(dialog.getByText(whole, { exact: true })).toBeVisible();
  await expect.poll(async () => (await views.read()).at(-1)?.body).toMatchObject({ watchDuration: 73 });
});

it('the gate pauses the clip, which then goes on where it was', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openVideo(2);
  await expect.poll(() => clip().currentTime).toBeGreaterThan(0.5);
  vi.advanceTimersByTime(120_000);
  await expect.poll(() => clip().paused).toBe(true);
  const pausedAt = clip().currentTime;
  await gate.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => clip().paused).toBe(false);
  expect(clip().currentTime).toBeGreaterThanOrEqual(pausedAt);
  expect(clip().currentTime).toBeLessThan(pausedAt + 3);
  await expect.poll(() => clip().currentTime).toBeGreaterThan(pausedAt);
});

it('a clip that was paused before the gate stays so', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openVideo(2);
  clip().pause();
  vi.advanceTimersByTime(120_000);
  await gate.getByRole('button', { name: 'Close' }).click();
  await expect.element(gate).not.toBeInTheDocument();
  expect(clip().paused).toBe(true);
});

it('a gate that is closed stays closed for that video, and opens for the next', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openVideo(1);
  vi.advanceTimersByTime(120_000);
  await gate.getByRole('button', { name: 'Close' }).click();
  await expect.element(gate).not.toBeInTheDocument();
  vi.advanceTimersByTime(60_000);
  await expect.element(dialog.getByText(/^Watched/)).toBeVisible();
  await expect.element(gate).not.toBeInTheDocument();
  await button('Close').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: /Video 2/ }).click();
  await expect.poll(() => clip().paused).toBe(false);
  vi.advanceTimersByTime(120_000);
  await expect.element(gate).toBeVisible();
});

it('a view that the api refuses is only logged', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const logged = vi.spyOn(console, 'info').mockReturnValue();
  await answerCalls('POST /api/video-view', refusal(503, 'unavailable'));
  await openVideo(1);
  vi.advanceTimersByTime(6_000);
  await vi.waitFor(() => {
    expect(logged).toHaveBeenCalledWith('The video view was not recorded.');
  }, 10_000);
  expect(toast.elements()).toEqual([]);
  await expect.element(dialog.getByText(/^Watched 0:0/)).toBeVisible();
});

describe('at its end', () => {
  const end = async () => {
    clip().currentTime = clip().duration - 0.2;
    await expect.element(button('Watch again')).toBeVisible();
  };

  it('a video offers the next one, and that one the way back; its card then bears a mark', async () => {
    await openVideo(1);
    await expect.element(button('Watch again')).not.toBeInTheDocument();
    await end();
    await expect.element(dialog.getByText('The video has ended.')).toBeInTheDocument();
    // Nothing begins by itself.
    expect(clip().src).toContain('video-1');
    await button('Play').click();
    await expect.poll(() => clip().src).toContain('video-2');
    await expect
      .element(page.getByRole('dialog', { name: 'Video 2: From mailbox to stock sheet' }))
      .toBeVisible();
    await button(/^Previous video/).click();
    await expect.poll(() => clip().src).toContain('video-1');
    await expect.element(button(/^Previous video/)).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: /^Play Video 1: .*, Watched$/ })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Play Video 2: .*seconds$/ })).toBeVisible();
  });

  it('the last one leads back to the videos, and plays again', async () => {
    await openVideo(6);
    await end();
    await button('Watch again').click();
    await expect.element(button('Watch again')).not.toBeInTheDocument();
    expect(clip().currentTime).toBeLessThan(5);
    await end();
    await button('Back to the videos').click();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
