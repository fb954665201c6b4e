import type { OneLeadAnswer } from '@voordeur/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import { TreatmentForm } from './treatment-form';

const words = messages.en.admin.lead;
const path = '/api/admin/leads/anna';
const lead = {
  ...{ id: 'anna', revision: 1, email: 'anna@example.org', idea: 'Line one\nline two' },
  ...{ status: 'new', note: 'Call back' },
} as OneLeadAnswer;
const note = page.getByLabelText(words.note);
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** As on its screen: fetched, and fetched again after each change. */
function Screen() {
  const { data } = useQuery<OneLeadAnswer>({ queryKey: [path] });
  return data ? <TreatmentForm lead={data} /> : null;
}

async function open(...leads: OneLeadAnswer[]): Promise<void> {
  await answerCalls(`GET ${path}`, ...leads.map((body) => ({ body })));
  renderAdmin(<Screen />);
  await expect.element(note).toHaveValue('Call back');
}

it('saves a note for the revision that was opened, once', async () => {
  const saved = { ...lead, note: 'Called', revision: 2 };
  const change = await answerCalls(`PATCH ${path}`, { body: saved, held: true });
  await open(lead, saved);
  await expect.element(button(words.saveNote)).toBeDisabled();
  await note.fill('Called');
  await button(words.saveNote).dblClick();
  await expect.element(button(words.saving)).toBeDisabled();
  await change.release();
  await expect.element(toast).toHaveTextContent(words.savedTitle);
  await expect.element(button(words.saveNote)).toBeDisabled();
  expect(await change.read()).toMatchObject([{ body: { note: 'Called' }, headers: { 'if-match': '"1"' } }]);
});

it('removes a note that is empty', async () => {
  const change = await answerCalls(`PATCH ${path}`, { body: { ...lead, note: null, revision: 2 } });
  await open(lead, { ...lead, note: null, revision: 2 });
  await note.fill('  ');
  await button(words.saveNote).click();
  await expect.element(toast).toBeVisible();
  expect(await change.read()).toMatchObject([{ body: { note: null } }]);
});

it('keeps the typed text where another tab was faster, next to the saved one', async () => {
  const theirs = { ...lead, note: 'Theirs', revision: 2 };
  const change = await answerCalls(`PATCH ${path}`, refusal(412, 'lead-conflict'), {
    body: { ...lead, note: 'Mine', revision: 3 },
  });
  await answerCalls(`GET ${path}`, { body: lead }, { body: theirs });
  function WithRefresh() {
    const { data, refetch } = useQuery<OneLeadAnswer>({ queryKey: [path] });
    return (
      <>
        <button onClick={() => void refetch()}>Fetch again</button>
        {data && <TreatmentForm lead={data} />}
      </>
    );
  }
  renderAdmin(<WithRefresh />);
  await note.fill('Mine');
  await button(words.saveNote).click();
  await expect.element(toast).toHaveTextContent(words.moved);
  await expect.element(note).toHaveAccessibleDescription(words.movedNote);
  await button('Fetch again').click();
  await expect.element(page.getByText('Theirs', { exact: true })).toBeVisible();
  await expect.element(note).toHaveValue('Mine');
  await button(words.keepMine).click();
  await button(words.saveNote).click();
  await expect.element(toast).toHaveTextContent(words.savedTitle);
  expect((await change.read()).map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"']);
});

it('says when the status was not changed, and shows the current one', async () => {
  const change = await answerCalls(`PATCH ${path}`, refusal(503, 'unavailable'));
  await open(lead);
  await page.getByLabelText(messages.en.admin.leads.status).selectOptions('answered');
  await expect.element(toast).toHaveTextContent(messages.en.admin.leads.notChanged);
  await expect.element(page.getByLabelText(messages.en.admin.leads.status)).toHaveValue('new');
  expect(await change.read()).toMatchObject([{ body: { status: 'answered' } }]);
});

it('keeps a note that was typed and not saved when the owner leaves the lead and comes back', async () => {
  await open(lead);
  await note.fill('Call back on Friday');
  renderAdmin(<p>Another lead</p>);
  await expect.element(page.getByText('Another lead')).toBeVisible();
  await answerCalls(`GET ${path}`, { body: lead });
  renderAdmin(<Screen />);
  await expect.element(note).toHaveValue('Call back on Friday');
  await expect.element(button(words.saveNote)).toBeEnabled();
});

it('shows a kept note next to one that another tab saved meanwhile', async () => {
  await open(lead);
  await note.fill('Mine');
  await answerCalls(`GET ${path}`, { body: { ...lead, note: 'Theirs', revision: 2 } });
  renderAdmin(<Screen />);
  await expect.element(page.getByText('Theirs', { exact: true })).toBeVisible();
  await expect.element(note).toHaveValue('Mine');
});
