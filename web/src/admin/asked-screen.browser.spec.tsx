import { messages } from '@voordeur/contracts/messages';
import { useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AdminSessionProvider, OwnerOnly } from './session/admin-session';
import { answerCalls } from '../testing/api';
import { address, renderAdmin } from '../testing/render';
import AdminHomeRoute from './home/home-screen';

const { login } = messages.en.admin;
const nothing = () => undefined;

function Screens() {
  if (useLocation().pathname === '/admin') return <AdminHomeRoute />;
  return (
    <OwnerOnly>
      <h1>The leads</h1>
    </OwnerOnly>
  );
}

it('the login goes on to the screen that was asked for, with its query, and home is never seen', async () => {
  await answerCalls('POST /api/admin/login', {
    body: { token: 'a token', expiresIn: 3_600, timeZone: 'Europe/Amsterdam' },
  });
  renderAdmin(
    <AdminSessionProvider onOpened={nothing} onClosed={nothing}>
      <Screens />
    </AdminSessionProvider>,
    { path: '/admin/leads?box=quarantine' },
  );
  const headings = new Set<string | null>();
  const watch = new MutationObserver(() => headings.add(document.querySelector('h1')?.textContent ?? null));
  await page.getByLabelText(login.secretKey).fill('the key');
  watch.observe(document, { subtree: true, childList: true });
  await page.getByRole('button', { name: login.submit }).click();
  await expect.element(page.getByRole('heading', { name: 'The leads' })).toBeVisible();
  watch.disconnect();
  await expect.element(address).toHaveTextContent('/admin/leads?box=quarantine');
  expect([...headings].filter(Boolean)).toEqual([login.title, 'The leads']);
});
