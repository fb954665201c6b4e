import type { ChangeEffect, EditAnalytics, Verdict } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import { useEditsView } from './figures';
import { FigurePanel } from './figure-panel';

const call = 'GET /api/admin/analytics/edits';
const undo = 'POST /api/admin/translations/undo-together';

type Change = EditAnalytics['changes'][number];
const change = (id: string, given: Partial<Change>): Change => ({
  ...{ ids: [id], place: 'home', language: 'en', day: '2024-05-12' },
  ...{ from: '2024-05-12T09:00:00Z', to: '2024-05-12T09:05:00Z', current: true, effect: null },
  texts: [{ key: 'home.hero.lead', old: 'Much typing.', new: 'Less typing.' }],
  ...given,
});
const effect = (verdict: Verdict, leadsBefore: number, leadsAfter: number): ChangeEffect => ({
  before: { sessions: 1_000, leads: leadsBefore, from: '2024-02-12', to: '2024-05-11' },
  after: { sessions: 800, leads: leadsAfter, from: '2024-05-12', to: '2024-05-31' },
  ...{ low: -0.004, high: 0.031, verdict },
});

const edits: EditAnalytics = {
  ...{ from: '2024-05-02', to: '2024-05-31', asOf: '2024-05-31T12:00:00Z' },
  changes: [
    change('7', { ids: ['7', '8'], effect: effect('likely-better', 10, 24) }),
    change('5', { place: 'booking', language: 'nl', current: false, effect: effect('likely-worse', 30, 4) }),
    change('3', { place: 'other' }),
    change('2', {
      place: 'learn',
      effect: {
        ...effect('too-little-data', 10, 0),
        after: { sessions: 0, leads: 0, from: '2024-05-12', to: '2024-05-31' },
      },
    }),
  ],
};

function EditsPanel() {
  return <FigurePanel span={8} views={[useEditsView({})]} staysOpen />;
}
const listed = () =>
  page
    .getByRole('group', { name: 'Edits' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

it('says of each edit where it was, what it did, and how sure that is', async () => {
  await answerCalls(call, { body: edits });
  renderAdmin(<EditsPanel />);
  await expect.poll(listed).toHaveLength(4);
  const [better, worse, other, unseen] = listed();
  expect(better).toContain('Home, English');
  expect(better).toContain('Likely better');
  expect(better).toContain(
    'Leads per 100 sessions: 1.0 before (10 of 1,000), 3.0 after (24 of 800). That’s a difference of -0.4 to +3.1.',
  );
  expect(worse).toMatch(/Booking, Dutch.*Likely worse.*Changed again since/);
  expect(other).toContain('Texts that sell nothing aren’t compared.');
  expect(unseen).toContain('No session has seen the new text yet.');
  expect(page.getByRole('button', { name: 'Take it back' }).elements()).toHaveLength(3);
});

it('takes an edit back, all of its texts together', async () => {
  await answerCalls(call, { body: edits });
  const asked = await answerCalls(undo, { body: { texts: [] } });
  renderAdmin(<EditsPanel />);
  await page.getByRole('button', { name: 'Take it back' }).first().click();
  await expect.element(toast).toHaveTextContent('The earlier texts are back.');
  expect((await asked.read()).map(({ body }) => body)).toEqual([{ ids: ['7', '8'] }]);
});

it('says so where a text has changed since, and takes nothing back', async () => {
  await answerCalls(call, { body: edits });
  await answerCalls(undo, refusal(409, 'text-conflict'));
  renderAdmin(<EditsPanel />);
  await page.getByRole('button', { name: 'Take it back' }).first().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/so none was taken back/);
  expect(page.getByRole('button', { name: 'Take it back' }).elements()).toHaveLength(2);
});

it('says that nothing was edited', async () => {
  await answerCalls(call, { body: { ...edits, changes: [] } });
  renderAdmin(<EditsPanel />, { language: 'nl' });
  await expect.element(page.getByText('In deze dagen is geen tekst gewijzigd.')).toBeVisible();
});

it('says so when it could not be fetched, and tries again', async () => {
  await answerCalls(call, refusal(503, 'unavailable'), { body: edits });
  renderAdmin(<EditsPanel />);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(listed).toHaveLength(4);
});

it.each([375, 768])('has nothing outside its edge at %d px', async (width) => {
  await page.viewport(width, 800);
  await answerCalls(call, { body: edits });
  renderAdmin(<EditsPanel />);
  await expect.poll(listed).toHaveLength(4);
  const group = page.getByRole('group', { name: 'Edits' }).element();
  expect(group.scrollWidth).toBe(group.clientWidth);
  expect(document.documentElement.scrollWidth).toBe(width);
});
