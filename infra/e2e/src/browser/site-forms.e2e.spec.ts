import type { Locator, Page } from 'playwright';
import { expect, test } from './test.js';
import { accepted, buttonOf, fieldOf, fillForm, formsOfSite, type SiteForm, typed } from './forms-of-site.js';
import { thorough } from './browser.js';
import { answerCall, oneOfEachPair, runUntilShown, toastIn, toastNow, untilAlive, visit } from './site.js';
import { untilDialogListens, untilStill } from './waits.js';

const spamReminder = {
  ENG: [
    'Check your spam folder too',
    "You'll hear from me by email. If it isn't in your inbox, look in your spam folder and mark Voordeur's emails as not spam.",
    'Je hoort van me per mail. Niets in je inbox? Kijk in je spammap en markeer de mails van Voordeur als ‘geen spam’.',
  ],
  NL: [
    'Kijk ook even in je spam',
    'Je hoort van me per mail. Niets in je inbox? Kijk in je spammap en markeer de mails van Voordeur als ‘geen spam’.',
  ],
};

for (const form of oneOfEachPair(formsOfSite))
  test.describe(`the form of ${form.name}`, () => {
    test('is sent once, says so, and ends as the spec has it', async () => {
      const { page, faults } = await visit({ path: form.path, clock: 'stopped' });
      let letThrough: (() => void) | undefined;
      const sent: Record<string, unknown>[] = [];
      const keys: (string | undefined)[] = [];
      await page.route('**/api/video-view', (route) => route.fulfill({ status: 202, body: '{"id":"1"}' }));
      await page.route(`**${form.call}`, async (route) => {
        sent.push(route.request().postDataJSON() as Record<string, unknown>);
        keys.push(route.request().headers()['idempotency-key']);
        await new Promise<void>((done) => (letThrough = done));
        await route.fulfill({ status: 202, contentType: 'application/json', body: JSON.stringify(accepted) });
      });
      await form.open(page);
      faults.length = 0;
      const button = buttonOf(page, form);
      await expect.poll(() => button.isDisabled()).toBe(form.offWhenEmpty);
      await fillForm(page, form);
      await page.clock.runFor(1_000);
      await button.click();

      const busy = page.getByRole('button', { name: /^(Submitting|Versturen)\.\.\.$/ });
      await busy.waitFor();
      await expect(busy).toBeDisabled();
      await expect(busy.locator('svg')).toHaveCount(1);
      await expect.poll(() => letThrough).toBeDefined();
      letThrough?.();

      await expect.poll(() => toastNow(page)).toEqual(form.success);
      expect(sent).toHaveLength(1);
      expect(sent[0]).toMatchObject({ email: typed.email, website: '', ...form.body });
      expect(Date.parse(String(sent[0]?.['timestamp']))).not.toBeNaN();
      expect(Number(sent[0]?.['elapsedMs'])).toBeGreaterThanOrEqual(1_000);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);

      if (form.leaves !== undefined) {
        await expect
          .poll(() => page.getByRole('dialog').getByRole('status').innerText())
          .toBe(form.success[1] ?? '');
        await page.clock.runFor(1_499);
        await expect(page.getByRole('dialog')).toHaveCount(1);
        await page.clock.runFor(1);
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await expect(lineOf(page, form)).toBeVisible();
        await page.clock.runFor(499);
      } else if (form.reminds) {
        if (!form.opens) await expect(fieldOf(page, Object.keys(form.fields)[0] ?? '')).toHaveValue('');
        await page.clock.runFor(1_999);
      }
      if (form.reminds) {
        await expect.poll(() => toastNow(page)).toEqual(form.success);
        await page.clock.runFor(1);
        const reminder = spamReminder[form.path.startsWith('/nl') ? 'NL' : 'ENG'];
        await expect.poll(() => toastNow(page)).toEqual(reminder);
      }
      // The line is there for the four seconds that reading takes, wherever the form went.
      if (!form.opens) {
        await page.clock.runFor(2_000);
        await expect(lineOf(page, form)).toBeVisible();
      }
      // A toast stays for five seconds.
      await page.clock.runFor(5_100);
      await expect.poll(() => toastNow(page)).toEqual([]);
      expect(faults.filter((fault) => !/chrome(-extension)?:|calendly/.test(fault))).toEqual([]);
    });
  });

