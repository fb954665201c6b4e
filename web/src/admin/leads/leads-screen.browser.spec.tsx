import { type LeadCounts, type LeadOfPage, storedFields } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { address, renderAdmin, toast } from '../../testing/render';
import LeadsScreen from './leads-screen';

const words = messages.en.admin.leads;
const { more, retry, undo } = messages.en.admin;
const list = 'GET /api/admin/leads';
const counts: LeadCounts = {
  ...{ toAnswer: 2, signUps: 5, answered: 1_000, archived: 0, quarantined: 3, late: 0 },
  retention: null,
};

function lead(id: string, more: Partial<LeadOfPage> = {}): LeadOfPage {
  return {
    ...{ id, kind: 'question', status: 'new', verdict: 'accepted', verdictReasons: [] },
    ...storedFields({ email: `${id}@example.org`, idea: `The question of ${id}`, language: 'ENG' }),
    ...{ timestamp: '2026-03-01T09:00:00Z', receivedAt: '2026-03-01T09:00:00Z' },
    visit: {
      ...{ match: 'unknown', firstPage: null, referrer: null },
      ...{ utmSource: null, utmMedium: null, utmCampaign: null },
    },
    ...{
      answeredAt: null,
      answer: null,
      note: null,
      delivery: 'delivered',
      replyFailed: false,
      imported: false,
    },
    ...{ consent: null, bounce: null, signupKind: null },
    ...more,
  };
}

async function open(leads: LeadOfPage[], { path = '/admin/leads', cursor = {} } = {}) {
  const asked = await answerCalls(list, { body: { leads, ...cursor } });
  await answerCalls('GET /api/admin/leads/counts', { body: counts });
  renderAdmin(<LeadsScreen />, { path });
  return asked;
}

/** The query of the first box. */
const inbox = { status: 'new', asks: 'yes', quarantine: 'no', first: 'oldest' };

const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = page.getByRole('list', { name: words.title }).getByRole('listitem');
const queriesOf = async (asked: { read: () => Promise<{ search: string }[]> }) =>
  (await asked.read()).map(({ search }) => Object.fromEntries(new URLSearchParams(search)));

