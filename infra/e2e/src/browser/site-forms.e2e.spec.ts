import type { Page } from 'playwright';
import { messages } from '@voordeur/contracts/messages';
import { expect, test } from './test.js';
import { accessibilityFaults, oneOfEachPair, runUntilShown, toastNow, visit } from './site.js';

const { en, nl } = messages;

/** How a visitor finds a form, and the words on it. */
interface SiteForm {
  name: string;
  path: string;
  /** Brings the form onto the page. */
  open?: (page: Page) => Promise<unknown>;
  /** Its fields by label, with the text to type. */
  fields: Record<string, string>;
  submit: string;
  call: string;
  success: string[];
}

const inPopup = (name: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('button', { name, exact: true }).last().click();
  await runUntilShown(page, page.getByRole('dialog'));
};

async function openGate(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Video 2/ }).click();
  await runUntilShown(page, page.getByRole('dialog'));
  await page.clock.runFor(120_000);
  await page.getByRole('heading', { name: /^(Enjoying this|Smaakt dit naar meer)/ }).waitFor();
}

async function cutOffCalendar(page: Page): Promise<void> {
  await page.route('https://calendly.com/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: /^(Show the calendar|Toon de agenda)$/ }).click();
  await page.locator('iframe').waitFor({ state: 'attached' });
  await page.clock.runFor(4_000);
  await page.getByRole('heading', { name: /^(Propose a time|Stel een moment voor)$/ }).waitFor();
}

/** An address that no other test uses. */
const email = () => `you-${crypto.randomUUID()}@example.org`;
const inquiry = { call: '/api/setups-inquiry' };
const letter = { call: '/api/newsletter-signup' };
const gate = { call: '/api/video-signup', open: openGate };
const proposal = { ...inquiry, open: cutOffCalendar };

const forms: SiteForm[] = [
  {
    ...{ ...inquiry, name: 'setups, in English', path: '/en', open: inPopup(en.home.tiles.setups) },
    fields: { 'Your email': email(), 'What eats up your week?': 'Forty orders.' },
    submit: en.setups.submit,
    success: [en.form.success, en.setups.success],
  },
  {
    ...{ ...inquiry, name: 'setups, in Dutch', path: '/nl', open: inPopup(nl.home.tiles.setups) },
    fields: { 'Je e-mailadres': email(), 'Wat slokt je week op?': 'Veertig bestellingen.' },
    submit: nl.setups.submit,
    success: [nl.form.success, nl.setups.success],
  },
  {
    ...{ ...inquiry, name: 'question, in English', path: '/en', open: inPopup(en.home.contact.ask) },
    fields: { 'Your email': email(), 'Your question': 'Can you?' },
    submit: en.question.submit,
    success: [en.form.success, en.question.success],
  },
  {
    ...{ ...inquiry, name: 'question, in Dutch', path: '/nl', open: inPopup(nl.home.contact.ask) },
    fields: { 'Je e-mailadres': email(), 'Je vraag': 'Kun je dat?' },
    submit: nl.question.submit,
    success: [nl.form.success, nl.question.success],
  },
  {
    ...{ ...letter, name: 'newsletter, in English', path: '/en' },
    fields: { 'Email address': email() },
    submit: en.newsletter.submit,
    success: [en.newsletter.success],
  },
  {
    ...{ ...letter, name: 'newsletter, in Dutch', path: '/nl' },
    fields: { 'E-mailadres': email() },
    submit: nl.newsletter.submit,
    success: [nl.newsletter.success],
  },
  {
    ...{ ...gate, name: 'the gate, in English', path: '/learn' },
    fields: { 'Email address': email(), 'Phone number': '+31 6 12345678' },
    submit: en.learn.gate.submit,
    success: [en.form.success, en.learn.gate.success],
  },
  {
    ...{ ...gate, name: 'the gate, in Dutch', path: '/nl/learn' },
    fields: { 'E-mailadres': email() },
    submit: nl.learn.gate.submit,
    success: [nl.form.success, nl.learn.gate.success],
  },
  {
    ...{ ...proposal, name: 'proposing a time, in English', path: '/booking' },
    fields: { 'Your email': email(), 'When would suit you?': 'Thursday' },
    submit: en.booking.proposeSubmit,
    success: [en.form.success, "I'll confirm your time by email within 24 hours."],
  },
  {
    ...{ ...proposal, name: 'proposing a time, in Dutch', path: '/nl/booking' },
    fields: { 'Je e-mailadres': email(), 'Wanneer komt het jou uit?': 'donderdag' },
    submit: nl.booking.proposeSubmit,
    success: [nl.form.success, 'Ik bevestig je moment binnen 24 uur per mail.'],
  },
];

// Every answer to a form is shown in web/src/site/lead-forms.browser.spec.tsx.
for (const { name, path, open, fields, submit, call, success } of oneOfEachPair(forms))
  test(`the form of ${name} is taken by the api, once`, async () => {
    const { page, faults } = await visit({ path, clock: 'stopped' });
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith(call)) statuses.push(response.status());
    });
    await open?.(page);
    faults.length = 0;
    for (const [label, value] of Object.entries(fields))
      await page.getByRole('textbox', { name: label, exact: true }).fill(value);
    await page.clock.runFor(1_000);
    await page.getByRole('button', { name: submit, exact: true }).click();
    await expect.poll(() => toastNow(page)).toEqual(success);
    expect(statuses).toEqual([202]);
    expect(faults.filter((fault) => !/chrome(-extension)?:|calendly/.test(fault))).toEqual([]);
  });

for (const [path, label, submit, granted] of oneOfEachPair([
  ['/aanmelding-prompt', en.guide.email, en.guide.submit, en.guide.openTitle],
  ['/nl/aanmelding-prompt', nl.guide.email, nl.guide.submit, nl.guide.openTitle],
]))
  test(`${path} opens the real guide for an address, in a frame and in a new tab, until it is left`, async () => {
    const { page } = await visit({ path });
    await page.getByRole('textbox', { name: label, exact: true }).fill(email());
    await page.getByRole('button', { name: submit }).click();
    await page.getByRole('heading', { name: granted }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
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
