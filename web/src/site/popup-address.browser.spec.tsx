import { messages } from '@voordeur/contracts/messages';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { address, renderSite } from '../testing/render';
import { pageOf } from './pages/paths';
import { HomeRoute } from './routes/home.route';

const { home, question } = messages.en;
const dialog = page.getByRole('dialog', { name: question.title });

function open(path: string) {
  renderSite(
    <>
      <HomeRoute page={pageOf('/en')} />
      <Back />
    </>,
    { path },
  );
}

/** The browser's own, which are not in the page. */
function Back() {
  const navigate = useNavigate();
  useEffect(() => {
    go = (steps) => void navigate(steps);
  }, [navigate]);
  return null;
}
let go: (steps: number) => void;

it('a link leads to a popup, and closing it leaves the page with the rest of its address', async () => {
  open('/en?utm_source=card&open=question');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(address).toHaveTextContent(/^\/en\?utm_source=card$/);
});

it('a popup that was opened by a press has an address, which going back leaves', async () => {
  open('/en');
  const ask = page.getByRole('button', { name: home.contact.ask, exact: true });
  await ask.click();
  await expect.element(dialog).toBeVisible();
  await expect.element(address).toHaveTextContent(/^\/en\?open=question$/);
  go(-1);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(address).toHaveTextContent(/^\/en$/);
  await expect.element(ask).toHaveFocus();
});

it('its own close button goes back too', async () => {
  open('/en');
  await page.getByRole('button', { name: home.contact.ask, exact: true }).click();
  await dialog.getByRole('button', { name: messages.en.common.close }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(address).toHaveTextContent(/^\/en$/);
  go(1);
  await expect.element(dialog).toBeVisible();
});

it('a name that no popup has opens nothing', async () => {
  open('/en?open=constructor');
  await expect.element(page.getByRole('button', { name: home.contact.ask, exact: true })).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});
