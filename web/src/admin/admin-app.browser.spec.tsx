import { messages } from '@voordeur/contracts/messages';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storeToken } from '../lib/admin-api';
import { type Answer, answerCalls, refusal } from '../testing/api';
import { analytics, range, sessionsOf } from '../testing/figures';
import { address, renderAdmin } from '../testing/render';
import { AdminApp } from './admin-app';

it('the logo over shared figures leads to the home page in their language', async () => {
  renderAdmin(<AdminApp />, { path: '/shared' });
  await expect.element(page.getByRole('link', { name: 'Voordeur, home' })).toHaveAttribute('href', '/en');
});

it('the switch of the language is not on the admin’s pages', async () => {
  renderAdmin(<AdminApp />, { path: '/admin' });
  await expect.element(page.getByRole('link', { name: 'Voordeur admin, home' })).toBeVisible();
  expect(
    page
      .getByRole('banner')
      .getByRole('link', { name: /^(NL|EN)/ })
      .elements(),
  ).toEqual([]);
});

it('the menu asks for the figures with the press, while their screen is on its way, and once', async () => {
  const { nav, analytics: words } = messages.en.admin;
  storeToken('a token');
  await answerCalls('GET /api/admin/session', { body: { expiresIn: 3_600, timeZone: 'Europe/Amsterdam' } });
  const asked = await answerCalls('GET /api/admin/analytics', { body: analytics });
  const ranges = await answerCalls('GET /api/admin/analytics/range', { body: { ...range, before: null } });
  await answerCalls('GET /api/admin/analytics/sessions', { body: { ...sessionsOf(80), before: null } });
  await answerCalls('GET /api/admin/analytics/now', { events: [{ count: 0, people: [] }] });
  await answerCalls('GET /api/admin/analytics/goals', { held: true });
  renderAdmin(<AdminApp />, { path: '/admin/none' });
  const link = page.getByRole('link', { name: nav.analytics, exact: true });
  await expect.element(link).toBeVisible();
  link.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await expect.poll(ranges.read).toMatchObject([{ search: '?last=30d' }]);
  await expect.element(address).toHaveTextContent('/admin/none');
  await link.click();
  await expect.element(page.getByRole('region', { name: words.visits, exact: true })).toBeVisible();
  expect(await ranges.read()).toHaveLength(1);
  expect(await asked.read()).toHaveLength(1);
});

describe('the search', () => {
  const { search, nav } = messages.en.admin;
  const dialog = page.getByRole('dialog', { name: search.title });
  const field = dialog.getByRole('searchbox');
  const lead = (id: string) => ({ id, kind: 'question', email: `${id}@example.org`, phone: null });

  async function open(answer: Answer = { body: { leads: [lead('anna')] } }) {
    storeToken('a token');
    await answerCalls('GET /api/admin/session', { body: { expiresIn: 3_600, timeZone: 'Europe/Amsterdam' } });
    const asked = await answerCalls('GET /api/admin/leads', answer);
    await answerCalls('GET /api/admin/translations/manage', { body: messages });
    await answerCalls('GET /api/admin/translations/built-in', { body: messages });
    renderAdmin(<AdminApp />, { path: '/admin/none' });
    await expect.element(page.getByRole('button', { name: search.title })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(field).toHaveFocus();
    return asked;
  }

  it('finds screens, people and sentences, and opens the first by Enter', async () => {
    const asked = await open();
    await field.fill('ann');
    await expect.element(dialog.getByRole('link', { name: /^anna@example.org/ })).toBeVisible();
    expect((await asked.read()).map(({ search: query }) => query)).toEqual(['?q=ann']);
    await field.fill(nav.deliveries.slice(0, 5).toUpperCase());
    await expect
      .element(dialog.getByRole('region', { name: search.screens }))
      .toHaveTextContent(nav.deliveries);
    await userEvent.keyboard('{Enter}');
    await expect.element(address).toHaveTextContent('/admin/deliveries');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('opens nothing by Enter that was found for other words', async () => {
    await open();
    await field.fill('ann');
    await expect.element(dialog.getByRole('link', { name: /^anna/ })).toBeVisible();
    await field.fill('nobody');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).toBeVisible();
    await expect.element(address).toHaveTextContent('/admin/none');
  });

  it('goes through what was found with the arrows', async () => {
    await open();
    await field.fill('ann');
    await expect.element(dialog.getByRole('link', { name: /^anna/ })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    await expect.element(dialog.getByRole('link').first()).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(field).toHaveFocus();
  });

  it('finds a sentence of the site, and leads to it', async () => {
    await open({ body: { leads: [] } });
    await field.fill(messages.en.home.hero.fine);
    await dialog
      .getByRole('region', { name: messages.en.admin.translations.title })
      .getByRole('link')
      .first()
      .click();
    await expect.element(address).toHaveTextContent('/admin/translations?key=home.hero.fine');
  });

  it('says when nothing is found, and when leads could not be asked for', async () => {
    await open({ body: { leads: [] } });
    await field.fill('nobody says this');
    await expect.element(dialog.getByRole('status')).toHaveTextContent(search.none);
    await answerCalls('GET /api/admin/leads', refusal(503, 'unavailable'));
    await field.fill('nor this');
    await expect.element(dialog.getByRole('status')).toHaveTextContent(messages.en.admin.leads.notFetched);
  });
});
