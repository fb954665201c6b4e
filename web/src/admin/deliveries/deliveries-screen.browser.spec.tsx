import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { address, renderAdmin } from '../../testing/render';
import DeliveriesScreen from './deliveries-screen';

const words = messages.en.admin.deliveries;

it('says that the deliveries could not be fetched, and asks for them again', async () => {
  await answerCalls('GET /api/admin/webhook-endpoints', {
    body: { endpoints: [], secret: { madeAt: null } },
  });
  await answerCalls('GET /api/admin/deliveries', refusal(503, 'unavailable'), { body: { deliveries: [] } });
  renderAdmin(<DeliveriesScreen />, { path: '/admin/deliveries' });
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.notFetched);
  await page.getByRole('button', { name: messages.en.admin.retry, exact: true }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

it('keeps its filters in the address', async () => {
  await answerCalls('GET /api/admin/webhook-endpoints', {
    body: { endpoints: [], secret: { madeAt: null } },
  });
  const asked = await answerCalls('GET /api/admin/deliveries', { body: { deliveries: [] } });
  renderAdmin(<DeliveriesScreen />, { path: '/admin/deliveries' });
  await page.getByLabelText(words.status).selectOptions('failed');
  await expect.element(address).toHaveTextContent('/admin/deliveries?status=failed');
  await expect.poll(async () => (await asked.read()).at(-1)?.search).toContain('status=failed');
});
