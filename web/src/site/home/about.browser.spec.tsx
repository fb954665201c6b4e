import { messages } from '@voordeur/contracts/messages';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toggleMotion } from '../../lib/motion';
import { address, renderSite } from '../../testing/render';
import { HeroClip } from './facade';
import { RowCounter } from './about';
import { SocialLinks } from './social-links';
import { TurningWindow } from './turning-window';
import { TypedTagline } from './typed-tagline';

const [first, second] = [messages.en.home.about.typed1, messages.en.home.about.typed2];
const typed = () => document.querySelector('.typed > span:last-child')?.textContent;
const row = () => document.querySelector('.row-number')?.textContent;
const nothing = () => undefined;

function fakeTimers() {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
}

afterEach(() => {
  vi.useRealTimers();
});

it('the tagline is held 3 s, cleared, and after 800 ms typed at 80 ms a letter, while the page is seen', async () => {
  fakeTimers();
  renderSite(<TypedTagline id="tagline" />);
  await expect.poll(() => typed() === first && vi.getTimerCount() > 0).toBe(true);
  vi.advanceTimersByTime(2_999);
  expect(typed()).toBe(first);
  vi.advanceTimersByTime(1);
  expect(typed()).toBe('');
  vi.advanceTimersByTime(799);
  expect(typed()).toBe('');
  for (let letters = 1; letters <= second.length; letters += 1) {
    vi.advanceTimersByTime(letters === 1 ? 1 : 80);
    expect(typed()).toBe(second.slice(0, letters));
  }
  vi.advanceTimersByTime(3_000);
  expect(typed()).toBe('');

  const timers = vi.getTimerCount();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => vi.getTimerCount() < timers).toBe(true);
  vi.advanceTimersByTime(30_000);
  expect(typed()).toBe('');
});

it('the counter starts at 1, goes up every 3 s, and stops with all that moves on the pause button', async () => {
  fakeTimers();
  renderSite(
    <>
      <RowCounter />
      <TypedTagline id="tagline" />
    </>,
  );
  await expect.poll(() => row() === '1' && vi.getTimerCount() > 1).toBe(true);
  vi.advanceTimersByTime(2_999);
  await expect.poll(() => row() === '1').toBe(true);
  vi.advanceTimersByTime(1);
  await expect.poll(() => row() === '2').toBe(true);
  const timers = vi.getTimerCount();
  toggleMotion();
  await expect.poll(() => vi.getTimerCount() < timers).toBe(true);
  vi.advanceTimersByTime(30_000);
  expect([row(), typed()]).toEqual(['2', first]);
  toggleMotion();
});

it('nothing moves by itself where the system asks for less motion', async () => {
  const ask = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    ask(query.includes('prefers-reduced-motion') ? 'all' : query),
  );
  renderSite(
    <>
      <RowCounter />
      <TypedTagline id="tagline" />
      <HeroClip />
    </>,
  );
  await expect.poll(row).toBe('1');
  expect(document.querySelector('.clip')).toBeNull();
  expect(vi.mocked(setTimeout).mock.calls.map(([, delay]) => delay)).not.toContain(3_000);
});

it('the round window turns on hover and on a tap', async () => {
  renderSite(<TurningWindow openPopup={nothing} />);
  const turning = page.getByRole('button', { name: messages.en.home.about.turn });
  await expect.element(turning).toHaveAttribute('aria-pressed', 'false');
  const isTurned = () =>
    getComputedStyle(document.querySelector('.turning-both') ?? document.body).transform.startsWith(
      'matrix3d(-1,',
    );
  // The test before may have left the pointer there.
  await turning.unhover();
  await expect.poll(isTurned).toBe(false);
  await turning.hover();
  await expect.poll(isTurned).toBe(true);
  await turning.unhover();
  await expect.poll(isTurned).toBe(false);
  await turning.click();
  await turning.unhover();
  await expect.element(turning).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(isTurned).toBe(true);
});

it('the round buttons next to the window open setups and agents, and lead to the videos', async () => {
  const opened: string[] = [];
  renderSite(<TurningWindow openPopup={(popup) => opened.push(popup)} />, { path: '/en' });
  const { setups, agents, learn } = messages.en.home.tiles;
  for (const name of [setups, agents]) await page.getByRole('button', { name, exact: true }).click();
  expect(opened).toEqual(['setups', 'agents']);
  await page.getByRole('link', { name: learn }).click();
  await expect.element(address).toHaveTextContent('/learn');
});

it('the clip is shown once it is loaded, and gives way to the gif where it fails, which is only logged', async () => {
  const logged = vi.spyOn(console, 'info').mockReturnValue();
  renderSite(<HeroClip />);
  await expect.poll(() => document.querySelector('video.clip-shown')).not.toBeNull();
  expect(document.querySelector('img.clip')).toBeNull();
  document.querySelector('video.clip')?.dispatchEvent(new Event('error'));
  await expect
    .poll(() => document.querySelector('img.clip-shown')?.getAttribute('src'))
    .toBe('/media/hero-loop.gif');
  expect(document.querySelector('video.clip')).toBeNull();
  expect(logged).toHaveBeenCalledWith('The hero clip could not be loaded; the gif stands in for it.');
});

it('a tooltip opens after 700 ms, the next at once within 300 ms, 4 px below its control', async () => {
  const links = {
    instagram: 'https://a.example',
    linkedin: 'https://b.example',
    facebook: 'https://c.example',
  };
  renderSite(<SocialLinks links={links} />);
  const link = (index: number) => page.getByRole('link').nth(index);
  const tooltip = () => document.querySelector('.tooltip');
  await expect.element(link(2)).toBeVisible();
  fakeTimers();
  const point = async (index: number) => {
    await userEvent.hover(link(index));
    await expect.poll(() => vi.getTimerCount() > 0).toBe(true);
  };
  const opensAfter700 = async () => {
    vi.advanceTimersByTime(699);
    // React draws what a timer changed by the next frame.
    for (let frame = 1; frame <= 2; frame += 1) await new Promise(requestAnimationFrame);
    expect(tooltip()).toBeNull();
    vi.advanceTimersByTime(1);
    await expect.poll(() => tooltip() !== null).toBe(true);
  };
  const leave = async () => {
    await userEvent.unhover(document.querySelector('.tooltip') ?? document.body);
    await expect.poll(() => tooltip() === null).toBe(true);
  };
  await point(0);
  await opensAfter700();
  expect(tooltip()?.textContent).toBe('Instagram');
  const [below, control] = [tooltip(), link(0).element()].map((one) => one?.getBoundingClientRect());
  expect((below?.top ?? 0) - (control?.bottom ?? 0)).toBeCloseTo(4, 0);
  await leave();
  vi.advanceTimersByTime(299);
  await point(1);
  vi.advanceTimersByTime(0);
  await expect.poll(() => tooltip() !== null).toBe(true);
  expect(tooltip()?.textContent).toBe('LinkedIn');
  await leave();
  vi.advanceTimersByTime(301);
  await point(2);
  await opensAfter700();
});
