import type { Page } from 'playwright';
import { expect, test } from './test.js';
import { buttonOf, fieldOf, fillForm, formsOfSite, typed } from './forms-of-site.js';
import { answerCall, oneOfEachPair, runUntilShown, toastNow, visit } from './site.js';
import { untilDialogListens, untilStill } from './waits.js';

// Every answer to a form is shown in web/src/app/lead-forms.browser.spec.tsx.
for (const form of oneOfEachPair(formsOfSite))
  test(`the form of ${form.name} is taken by the api, once`, async () => {
    const { page, faults } = await visit({ path: form.path, clock: 'stopped' });
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith(form.call)) statuses.push(response.status());
    });
    await form.open(page);
    faults.length = 0;
    await fillForm(page, form);
    await page.clock.runFor(1_000);
    await buttonOf(page, form).click();
    await expect.poll(() => toastNow(page)).toEqual(form.success);
    expect(statuses).toEqual([202]);
    expect(faults.filter((fault) => !/chrome(-extension)?:|calendly/.test(fault))).toEqual([]);
  });

for (const [path, ...words] of oneOfEachPair([
  ['/aanmelding-prompt', 'Open the door', 'Access granted'],
  ['/nl/aanmelding-prompt', 'Doe open', 'De deur is open'],
]))
  test(`${path} opens the real guide for an address, in a frame and in a new tab, until it is left`, async () => {
    const [submit, granted] = words;
    const { page } = await visit({ path });
    await page.getByRole('textbox').fill(`you-${Date.now()}@example.org`);
    await page.getByRole('button', { name: submit }).click();
    await page.getByRole('heading', { name: granted }).waitFor();
    const download = page.getByRole('link', { name: /^Download PDF/ });
    const documentUrl = (await download.getAttribute('href')) ?? '';
    expect(documentUrl).toMatch(/^\/documents\/guide\.pdf\?expires=\d+&sig=/);
    await expect(download).toHaveAttribute('target', '_blank');
    const frame = page.locator('iframe');
    await expect(frame).toHaveAttribute('src', documentUrl);
    await expect(frame).toHaveAttribute('height', '600');
    const answer = await page.request.get(documentUrl);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await page.reload();
    await page.getByRole('button', { name: submit }).waitFor();
  });

test('a signup to be confirmed is not said to be done, can be sent again after ten minutes, and changed', async () => {
  const { page } = await visit({ path: '/en', clock: 'stopped' });
  const sent = await answerCall(page, '/api/newsletter-signup', 202, { id: '1', needsConfirmation: true });
  const line = 'One more click: follow the link in the email I just sent you.';
  await fieldOf(page, 'Email address').fill('you@company.com');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const outcome = page.getByRole('status').filter({ hasText: line });
  await runUntilShown(page, outcome.getByText(/^Nothing there\? .* sent again from \d\d:\d\d\.$/));
  await expect.poll(() => toastNow(page)).toEqual([line]);
  await expect(page.getByText('Successfully subscribed!')).toHaveCount(0);
  const resend = outcome.getByRole('button', { name: 'Send it again' });
  await page.clock.runFor(590_000);
  await expect(resend).toHaveCount(0);
  await page.clock.runFor(11_000);
  await resend.click();
  await expect.poll(() => sent.map(({ email }) => email)).toEqual(['you@company.com', 'you@company.com']);
  await resend.waitFor({ state: 'detached' });

  await outcome.getByRole('button', { name: 'Change the address' }).click();
  await page.keyboard.type('me@company.com');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect.poll(() => sent.at(-1)?.['email']).toBe('me@company.com');
});

test('a toast is swept away after 50 px and not before, and closed by its cross', async () => {
  const { page } = await visit({ path: '/en' });
  const subscribe = page.getByRole('button', { name: 'Subscribe' });
  await subscribe.click();
  await expect.poll(() => toastNow(page)).not.toEqual([]);
  await sweep(page, 40);
  await expect.poll(() => toastNow(page)).toEqual(['Error', 'Please enter a valid email address']);
  await sweep(page, 60);
  await expect.poll(() => toastNow(page)).toEqual([]);
  await subscribe.click();
  await page.getByRole('button', { name: 'Close notification' }).click();
  await expect.poll(() => toastNow(page)).toEqual([]);
});

for (const way of oneOfEachPair(['overlay', 'cross', 'Escape']))
  test(`a popup closed by its ${way} keeps what was typed until it is sent, and only in this tab`, async () => {
    const { page } = await visit({ path: '/en', clock: 'stopped' });
    const sent = await answerCall(page, '/api/setups-inquiry', 202, { id: '1' });
    const dialog = page.getByRole('dialog');
    const open = async () => {
      await page.getByRole('button', { name: 'Ask a question', exact: true }).click();
      await runUntilShown(page, dialog);
      await page.clock.runFor(50);
      await untilDialogListens(page);
    };
    await open();
    await fieldOf(page, 'Your email').fill(typed.email);
    await fieldOf(page, 'Your question').fill(typed.text);
    await page.clock.runFor(3_000);
    if (way === 'overlay') {
      await page.mouse.click(20, 20);
      await page.clock.runFor(100);
    } else if (way === 'cross') await dialog.getByRole('button', { name: 'Close' }).click();
    else await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await open();
    await expect(fieldOf(page, 'Your email')).toHaveValue(typed.email);
    await expect(fieldOf(page, 'Your question')).toHaveValue(typed.text);
    await expect.poll(() => page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await page.getByRole('button', { name: 'Send your question' }).click();
    await expect.poll(() => sent.length).toBe(1);
    // Typed long ago: nobody may be taken for a program for sending at once.
    expect(Number(sent[0]?.['elapsedMs'])).toBeGreaterThanOrEqual(3_000);
    // The popup closes 1.5 s after the answer, not after the call.
    await dialog.getByRole('status').filter({ hasText: /\S/ }).waitFor();
    await page.clock.runFor(1_500);
    await dialog.waitFor({ state: 'detached' });
    await open();
    await expect(fieldOf(page, 'Your question')).toHaveValue('');
  });

async function sweep(page: Page, pixels: number): Promise<void> {
  // Where it is once it has slid in.
  await untilStill(page);
  const box = await page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .boundingBox();
  if (!box) throw new Error('There is no toast to sweep.');
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels / 2, y);
  await page.mouse.move(x + pixels, y);
  await page.mouse.up();
}
