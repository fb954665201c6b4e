import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageOf } from '../pages/paths';
import LearnRoute from '../routes/learn.route';
import { site } from '../../config/site';
import { answerCalls, refusal } from '../../testing/api';
import { renderSite, toast, unmount } from '../../testing/render';
import { Facade } from '../home/facade';
import { Clip } from './clip';
import { IntroDialog } from '../routes/home-popups';
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
  const reported = async () => (await views.read()).at(-1)?.body as { watchDuration: number } | undefined;
  await expect.poll(async () => (await reported())?.watchDuration).toBe(73);
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

it('a view is sent from 5 s on with each second, the gate asks for a name at 120 s, and never after a signup', async () => {
  const views = await answerCalls('POST /api/video-view', { status: 202, body: { id: '1' } });
  // Another video than those before it, of which some views may still be on their way.
  const sent = async () =>
    (await views.read())
      .map(
        ({ body }) => body as { videoId: string; videoTitle: string; watchDuration: number; viewId: string },
      )
      .filter(({ videoId }) => videoId === 'video-3');
  await answerCalls('POST /api/video-signup', { status: 202, body: { id: '1' } });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openVideo(3);
  vi.advanceTimersByTime(4_999);
  expect(await sent()).toEqual([]);
  vi.advanceTimersByTime(114_001);
  await expect.poll(async () => (await sent()).length).toBe(115);
  expect((await sent()).map(({ watchDuration }) => watchDuration)).toEqual(
    Array.from({ length: 115 }, (_, index) => index + 5),
  );
  expect((await sent())[0]).toMatchObject({ videoTitle: 'Video 3' });
  expect(new Set((await sent()).map(({ viewId }) => viewId)).size).toBe(1);
  await expect.element(gate).not.toBeInTheDocument();
  vi.advanceTimersByTime(1_000);
  await gate.getByLabelText('Email address').fill('anything');
  await gate.getByRole('button', { name: 'Keep watching' }).click();
  await expect.element(gate).not.toBeInTheDocument();

  // Closed and opened again: the counter starts over, under another id.
  await button('Close').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('button', { name: /Video 3/ }).click();
  await expect.element(dialog.getByText('Watched 0:00')).toBeVisible();
  vi.advanceTimersByTime(125_000);
  await expect.poll(async () => (await sent()).length).toBe(116 + 121);
  await expect.element(gate).not.toBeInTheDocument();
  expect(new Set((await sent()).map(({ viewId }) => viewId)).size).toBe(2);
});

it.each([
  ['en', 'eng-intro-main', 'ENG Intro Video'],
  ['nl', 'nl-intro-main', 'NL Intro Video'],
] as const)(
  'the intro in %s is sent when it is closed, once, if it was open for 5 s',
  async (language, videoId, videoTitle) => {
    const views = await answerCalls('POST /api/video-view', { status: 202, body: { id: '1' } });
    const before = (await views.read()).length;
    if (!site.intros) throw new Error('There is no intro.');
    for (const seconds of [4, 7]) {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      renderSite(<IntroDialog intros={site.intros} onClose={() => undefined} />, { language });
      await expect.poll(() => document.querySelector('video')?.paused).toBe(false);
      expect(clip().src).toContain(`intro-${language}.mp4`);
      vi.advanceTimersByTime(seconds * 1_000);
      unmount();
      vi.useRealTimers();
    }
    await expect.poll(async () => (await views.read()).length - before).toBe(1);
    expect((await views.read()).at(-1)?.body).toMatchObject({ videoId, videoTitle, watchDuration: 7 });
  },
);

it.each([
  ['en', 'Six short videos, each about 12 seconds long.', /^Play Video 1: .*, 12 seconds$/],
  ['nl', 'Zes korte video’s van elk ongeveer 12 seconden.', /^Speel Video 1 af: .*, 12 seconden$/],
] as const)(
  'says in %s how long the videos are, on each card and on the tile too',
  async (language, line, name) => {
    const learn = pageOf(language === 'nl' ? '/nl/learn' : '/learn');
    renderSite(
      <>
        <LearnRoute page={learn} />
        <Facade openPopup={() => undefined} />
      </>,
      { language, path: learn.path },
    );
    await expect.element(page.getByRole('heading', { level: 1, name: line })).toBeVisible();
    await expect.element(page.getByRole('button', { name })).toHaveTextContent('Video 1 · 0:12');
    await expect.element(page.getByRole('link', { name: line })).toBeVisible();
  },
);

describe('the carousel', () => {
  afterEach(() => page.viewport(1440, 900));
  const shown = page.getByRole('button', { name: /^Play/ });
  const dots = page.getByRole('button', { name: /^Page/ });
  const arrow = (name: string) => page.getByRole('button', { name });

  it.each([
    [639, 1, 6],
    [640, 2, 3],
    [1_023, 2, 3],
    [1_024, 3, 2],
  ])('at %i px shows %i on each of %i pages, and stops at its ends', async (width, cards, pages) => {
    await page.viewport(width, 900);
    renderSite(<LearnRoute page={pageOf('/learn')} />, { path: '/learn' });
    await expect.poll(() => shown.elements().length).toBe(cards);
    expect(dots.elements()).toHaveLength(pages);
    await expect.element(arrow('Previous videos')).toHaveAttribute('aria-disabled', 'true');
    for (let step = 1; step < pages; step += 1) await arrow('Next videos').click();
    await expect.element(arrow('Next videos')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(shown.last()).toHaveAccessibleName(/Video 6/);
    await arrow('Previous videos').click();
    await expect.element(arrow('Next videos')).not.toHaveAttribute('aria-disabled');
  });

  it('jumps by its dots, and begins again after a resize', async () => {
    await page.viewport(800, 900);
    renderSite(<LearnRoute page={pageOf('/learn')} />, { path: '/learn' });
    await dots.nth(2).click();
    await expect.element(dots.nth(2)).toHaveAttribute('aria-current', 'page');
    await expect.element(page.getByRole('button', { name: /Video 5/ })).toBeVisible();
    await page.viewport(1_200, 900);
    await expect.element(page.getByRole('button', { name: 'Page 1 of 2' })).toHaveAttribute('aria-current');
    await expect.element(page.getByRole('button', { name: /Video 1/ })).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Subscribe/ })).toHaveAttribute('target', '_blank');
  });
});

it('a view that the api refuses is only logged', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const logged = vi.spyOn(console, 'info').mockReturnValue();
  await answerCalls('POST /api/video-view', refusal(503, 'unavailable'));
  await openVideo(1);
  vi.advanceTimersByTime(6_000);
  await expect.poll(() => logged).toHaveBeenCalledWith('The video view was not recorded.');
  expect(toast.elements()).toEqual([]);
  await expect.element(dialog.getByText('Watched 0:06', { exact: true })).toBeVisible();
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
