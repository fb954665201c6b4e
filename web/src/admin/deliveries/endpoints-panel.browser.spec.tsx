import { webhookEndpoints } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import { EndpointsPanel } from './endpoints-panel';

const none = { configured: false, offSince: null, waiting: 0, failed: 0 };
const panel = page.getByRole('region', { name: 'Where your leads go' });

it.each([
  [false, 'Not set up yet: your leads come by email only'],
  [true, 'an address that says it’s gone is switched off'],
])('says where leads go when one address is set up: %s', async (configured, note) => {
  const endpoints = webhookEndpoints.map((name) => ({
    name,
    ...none,
    configured: configured && name === 'question',
  }));
  await answerCalls('GET /api/admin/webhook-endpoints', { body: { endpoints } });
  renderAdmin(<EndpointsPanel />);
  await expect.element(panel.getByText(note)).toBeVisible();
  await expect.element(panel.getByText('Not set up yet', { exact: true }).first()).toBeVisible();
});