describe('the list of leads', () => {
  it('shows one more page when asked, from the cursor of the one before', async () => {
    const asked = await answerCalls(
      list,
      { body: { leads: [lead('anna'), lead('bert')], cursor: 'after bert' } },
      { body: { leads: [lead('cleo')] } },
    );
    await answerCalls('GET /api/admin/leads/counts', { body: counts });
    renderAdmin(<LeadsScreen />, { path: '/admin/leads' });
    await expect.poll(() => rows.elements().length).toBe(2);
    await button(more).click();
    await expect.poll(() => rows.elements().length).toBe(3);
    await expect.element(button(more)).not.toBeInTheDocument();
    expect((await queriesOf(asked)).map(({ cursor }) => cursor)).toEqual([undefined, 'after bert']);
  });

  it.each([
    ['/admin/leads', words.none],
    ['/admin/leads?kind=question', words.noneFound],
  ])('says why it is empty at %s', async (path, sentence) => {
    await open([], { path });
    await expect.element(page.getByText(sentence, { exact: true })).toBeVisible();
  });

  it('marks those that were imported', async () => {
    await open([lead('anna', { imported: true }), lead('bert')]);
    await expect.element(rows.nth(0)).toHaveTextContent(words.imported);
    await expect.element(rows.nth(1)).not.toHaveTextContent(words.imported);
  });

  it('marks those whose address refuses mail', async () => {
    await open([lead('anna', { bounce: { at: '2026-03-02T09:00:00Z', status: '5.1.1' } }), lead('bert')]);
    const { bounced } = messages.en.admin.subscribers;
    await expect.element(rows.nth(0)).toHaveTextContent(bounced);
    await expect.element(rows.nth(1)).not.toHaveTextContent(bounced);
  });

  it('says what became of a webhook or a reply only where that failed', async () => {
    await open([
      lead('anna', { delivery: 'failed' }),
      lead('bert', { delivery: 'waiting' }),
      lead('cleo', { replyFailed: true }),
    ]);
    await expect.element(rows.nth(0)).toHaveTextContent(words.deliveryFailed);
    await expect.element(rows.nth(1)).not.toHaveTextContent(/webhook/);
    await expect.element(rows.nth(2)).toHaveTextContent(words.replyFailed);
  });

  it('can be asked for again after it could not be fetched', async () => {
    await answerCalls(list, refusal(503, 'unavailable'), { body: { leads: [lead('anna')] } });
    await answerCalls('GET /api/admin/leads/counts', { body: counts });
    renderAdmin(<LeadsScreen />, { path: '/admin/leads' });
    await expect.element(page.getByRole('alert')).toHaveTextContent(words.notFetched);
    await button(retry).click();
    await expect.poll(() => rows.elements().length).toBe(1);
  });

  it('keeps long texts of strangers within its width, at 375 px too', async () => {
    const long = 'w'.repeat(400);
    await page.viewport(375, 812);
    await open([
      lead('anna', {
        email: `${long}@example.org`,
        idea: long,
        visit: { ...lead('x').visit, match: 'certain', referrer: `https://${long}` },
      }),
    ]);
    await expect.element(rows).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
    await page.viewport(1440, 900);
  });

  it('moves its focus with j and k, and stops at the ends', async () => {
    await open([lead('anna'), lead('bert')]);
    await expect.poll(() => rows.elements().length).toBe(2);
    const link = (id: string) => page.getByRole('link', { name: `${id}@example.org` });
    for (const [pressed, focused] of [
      ['j', 'anna'],
      ['j', 'bert'],
      ['j', 'bert'],
      ['k', 'anna'],
    ] as const) {
      await userEvent.keyboard(pressed);
      await expect.element(link(focused)).toHaveFocus();
    }
  });

  it('does not undo over a later change of another tab', async () => {
    const answered = { body: { ...lead('anna'), revision: 2 } };
    await answerCalls('PATCH /api/admin/leads/anna', answered, refusal(412, 'lead-conflict'));
    await open([lead('anna')]);
    await expect.element(rows).toBeVisible();
    await userEvent.keyboard('je');
    await toast.getByRole('button', { name: undo }).click();
    await expect.element(toast).toHaveTextContent(words.notUndone);
  });

  it('answers the lead in focus with e, undoes that, and fetches the list again each time', async () => {
    const changed = await answerCalls('PATCH /api/admin/leads/anna', {
      body: { ...lead('anna'), revision: 2 },
    });
    const asked = await open([lead('anna')]);
    await expect.element(rows).toBeVisible();
    await userEvent.keyboard('je');
    await expect.element(toast).toHaveTextContent(words.answeredTitle);
    expect(await changed.read()).toMatchObject([{ body: { status: 'answered' } }]);
    await expect.poll(() => asked.read()).toHaveLength(2);
    await toast.getByRole('button', { name: undo }).click();
    await expect.element(toast).toHaveTextContent(`${words.undoneTitle}The lead is as before.`);
    expect((await changed.read())[1]).toMatchObject({
      body: { status: 'new' },
      headers: { 'if-match': '"2"' },
    });
    await expect.poll(() => asked.read()).toHaveLength(3);
  });

  it('does not take keys that are typed into the search', async () => {
    const changed = await answerCalls('PATCH /api/admin/leads/anna', {});
    await open([lead('anna')]);
    await expect.element(rows).toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
    await userEvent.keyboard('je');
    await expect.element(page.getByRole('searchbox')).toHaveValue('je');
    expect(await changed.read()).toEqual([]);
  });

  it('has help for its keys, where they can be switched off and on', async () => {
    await open([lead('anna')]);
    await expect.element(rows).toBeVisible();
    const { shortcuts } = messages.en.admin;
    const help = page.getByRole('dialog', { name: shortcuts.title });
    const link = page.getByRole('link', { name: 'anna@example.org' });
    await userEvent.keyboard('?');
    await help.getByRole('checkbox').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(help).not.toBeInTheDocument();
    await userEvent.keyboard('j?');
    await expect.element(link).not.toHaveFocus();
    expect(help.elements()).toEqual([]);
    await button(shortcuts.title).click();
    await help.getByRole('checkbox').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(button(shortcuts.title)).toHaveFocus();
    await userEvent.keyboard('j');
    await expect.element(link).toHaveFocus();
  });

  it('releases a quarantined lead once, and says when that failed', async () => {
    const released = await answerCalls('POST /api/admin/leads/anna/release', {
      ...(refusal(503, 'unavailable') as object),
      held: true,
    });
    const held = lead('anna', { verdict: 'quarantined', verdictReasons: ['honeypot', 'too-fast'] });
    await open([held], { path: '/admin/leads?box=quarantine' });
    await expect
      .element(page.getByText(`${words.reasonHoneypot}, ${words.reasonTooFast}`, { exact: true }))
      .toBeVisible();
    const release = button('Release anna@example.org');
    await release.click();
    await expect.element(release).toBeDisabled();
    await released.release();
    await expect.element(toast).toHaveTextContent(words.notReleased);
    await expect.element(release).toBeEnabled();
    expect(await released.read()).toHaveLength(1);
  });
});