// The forms by themselves do the same in web/src/app/lead-forms.browser.spec.tsx.
for (const form of thorough ? formsOfSite : formsOfSite.slice(0, 1))
  test.describe(`the form of ${form.name}`, () => {
    test('keeps what was typed, and its key, when the server fails and when it is cut off', async () => {
      const { page } = await visit({ path: form.path, clock: 'stopped' });
      await page.route('**/api/video-view', (route) => route.fulfill({ status: 202, body: '{"id":"1"}' }));
      const keys: (string | undefined)[] = [];
      await page.route(`**${form.call}`, (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        return keys.length === 1
          ? route.fulfill({ status: 503, body: '{}' })
          : route.abort('connectionrefused');
      });
      await form.open(page);
      await fillForm(page, form);
      for (const attempt of [1, 2]) {
        await buttonOf(page, form).click();
        await expect.poll(() => keys.length).toBe(attempt);
        await expect.poll(() => toastNow(page)).toEqual(form.failed);
        for (const [label, value] of Object.entries(form.fields))
          await expect(fieldOf(page, label)).toHaveValue(value);
        await expect(buttonOf(page, form)).toBeEnabled();
        const line = page.getByRole('alert').filter({ hasText: form.failed.at(-1) ?? '' });
        await expect(line).toBeFocused();
        await expect(line).toHaveCount(1);
        await page.clock.runFor(5_100);
        await expect.poll(() => toastNow(page)).toEqual([]);
        await expect(line).toBeFocused();
      }
      expect(keys[0]).toBeTruthy();
      expect(keys[1]).toBe(keys[0]);
    });
  });

test.describe('missing and wrong values are reported', () => {
  const missing = { en: ['Error', 'Please fill in all fields'], nl: ['Fout', 'Vul alle velden in'] };
  const asking = formsOfSite.filter(({ call }) => call === '/api/setups-inquiry');

  for (const form of oneOfEachPair(asking))
    test(`${form.name}: an empty form, and an address that isn’t one`, async () => {
      const { page } = await visit({ path: form.path, clock: 'stopped' });
      const sent = await answerCall(page, form.call, 202);
      await form.open(page);
      const [email = '', other = ''] = Object.keys(form.fields);
      await fieldOf(page, email).press('Enter');
      await expect.poll(() => toastNow(page)).toEqual(missing[form.path.startsWith('/nl') ? 'nl' : 'en']);
      await fieldOf(page, other).fill('   ');
      await expect(buttonOf(page, form)).toBeDisabled();
      await fieldOf(page, other).fill(typed.text);
      await fieldOf(page, email).fill('you@');
      await buttonOf(page, form).click();
      await expect(fieldOf(page, email)).toHaveAttribute('aria-invalid', 'true');
      expect(sent).toEqual([]);
    });

  for (const [path, toast, label, submit] of oneOfEachPair([
    ['/en', ['Error', 'Please enter a valid email address'], 'Email address', 'Subscribe'],
    ['/nl', ['Fout', 'Vul een geldig e-mailadres in'], 'E-mailadres', 'Aanmelden'],
    ['/aanmelding-prompt', ['Error', 'Please enter a valid email address'], 'Email address', 'Open the door'],
    ['/nl/aanmelding-prompt', ['Fout', 'Vul een geldig email adres in'], 'E-mailadres', 'Doe open'],
  ]))
    test(`${path}: ${JSON.stringify(toast)} for no address`, async () => {
      const { page } = await visit({ path, clock: 'stopped' });
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('signup')) calls.push(request.url());
      });
      for (const value of ['', 'you', 'you and@company.com']) {
        await fieldOf(page, label).fill(value);
        await page.getByRole('button', { name: submit }).click();
        await expect.poll(() => toastNow(page)).toEqual(toast);
        await expect(fieldOf(page, label)).toHaveAttribute('aria-invalid', 'true');
        await page.clock.runFor(5_100);
        await expect.poll(() => toastNow(page)).toEqual([]);
      }
      expect(calls).toEqual([]);
    });

  test('the letter wants text@text.text, the guide what a browser takes for an address', async () => {
    const { page } = await visit({ path: '/en' });
    const sent = await answerCall(page, '/api/newsletter-signup', 202, { id: '1' });
    await fieldOf(page, 'Email address').fill('you@company');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect.poll(() => toastNow(page)).toEqual(['Error', 'Please enter a valid email address']);
    expect(sent).toEqual([]);
    await page.goto('/aanmelding-prompt');
    await untilAlive(page);
    const asked = await answerCall(page, '/api/prompt-signup', 202, accepted);
    await fieldOf(page, 'Email address').fill('you@company');
    await page.getByRole('button', { name: 'Open the door' }).click();
    await expect.poll(() => asked.length).toBe(1);
  });
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

