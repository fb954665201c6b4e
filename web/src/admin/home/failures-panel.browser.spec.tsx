import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import FailuresPanel from './failures-panel';

const asOf = '2026-03-02T08:00:00.000Z';
const since = '2026-03-01T10:00:00.123Z';
const failed = { endpoint: 'question', failed: 3, since, isOff: false, waiting: 0 } as const;
const mails = { endpoint: 'smtp', failed: 1, since, isOff: false, waiting: 0 } as const;
const off = { endpoint: 'setups', failed: 0, since: null, isOff: true, waiting: 2 } as const;
const rows = page.getByRole('listitem');

function show() {
  renderAdmin(
    <FailuresPanel
      failedEndpoints={[failed, off, mails]}
      failedErasures={[{ id: '1', person: 'call me' }]}
      failedReplies={[{ leadId: 'anna', sender: 'anna@example.org' }]}
      asOf={asOf}
    />,
  );
}

it('sends again what failed at an endpoint until now, once', async () => {
  const replays = await answerCalls('POST /api/admin/deliveries/replay', {
    ...{ status: 202, body: { replayed: 3 }, held: true },
  });
  show();
  await expect.element(rows.nth(0)).toHaveTextContent('Question: 3 deliveries failedSince ');
  await page.getByRole('button', { name: 'Send again' }).first().dblClick();
  await replays.release();
  await expect.element(toast).toHaveTextContent('On its way again');
  expect((await replays.read()).map(({ body }) => body)).toEqual([
    { endpoint: 'question', from: since, to: asOf },
  ]);
});

it('switches an endpoint back on, and leads to a reply that was not sent', async () => {
  const on = await answerCalls('POST /api/admin/webhook-endpoints/setups/on', {
    body: { name: 'setups', resumed: 2 },
  });
  show();
  await expect
    .element(rows.nth(1))
    .toHaveTextContent('Custom setup: switched off by its receiver2 deliveries are waiting');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect.element(toast).toBeVisible();
  expect(await on.read()).toHaveLength(1);
  await expect.element(rows.nth(3)).toHaveTextContent("Your reply to anna@example.org wasn't sent");
  await expect
    .element(page.getByRole('link', { name: 'Try again' }))
    .toHaveAttribute('href', '/admin/leads/anna#reply');
});

it('says whose erasure failed, and leads to where it is asked for again', async () => {
  show();
  await expect.element(rows.nth(4)).toHaveTextContent(/call me/);
  await expect.element(rows.nth(4).getByRole('link')).toHaveAttribute('href', '/admin/leads');
});

it('says when it could not be sent again', async () => {
  await answerCalls('POST /api/admin/deliveries/replay', refusal(503, 'unavailable'));
  show();
  await expect.element(rows.nth(2)).toHaveTextContent('Your mail server: one delivery failedSince ');
  await rows.nth(2).getByRole('button', { name: 'Send again' }).click();
  await expect.element(toast).toHaveTextContent(/^Error/);
});
