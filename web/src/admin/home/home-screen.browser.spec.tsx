import { launchSteps } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { CacheLine } from './home-foot';
import { LaunchChecklist } from './launch-checklist';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import { AdminDashboard } from './home-screen';
import { changeSite } from '../../config/site';

const { dashboard, cache, retry } = messages.en.admin;
const home = {
  ...{ asOf: '2026-03-01T09:00:00Z', waiting: [], waitingCount: 0, days: [], quarantinedYesterday: 0 },
  ...{ meetings: [], leads: [], failedEndpoints: [], failedReplies: [], failedErasures: [] },
};

it('keeps the room of what is on its way, and says and tries again what could not be fetched', async () => {
  const calls = await answerCalls('GET /api/admin/home', { status: 503, held: true });
  renderAdmin(<AdminDashboard />);
  await expect.poll(() => document.querySelector('[aria-busy=true] .skeleton')).not.toBeNull();
  await calls.release();
  await expect.element(page.getByRole('alert')).toHaveTextContent(dashboard.notFetched);
  await answerCalls('GET /api/admin/home', { body: home });
  await page.getByRole('button', { name: retry }).click();
  await expect.element(page.getByText(dashboard.nobody)).toBeVisible();
  await expect.element(page.getByText(dashboard.notFetched)).not.toBeInTheDocument();
});

it('begins with the meetings of today', async () => {
  const meetings = [{ id: 'one', startsAt: '2026-03-01T09:30:00Z', name: 'Anna', title: 'Free call' }];
  await answerCalls('GET /api/admin/home', { body: { ...home, meetings } });
  renderAdmin(<AdminDashboard />);
  const today = page.getByRole('region', { name: dashboard.meetingsToday });
  await expect
    .element(today.getByRole('link', { name: /^\d\d:30 Anna · Free call$/ }))
    .toHaveAttribute('href', '/admin/calendar');
  await expect
    .poll(() => page.getByRole('heading', { level: 2 }).elements()[0]?.textContent)
    .toBe(dashboard.meetingsToday);
});

it('says that nobody comes today only to who books in their own calendar', async () => {
  const none = page.getByText(messages.en.admin.calendar.noneToday);
  await answerCalls('GET /api/admin/home', { body: home });
  renderAdmin(<AdminDashboard />);
  await expect.element(page.getByText(dashboard.nobody)).toBeVisible();
  await expect.element(none).not.toBeInTheDocument();
  changeSite({ scheduler: { provider: 'own' } });
  try {
    renderAdmin(<AdminDashboard />);
    await expect.element(none).toBeVisible();
  } finally {
    changeSite({});
  }
});

it.each([
  ['nothing is left to do', { body: { open: [] } }],
  ['it cannot be fetched', refusal(503, 'unavailable')],
])('there is no launch checklist when %s', async (_when, answer) => {
  const calls = await answerCalls('GET /api/admin/launch-checklist', answer);
  renderAdmin(<LaunchChecklist />);
  await expect.poll(calls.read).toHaveLength(1);
  await expect.element(page.getByText(/before you go live/)).not.toBeInTheDocument();
});

it.each(['en', 'nl'] as const)(
  'what is left to do is one line, and never the name of a setting (%s)',
  async (language) => {
    await answerCalls('GET /api/admin/launch-checklist', { body: { open: launchSteps } });
    renderAdmin(<LaunchChecklist />, { language });
    const list = page.getByRole('region', { name: /8 (things|dingen)/ });
    await expect.poll(() => list.element().clientHeight).toBeLessThan(80);
    await list.getByRole('heading', { level: 2 }).click();
    await expect.element(list.getByText(messages[language].admin.launch.keyDo)).toBeVisible();
    await expect
      .poll(() =>
        list
          .getByRole('textbox')
          .elements()
          .map((field) => (field as HTMLInputElement).value),
      )
      .toEqual(['make unlock NEW_KEY=1', expect.stringMatching(/DOMAIN=.* && make up$/)]);
    expect(list.element().textContent).not.toMatch(/[A-Z]{3,}_|\.env|\.json/);
    const links = list.getByRole('link').elements();
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin/site#record',
      '/admin/mail',
      '/admin/mail',
      '/admin/site#who',
      '/admin/site',
      '/admin/site#booking',
      '/admin/setup',
    ]);
  },
);

it('a step that the owner does on a screen has no command', async () => {
  await answerCalls('GET /api/admin/launch-checklist', { body: { open: ['example-content', 'calendar'] } });
  renderAdmin(<LaunchChecklist />);
  await page.getByRole('heading', { name: /2 things/ }).click();
  await expect.poll(() => page.getByRole('link').elements()).toHaveLength(3);
  expect(page.getByRole('textbox').elements()).toEqual([]);
});

it('says when the browser’s cache could not be cleared', async () => {
  await answerCalls('POST /api/admin/browser-cache/clear', 'cut off');
  renderAdmin(<CacheLine />);
  await page.getByRole('button', { name: cache.clear }).click();
  await expect.element(toast).toHaveTextContent(cache.failed);
});