describe('several at once', () => {
  const bar = page.getByRole('group', { name: words.withSelected });
  const several = 'POST /api/admin/leads/several';

  it('are selected one by one, by a key and all together, and done with in one go', async () => {
    const sent = await answerCalls(several, { status: 202, body: { count: 3 } });
    const asked = await open([lead('anna'), lead('bert'), lead('cleo')]);
    await expect.element(bar).not.toBeInTheDocument();
    await page.getByRole('checkbox', { name: 'Select anna@example.org' }).click();
    await userEvent.keyboard('jjx');
    await expect.element(bar).toHaveTextContent('2 selected');
    await page.getByRole('checkbox', { name: words.selectAll }).click();
    await expect.element(bar).toHaveTextContent('3 selected');
    await bar.getByRole('button', { name: words.markAnswered }).click();
    await expect.element(toast).toHaveTextContent('3 leads were updated.');
    await expect.element(bar).not.toBeInTheDocument();
    expect((await sent.read()).map(({ body }) => body)).toEqual([
      { ids: ['anna', 'bert', 'cleo'], action: 'answered' },
    ]);
    await expect.poll(() => asked.read()).toHaveLength(2);
  });

  it.each([
    [words.archive, 'archived', 'new'],
    [words.quarantine, 'quarantine', 'release'],
  ])('are as before by the button of the toast: %s', async (name, action, undoing) => {
    const sent = await answerCalls(several, { status: 202, body: { count: 2 } });
    await open([lead('anna'), lead('bert')]);
    await page.getByRole('checkbox', { name: words.selectAll }).click();
    await bar.getByRole('button', { name }).click();
    await toast.getByRole('button', { name: undo }).click();
    await expect.element(toast).toHaveTextContent(`${words.undoneTitle}2 leads are as before.`);
    expect((await sent.read()).map(({ body }) => body)).toEqual([
      { ids: ['anna', 'bert'], action },
      { ids: ['anna', 'bert'], action: undoing },
    ]);
  });

  it('offer no way back where they were answered before, since when would be lost', async () => {
    await answerCalls(several, { status: 202, body: { count: 1 } });
    await open([lead('anna', { status: 'answered' })], { path: '/admin/leads?box=answered' });
    await page.getByRole('checkbox', { name: words.selectAll }).click();
    await bar.getByRole('button', { name: words.archive }).click();
    await expect.element(toast).toHaveTextContent('One lead was updated.');
    expect(toast.getByRole('button', { name: undo }).elements()).toEqual([]);
  });

  it('are erased once that is confirmed, each person named once', async () => {
    const sent = await answerCalls(several, { status: 202, body: { count: 1 } });
    await open([lead('anna'), lead('anna2', { email: 'Anna@example.org' })]);
    await page.getByRole('checkbox', { name: words.selectAll }).click();
    await bar.getByRole('button', { name: messages.en.admin.person.erase }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase one person?' });
    await expect.poll(() => dialog.getByRole('listitem').elements().length).toBe(1);
    expect(await sent.read()).toEqual([]);
    await dialog.getByRole('button', { name: messages.en.admin.person.eraseAll }).click();
    await expect.element(toast).toHaveTextContent('One person is being erased.');
    expect((await sent.read()).map(({ body }) => body)).toEqual([
      { ids: ['anna', 'anna2'], action: 'erase' },
    ]);
  });

  it('stay selected when it fails', async () => {
    await answerCalls(several, refusal(503, 'unavailable'));
    await open([lead('anna')]);
    await page.getByRole('checkbox', { name: 'Select anna@example.org' }).click();
    await bar.getByRole('button', { name: words.archive }).click();
    await expect.element(toast).toHaveTextContent(words.notChanged);
    await expect.element(bar).toHaveTextContent('1 selected');
  });
});

it('announces that leads will be removed, until that holds', async () => {
  await answerCalls(list, { body: { leads: [] } });
  const retention = { days: 365, from: new Date(Date.now() + 86_400_000).toISOString(), leads: 12 };
  await answerCalls('GET /api/admin/leads/counts', { body: { ...counts, retention } });
  renderAdmin(<LeadsScreen />, { path: '/admin/leads' });
  await expect.element(page.getByText(/leads older than 365 days are removed: 12 by then/)).toBeVisible();
});

describe('the boxes', () => {
  it('say how much is in each, and go along with the other filters', async () => {
    await open([], { path: '/admin/leads?kind=question' });
    await expect
      .element(page.getByRole('link', { name: 'To answer 2' }))
      .toHaveAttribute('aria-current', 'page');
    await expect.element(page.getByRole('link', { name: 'Sign-ups 5' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Answered 999+' })).toBeVisible();
    await page.getByRole('link', { name: 'Quarantine 3' }).click();
    await expect.element(address).toHaveTextContent('/admin/leads?box=quarantine&kind=question');
  });
});

describe('the filters', () => {
  it('search once typing has paused, in every box, and never in the address', async () => {
    const asked = await open([]);
    await page.getByRole('searchbox').fill('door');
    await expect.poll(async () => (await queriesOf(asked)).at(-1)).toEqual({ ...inbox, q: 'door' });
    await expect.element(address).toHaveTextContent(/^\/admin\/leads$/);
    await page.getByRole('link', { name: 'Quarantine 3' }).click();
    await expect.poll(async () => (await queriesOf(asked)).at(-1)).toEqual({ quarantine: 'yes', q: 'door' });
    await expect.element(page.getByRole('searchbox')).toHaveValue('door');
    await expect.element(address).toHaveTextContent(/^\/admin\/leads\?box=quarantine$/);
  });

  it('ask for whole days, the last one included', async () => {
    const asked = await open([]);
    await page.getByLabelText(words.from, { exact: true }).fill('2026-02-01');
    await page.getByLabelText(words.to, { exact: true }).fill('2026-02-28');
    await expect.element(address).toHaveTextContent('/admin/leads?from=2026-02-01&to=2026-02-28');
    await expect
      .poll(async () => (await queriesOf(asked)).at(-1))
      .toMatchObject({ from: '2026-02-01T00:00:00', to: '2026-03-01T00:00:00' });
  });

  it('are taken from the address, those that are no filters left out, and cleared at once', async () => {
    const asked = await open([], { path: '/admin/leads?kind=question&language=FR&from=2026-02-31' });
    await expect.element(page.getByLabelText(words.kind)).toHaveValue('question');
    await expect.element(page.getByLabelText(words.from, { exact: true })).toHaveValue('');
    await expect.poll(() => queriesOf(asked)).toEqual([{ ...inbox, kind: 'question' }]);
    await button(words.clear).click();
    await expect.element(address).toHaveTextContent(/^\/admin\/leads$/);
    await expect.element(button(words.clear)).not.toBeInTheDocument();
  });

  it('are behind a button on a phone, except the search', async () => {
    await page.viewport(375, 812);
    await open([]);
    await expect.element(page.getByLabelText(words.kind)).not.toBeVisible();
    await button(words.moreFilters).click();
    await expect.element(page.getByLabelText(words.kind)).toBeVisible();
    await expect.element(button(words.fewerFilters)).toHaveAttribute('aria-expanded', 'true');
    await page.viewport(1440, 900);
  });
});
