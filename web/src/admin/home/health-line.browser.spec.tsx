import { type HealthAnswer, healthProblems } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, answerCalls, refusal } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import { HealthLine } from './health-line';

const well: HealthAnswer = {
  problems: [],
  oldestJobSeconds: 0,
  failedDeliveries: 0,
  endpointsOff: 0,
  failedNotices: 0,
  lastBackupAt: `${new Date().getFullYear()}-02-03T02:10:00.000Z`,
  files: { count: 0, bytes: 0 },
  disk: { freeBytes: 23.4e9, totalBytes: 40e9 },
  certificate: { expiresAt: '2099-01-01T00:00:00.000Z', daysLeft: 61 },
  version: '1.2.3',
  newerVersion: null,
};

async function show(answer: Answer, language: 'en' | 'nl' = 'en') {
  await answerCalls('GET /api/admin/health', answer);
  renderAdmin(<HealthLine />, { language });
}
const of = (change: Partial<HealthAnswer>): Answer => ({ body: { ...well, ...change } });
/** The other one is the toaster's. */
const card = page.getByRole('region').first();

it('is quiet when all is well', async () => {
  await show(of({}));
  await expect.element(card).toHaveAccessibleName('The server');
  await expect
    .element(card)
    .toHaveTextContent(
      'The server is fine. Last backup: 3 Feb, 03:10. 23 GB of disk left. ' +
        'The certificate is valid for another 61 days. Version 1.2.3.',
    );
  expect(card.element().querySelectorAll('svg')).toHaveLength(1);
  expect(page.getByRole('link').elements()).toEqual([]);
});

it('says so in Dutch', async () => {
  await show(of({}), 'nl');
  await expect
    .element(card)
    .toHaveTextContent('De server draait goed. Laatste back-up: 3 feb, 03:10. Nog 23 GB schijfruimte vrij.');
});

it('counts the files that were uploaded', async () => {
  await show(of({ files: { count: 12, bytes: 1.2345e9 } }));
  await expect.element(card).toHaveTextContent('12 uploaded files, 1,235 MB.');
  await show(of({ files: { count: 1, bytes: 5_000 } }), 'nl');
  await expect.element(card).toHaveTextContent('Eén geüpload bestand, 1 MB.');
});

it('leaves out what nobody knows', async () => {
  await show(of({ disk: null, certificate: null, version: null, newerVersion: '1.3.0' }));
  await expect
    .element(card)
    .toHaveTextContent(
      /^The serverThe server is fine\. Last backup: 3 Feb, 03:10\. Version 1\.3\.0 is out: it can be installed with make upgrade\.$/,
    );
});

it('names in a line what needs the owner, which opens to what to do', async () => {
  await show(of({ problems: ['disk-low', 'backup-missing'], lastBackupAt: null }));
  await expect.element(card).toHaveAccessibleName('2 things need your attention on the server');
  await expect.element(page.getByText("The disk is filling up · There's no backup yet")).toBeVisible();
  const names = page.getByRole('heading', { level: 3 });
  expect(names.elements()).toEqual([]);
  await page.getByRole('heading', { level: 2 }).click();
  await expect.element(names.nth(0)).toHaveTextContent('The disk is filling up');
  await expect.element(names.nth(1)).toHaveTextContent("There's no backup yet");
  await expect.element(page.getByText('Run make backup on the server.')).toBeVisible();
  await expect.element(page.getByText('The server is fine.')).not.toBeInTheDocument();
  await expect.element(page.getByText(/^The certificate is valid/)).toBeVisible();
});

it('leaves to the panel above what failed at a webhook', async () => {
  await show(of({ problems: ['deliveries-failed', 'endpoints-off'], failedDeliveries: 3, endpointsOff: 1 }));
  await expect.element(page.getByText(/^The server is fine\./)).toBeVisible();
});

it.each(['en', 'nl'] as const)('has words for every problem (%s)', async (language) => {
  await show(of({ problems: [...healthProblems], oldestJobSeconds: 300, failedNotices: 1 }), language);
  await page.getByRole('heading', { level: 2 }).click();
  // All but the two that the panel above shows.
  await expect
    .poll(() => page.getByRole('heading', { level: 3 }).elements().length)
    .toBe(healthProblems.length - 2);
  // A key that is missing is shown as it is.
  await expect.element(card).not.toHaveTextContent(/admin\.health/);
});

it('does not call it well when it cannot be known', async () => {
  await show(refusal(503, 'unavailable'));
  await expect.element(card).toHaveAccessibleName("It isn't clear whether the server is fine");
  await expect.element(page.getByText(/run make doctor on the server/)).toBeVisible();
});
