import { messages } from '@voordeur/contracts/messages';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showToast } from '../lib/toast-store';
import { renderSite, toast } from '../testing/render';
import { Dialog } from './dialog';

const { close } = messages.en.common;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');

/** A page with a button that opens a dialog, which may open a second one. */
function Page() {
  const [open, setOpen] = useState(0);
  const opener = (name: string, level: number) => (
    <button
      onClick={() => {
        setOpen(level);
      }}
    >
      {name}
    </button>
  );
  const closeTo = (level: number) => () => {
    setOpen(level);
  };
  return (
    <>
      {opener('Open', 1)}
      <button>Outside it</button>
      {open > 0 && (
        <Dialog title="The first" text="What it is for." onClose={closeTo(0)}>
          <input aria-label="A field" />
          {opener('Open another', 2)}
          {open > 1 && (
            <Dialog title="The second" onClose={closeTo(1)}>
              <button>In the second</button>
            </Dialog>
          )}
        </Dialog>
      )}
    </>
  );
}

/** A button that is gone once its dialog is open. */
function Vanishing() {
  const [state, setState] = useState<'shut' | 'open' | 'closed'>('shut');
  return (
    <>
      {state === 'shut' && <button onClick={() => setState('open')}>Open</button>}
      {state === 'open' && (
        <Dialog title="The first" onClose={() => setState('closed')}>
          <input aria-label="A field" />
        </Dialog>
      )}
    </>
  );
}

describe('a dialog', () => {
  it('has a name and a description, and takes the focus', async () => {
    renderSite(<Page />);
    await button('Open').click();
    await expect.element(dialog).toHaveAccessibleName('The first');
    await expect.element(dialog).toHaveAccessibleDescription('What it is for.');
    await expect.element(page.getByLabelText('A field')).toHaveFocus();
    // Everything behind it is out of reach.
    expect(button('Outside it').elements()).toHaveLength(0);
  });

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['its button', () => button(close).click()],
    [
      'a click outside it',
      () =>
        page
          .elementLocator(document.querySelector('.veil') ?? document.body)
          .click({ position: { x: 5, y: 5 } }),
    ],
  ])('closes by %s, and gives the focus back to what opened it', async (_how, closeIt) => {
    renderSite(<Page />);
    await button('Open').click();
    await expect.element(page.getByLabelText('A field')).toHaveFocus();
    await closeIt();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button('Open')).toHaveFocus();
  });

  it('stays open when its scrollbar is dragged', async () => {
    renderSite(<Page />);
    await button('Open').click();
    await expect.element(page.getByLabelText('A field')).toHaveFocus();
    const veil = document.querySelector<HTMLElement>('.veil') ?? document.body;
    // Where a browser draws its scrollbar, which a headless one doesn't have: inside the box, outside the content.
    veil.style.borderRight = '16px solid';
    await page.elementLocator(veil).click({ position: { x: veil.clientWidth + 8, y: 300 } });
    await page.getByLabelText('A field').fill('still open');
  });

  it('gives the focus to the page when what opened it is gone', async () => {
    renderSite(
      <main id="content" tabIndex={-1}>
        <Vanishing />
      </main>,
    );
    await button('Open').click();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  it('gives the focus back to a pressed button where a press does not focus it', async () => {
    // Not a module, so it has no types.
    await import(/* @vite-ignore */ new URL('../site/start.ts', import.meta.url).href);
    renderSite(
      // As in Safari.
      <div onMouseDown={(event) => event.preventDefault()}>
        <Page />
      </div>,
    );
    await button('Open').click();
    await expect.element(page.getByLabelText('A field')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button('Open')).toHaveFocus();
  });

  it('keeps the focus within itself', async () => {
    renderSite(<Page />);
    await button('Open').click();
    await expect.element(page.getByLabelText('A field')).toHaveFocus();
    for (let press = 0; press < 5; press += 1) {
      await userEvent.keyboard('{Tab}');
      expect(document.querySelector('[role=dialog]')?.contains(document.activeElement)).toBe(true);
    }
  });

  it('over another one closes alone, and gives the focus back there', async () => {
    renderSite(<Page />);
    await button('Open').click();
    await button('Open another').click();
    await expect.element(button('In the second')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).toHaveAccessibleName('The first');
    await expect.element(button('Open another')).toHaveFocus();
  });
});

describe('the toaster', () => {
  it('shows a toast in place of the one before', async () => {
    renderSite(null);
    showToast({ title: 'The first', text: 'One' });
    await expect.element(toast).toHaveTextContent('The first');
    showToast({ title: 'The second' });
    await expect.element(toast).toHaveTextContent('The second');
    expect(toast.elements()).toHaveLength(1);
  });

  it('takes a toast away when it is closed by its button', async () => {
    renderSite(null);
    showToast({ title: 'Saved' });
    await button(messages.en.toast.close).click();
    await expect.element(toast).not.toBeInTheDocument();
  });

  it.each([
    [40, 1],
    [60, 0],
  ])('that is swept %i px to the side leaves %i', async (pixels, left) => {
    renderSite(null);
    showToast({ title: 'Saved' });
    await expect.element(toast).toBeVisible();
    await expect.poll(() => toast.element().getAnimations()).toEqual([]);
    const at = (x: number) => ({ x, y: 20 });
    const end = { sourcePosition: at(20), targetPosition: at(20 + pixels) };
    await userEvent.dragAndDrop(toast, toast, end);
    await expect.poll(() => toast.elements().length).toBe(left);
  });

  it('announces a failure at once, and anything else when there is time', async () => {
    const announced = (kind: string) => () => document.querySelector(`[aria-live=${kind}]`)?.textContent;
    renderSite(null);
    showToast({ title: 'It failed', variant: 'destructive' });
    await expect.poll(announced('assertive')).toContain('It failed');
    showToast({ title: 'It went well' });
    await expect.poll(announced('polite')).toContain('It went well');
  });

  it('leaves Escape to an open dialog, and stays', async () => {
    renderSite(<Page />);
    await button('Open').click();
    await expect.element(page.getByLabelText('A field')).toHaveFocus();
    showToast({ title: 'Sent' });
    await expect.element(toast).toHaveTextContent('Sent');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(toast).toHaveTextContent('Sent');
    await userEvent.keyboard('{Escape}');
    await expect.element(toast).not.toBeInTheDocument();
  });

  it('is closed by its cross over an open dialog, which stays', async () => {
    renderSite(<Page />);
    await button('Open').click();
    await expect.element(page.getByLabelText('A field')).toHaveFocus();
    showToast({ title: 'It failed', variant: 'destructive' });
    await toast.getByRole('button', { includeHidden: true }).click();
    await expect.element(toast).not.toBeInTheDocument();
    await expect.element(dialog).toBeVisible();
  });

  it('takes a toast away after five seconds', async () => {
    renderSite(null);
    showToast({ title: 'Saved' });
    await expect.element(toast).toBeVisible();
    const delays = vi.mocked(setTimeout).mock.calls.map(([, delay]) => delay);
    expect(delays).toContain(5_000);
  });
});