for (const [path, submit, label, line, subscribed, again, change, wait] of oneOfEachPair([
  [
    '/en',
    'Subscribe',
    'Email address',
    'One more click: follow the link in the email I just sent you.',
    'Successfully subscribed!',
    'Send it again',
    'Change the address',
    /^Nothing there\? .* sent again from \d\d:\d\d\.$/,
  ],
  [
    '/nl',
    'Aanmelden',
    'E-mailadres',
    'Bijna klaar: klik op de link in de mail die ik net stuurde.',
    'Je bent aangemeld!',
    'Stuur opnieuw',
    'Ander adres invullen',
    /^Niets gekregen\? .* Vanaf \d\d:\d\d stuur ik hem graag opnieuw\.$/,
  ],
]))
  test.describe(`a signup on ${path} that is to be confirmed`, () => {
    test('says so and not that it is done, can be sent again after ten minutes, and the address changed', async () => {
      const { page } = await visit({ path, clock: 'stopped' });
      const sent = await answerCall(page, '/api/newsletter-signup', 202, {
        id: '1',
        needsConfirmation: true,
      });
      const field = fieldOf(page, label);
      await field.fill('you@company.com');
      await page.getByRole('button', { name: submit }).click();
      const outcome = page.getByRole('status').filter({ hasText: line });
      await runUntilShown(page, outcome.getByText(wait));
      await expect.poll(() => toastNow(page)).toEqual([line]);
      await expect(page.getByText(subscribed)).toHaveCount(0);
      const resend = outcome.getByRole('button', { name: again });
      await page.clock.runFor(590_000);
      await expect(resend).toHaveCount(0);
      await page.clock.runFor(11_000);
      await resend.click();
      await expect.poll(() => sent.map(({ email }) => email)).toEqual(['you@company.com', 'you@company.com']);
      await resend.waitFor({ state: 'detached' });

      await outcome.getByRole('button', { name: change }).click();
      await page.keyboard.type('me@company.com');
      await page.getByRole('button', { name: submit }).click();
      await expect.poll(() => sent.at(-1)?.['email']).toBe('me@company.com');
    });
  });

/** A question that the server refused: its dialog is open, with a toast over it. */
async function askInVain(): Promise<Page> {
  const { page } = await visit({ path: '/en' });
  await answerCall(page, '/api/setups-inquiry', 503);
  await page.getByRole('button', { name: 'Ask a question', exact: true }).click();
  await fieldOf(page, 'Your email').fill(typed.email);
  await fieldOf(page, 'Your question').fill(typed.text);
  await page.getByRole('button', { name: 'Send your question' }).click();
  await expect.poll(() => toastNow(page)).not.toEqual([]);
  return page;
}

test('a toast over an open dialog is closed by its cross, and the dialog stays', async () => {
  const page = await askInVain();
  await toastIn(page).getByRole('button', { includeHidden: true }).click();
  await expect.poll(() => toastNow(page)).toEqual([]);
  await expect(page.getByRole('dialog')).toHaveCount(1);
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

test('Escape closes the dialog although a toast lies over it, and the toast stays', async () => {
  const page = await askInVain();
  await expect.poll(() => toastNow(page)).not.toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(toastIn(page)).toHaveText(/./);
  await page.keyboard.press('Escape');
  await expect.poll(() => toastNow(page)).toEqual([]);
});

test('a success is still there to read when the next address is being typed', async () => {
  const { page } = await visit({ path: '/en', clock: 'stopped' });
  await answerCall(page, '/api/newsletter-signup', 202, { id: '1' });
  await fieldOf(page, 'Email address').fill(typed.email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const line = page.getByRole('main').getByText('Successfully subscribed!');
  await line.waitFor();
  await fieldOf(page, 'Email address').fill('y');
  await page.clock.runFor(4_000);
  await expect(line).toBeVisible();
});

/** The line that says that the form was sent: in the form, or where its popup was opened. */
function lineOf(page: Page, { success, leaves }: SiteForm): Locator {
  return page.getByRole('status').filter({ hasText: leaves ?? success.at(-1) ?? '' });
}

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
