import type { HomeAnswer } from '@voordeur/contracts/http';
import { startSmtpReceiver } from '@voordeur/worker/testing';
import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { ownSettings, quickenPostgres, withStack } from '../helpers/test-stack.js';
import { startStack } from '@voordeur/operate/local/stack.js';
import { expect, test } from './test.js';
import { openVisitor, untilAlive } from './site.js';
import { isGiven, logIn } from './stack.js';

const { en } = messages;

const mostClicks = 18;
const adminKey = 'the key of the tests';
const [asks, unwanted, heldBack] = ['orders', 'unwanted', 'held-back'].map(
  (name) => `${name}@example.org`,
) as [string, string, string];

// On a stack of its own, where nobody else waits and which has a mail server.
test('a whole morning takes few clicks, and at its end nobody waits', async () => {
  test.skip(isGiven, 'it starts a stack of its own, of local processes');
  const mailServer = await startSmtpReceiver();
  const settings = ownSettings('test-morning', 9, {
    ADMIN_SECRET_KEY: adminKey,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Front door <door@example.org>',
    OWNER_EMAIL: 'owner@example.org',
  });
  const start = async () => {
    await startStack(settings);
    await quickenPostgres(settings);
  };
  const mailsTo = (address: string) => mailServer.mails.filter(({ to }) => to.includes(address));
  try {
    await withStack(settings, (baseUrl) => liveMorning(baseUrl, mailsTo), start);
  } finally {
    await mailServer.stop();
  }
});

type MailsTo = (address: string) => { parsed: { text?: string | undefined } }[];

async function liveMorning(baseUrl: string, mailsTo: MailsTo): Promise<void> {
  await sendByForm(baseUrl, asks, 'Every Friday I copy forty orders.');
  await Promise.all([
    sendByForm(baseUrl, unwanted, 'We sell followers.'),
    sendByForm(baseUrl, heldBack, 'My browser fills in every field.', { fillsTrap: true }),
  ]);
  const { token } = await logIn(baseUrl, adminKey);
  await untilHome(baseUrl, token, { waitingCount: 2, quarantined: 1 });

  const { page } = await openVisitor('en-GB', { baseUrl });
  let clicks = 0;
  await page.exposeFunction('countClick', () => (clicks += 1));
  // A click that a key makes has no detail.
  await page.addInitScript(`addEventListener('click', ({ detail }) => detail > 0 && countClick(), true)`);
  await page.goto('/admin');
  await page.getByLabel(en.admin.login.secretKey).fill(adminKey);
  await page.keyboard.press('Enter');

  // The lead whose answer is due first is answered by one key.
  const waiting = page.getByRole('list', { name: en.admin.dashboard.waiting });
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await page.getByText(en.admin.dashboard.replyFirst).waitFor();
  await page.keyboard.press('r');
  await reply(page, asks, 'Yes, that can be one step.');
  await expect.poll(() => mailsTo(asks).length).toBe(1);
  expect(mailsTo(asks)[0]?.parsed.text).toContain('Yes, that can be one step.');

  // One is erased.
  await goHome(page);
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
  await waiting.getByRole('link', { name: unwanted, exact: true }).click();
  await page.getByRole('button', { name: en.admin.person.erase }).click();
  await page.getByLabel(/^Type the address/).fill(unwanted);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: en.admin.leads.title, level: 1 }).waitFor();
  await untilHome(baseUrl, token, { waitingCount: 0, quarantined: 1 });

  // One is released from quarantine, and answered.
  await goHome(page);
  await page.getByText(en.admin.dashboard.nobody).waitFor();
  await page.getByRole('link', { name: 'One held back as possible spam' }).click();
  await page.getByRole('button', { name: `Release ${heldBack}` }).click();
  await untilHome(baseUrl, token, { waitingCount: 1, quarantined: 0 });
  await goHome(page);
  await waiting.getByText(heldBack).waitFor();
  await page.getByText(en.admin.dashboard.replyFirst).waitFor();
  await page.keyboard.press('r');
  await reply(page, heldBack, 'Sorry, that was our filter.');
  await expect.poll(() => mailsTo(heldBack).length).toBe(1);

  // A text of the site is edited in its place, and taken back.
  await page.getByRole('contentinfo').getByRole('link', { name: en.admin.site }).click();
  await page.getByRole('button', { name: en.admin.inPlace.start }).click();
  const sentence = page.locator('.hero-lead[data-in-place]');
  const builtIn = await sentence.innerText();
  await sentence.click();
  await page
    .getByRole('dialog', { name: en.admin.inPlace.popover })
    .getByRole('textbox')
    .and(page.locator(':focus'))
    .waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Less typing, more thinking.');
  await page.keyboard.press('Control+s');
  const bar = page.getByRole('complementary', { name: en.admin.inPlace.label });
  await bar.getByText(en.admin.inPlace.saved).waitFor();
  await expect(sentence).toHaveText('Less typing, more thinking.');
  await bar.getByRole('button', { name: en.admin.inPlace.takeBack }).click();
  await bar.getByText('Taken back.').waitFor();
  await expect(sentence).toHaveText(builtIn);

  await page.goto('/admin');
  await page.getByText(en.admin.dashboard.nobody).waitFor();
  await expect(page.getByRole('heading', { name: en.admin.dashboard.failed })).toHaveCount(0);
  await page.getByText('2 leads this week').waitFor();
  await untilHome(baseUrl, token, { waitingCount: 0, quarantined: 0 });
  process.stdout.write(`a morning in ${clicks} clicks\n`);
  expect(clicks).toBeGreaterThan(5);
  expect(clicks).toBeLessThanOrEqual(mostClicks);
}

/** As a visitor does, who takes a minute for it: a program would be faster. */
async function sendByForm(
  baseUrl: string,
  email: string,
  idea: string,
  { fillsTrap = false } = {},
): Promise<void> {
  const { page } = await openVisitor('en-GB', { baseUrl });
  await page.clock.install();
  await page.goto('/en');
  await untilAlive(page);
  await page.getByRole('main').getByRole('button', { name: en.home.tiles.setups }).last().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(en.setups.email).fill(email);
  await page.clock.fastForward(60_000);
  await dialog.getByLabel(en.setups.idea).fill(idea);
  // The field that no one sees.
  if (fillsTrap) await dialog.locator('[name=reference]').fill('https://example.org', { force: true });
  const answered = page.waitForResponse('**/api/setups-inquiry');
  await dialog.getByRole('button', { name: en.setups.submit }).click();
  expect((await answered).status()).toBe(202);
}

/** Waits until a worker has caused the home to say this. */
async function untilHome(baseUrl: string, token: string, expected: Partial<HomeAnswer>): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const read = async () =>
    (await (await fetch(`${baseUrl}/api/admin/home`, { headers })).json()) as HomeAnswer;
  await expect.poll(read).toMatchObject(expected);
}

/** The field has the focus, with the cursor where the answer goes: it's typed, and sent by the one button. */
async function reply(page: Page, to: string, words: string): Promise<void> {
  await page.getByRole('heading', { name: to, level: 1 }).waitFor();
  await page.getByLabel(en.admin.reply.text, { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(words);
  await page.getByRole('button', { name: en.admin.reply.send, exact: true }).click();
  await page.getByRole('list', { name: en.admin.reply.earlier }).getByText(/^Sent/).waitFor();
}

async function goHome(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: en.admin.nav.label })
    .getByRole('link', { name: en.admin.nav.home })
    .click();
  await page.getByRole('heading', { name: en.admin.dashboard.title }).waitFor();
}
