import { afterEach, expect, it } from 'vitest';
import { renderSite } from '../testing/render';
import { useSectionHash } from '../lib/navigation';

const { href } = location;
afterEach(() => history.replaceState(history.state, '', href));

function Sections() {
  useSectionHash();
  return (
    <>
      {['home', 'about', 'proof', 'contact', 'letter'].map((id) => (
        <section key={id} id={id} className="min-h-dvh" />
      ))}
    </>
  );
}

it.each(['about', 'proof', 'contact', 'letter'])(
  '#%s scrolls there and leaves the path alone',
  async (id) => {
    history.replaceState(history.state, '', `#${id}`);
    renderSite(<Sections />, { path: `/#${id}` });
    await expect.poll(() => location.hash).toBe('');
    await expect
      .poll(() => Math.abs(document.getElementById(id)?.getBoundingClientRect().top ?? 9e9))
      .toBeLessThan(2);
  },
);
