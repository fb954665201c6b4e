import type { Locator, Page } from 'playwright';
import { runUntilShown } from './site.js';

/** A form that makes a lead: how a visitor finds it, and the words that the spec gives it. */
export interface SiteForm {
  name: string;
  path: string;
  /** Brings the form onto the page. */
  open: (page: Page) => Promise<unknown>;
  /** Its fields by label, with the text to type. */
  fields: Record<string, string>;
  submit: string;
  call: string;
  /** Expected content of the call in addition to the fields. */
  body: object;
  success: string[];
  failed: string[];
  /** The spec has its button off while nothing is filled in. */
  offWhenEmpty: boolean;
  /** The reminder of the spam folder follows. */
  reminds?: boolean;
  /** A popup closes itself, and leaves this on the page. */
  leaves?: string;
  /** The opened part takes its place, or the promise does. */
  opens?: boolean;
}

export const typed = { email: 'you@example.org', text: 'Every Friday I copy forty orders.' };

async function openPopup(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).last().click();
  await runUntilShown(page, page.getByRole('dialog'));
}

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

const nothing = () => Promise.resolve();
const documentUrl = '/terms-en.pdf?expires=1&sig=x';

/** The api's answer to each of them. */
export const accepted = { id: '1', documentUrl };

export const formsOfSite: SiteForm[] = [
  {
    name: 'setups, in English',
    path: '/en',
    open: (page) => openPopup(page, 'Custom setups'),
    fields: { 'Your email': typed.email, 'What eats up your week?': typed.text },
    submit: 'Send your idea',
    call: '/api/setups-inquiry',
    body: { kind: 'setups', idea: typed.text, language: 'ENG' },
    success: ['Success!', 'Your idea has been submitted successfully'],
    failed: ['Error', 'Failed to submit your idea. Please try again.'],
    offWhenEmpty: true,
    reminds: true,
    leaves: "I'll reply within 24 hours.",
  },
  {
    name: 'setups, in Dutch',
    path: '/nl',
    open: (page) => openPopup(page, 'Setups op maat'),
    fields: { 'Je e-mailadres': typed.email, 'Wat slokt je week op?': typed.text },
    submit: 'Verstuur je idee',
    call: '/api/setups-inquiry',
    body: { kind: 'setups', idea: typed.text, language: 'NL' },
    success: ['Gelukt!', 'Je idee is verstuurd'],
    failed: ['Fout', 'Je idee is niet verstuurd. Probeer het opnieuw.'],
    offWhenEmpty: true,
    reminds: true,
    leaves: 'Je hebt binnen 24 uur antwoord.',
  },
  {
    name: 'question, in English',
    path: '/en',
    open: (page) => openPopup(page, 'Ask a question'),
    fields: { 'Your email': typed.email, 'Your question': typed.text },
    submit: 'Send your question',
    call: '/api/setups-inquiry',
    body: { kind: 'question', idea: typed.text, language: 'ENG' },
    success: ['Success!', 'Your question has been submitted successfully'],
    failed: ['Error', 'Failed to submit your question. Please try again.'],
    offWhenEmpty: true,
    reminds: true,
    leaves: "I'll reply within 24 hours.",
  },
  {
    name: 'question, in Dutch',
    path: '/nl',
    open: (page) => openPopup(page, 'Stel een vraag'),
    fields: { 'Je e-mailadres': typed.email, 'Je vraag': typed.text },
    submit: 'Verstuur je vraag',
    call: '/api/setups-inquiry',
    body: { kind: 'question', idea: typed.text, language: 'NL' },
    success: ['Gelukt!', 'Je vraag is verstuurd'],
    failed: ['Fout', 'Je vraag is niet verstuurd. Probeer het opnieuw.'],
    offWhenEmpty: true,
    reminds: true,
    leaves: 'Je hebt binnen 24 uur antwoord.',
  },
  {
    name: 'newsletter, in English',
    path: '/en',
    open: nothing,
    fields: { 'Email address': typed.email },
    submit: 'Subscribe',
    call: '/api/newsletter-signup',
    body: { language: 'ENG' },
    success: ['Successfully subscribed!'],
    failed: ['Failed to subscribe. Please try again.', 'Failed to subscribe. Please try again.'],
    offWhenEmpty: false,
    reminds: true,
  },
  {
    name: 'newsletter, in Dutch',
    path: '/nl',
    open: nothing,
    fields: { 'E-mailadres': typed.email },
    submit: 'Aanmelden',
    call: '/api/newsletter-signup',
    body: { language: 'NL' },
    success: ['Je bent aangemeld!'],
    failed: [
      'Aanmelden is niet gelukt. Probeer het opnieuw.',
      'Aanmelden is niet gelukt. Probeer het opnieuw.',
    ],
    offWhenEmpty: false,
    reminds: true,
  },
  {
    name: 'the gate, in English',
    path: '/learn',
    open: openGate,
    fields: { 'Email address': typed.email, 'Phone number': '+31 6 12345678' },
    submit: 'Keep watching',
    call: '/api/video-signup',
    // Opened at 120 s; the test types for one more.
    body: { phone: '+31 6 12345678', videoId: 'video-2', watchTime: 121 },
    success: ['Success!', 'Thank you for signing up!'],
    failed: ['Error', 'Failed to submit. Please try again.'],
    offWhenEmpty: true,
  },
  {
    name: 'the gate, in Dutch',
    path: '/nl/learn',
    open: openGate,
    fields: { 'E-mailadres': typed.email },
    submit: 'Kijk verder',
    call: '/api/video-signup',
    body: { phone: '', videoId: 'video-2', watchTime: 121 },
    success: ['Gelukt!', 'Bedankt voor je aanmelding!'],
    failed: ['Fout', 'Versturen is niet gelukt. Probeer het opnieuw.'],
    offWhenEmpty: true,
  },
  {
    name: 'the guide, in English',
    path: '/aanmelding-prompt',
    open: nothing,
    fields: { 'Email address': typed.email },
    submit: 'Open the door',
    call: '/api/prompt-signup',
    body: { language: 'ENG' },
    opens: true,
    success: ['Success!', 'You now have access to the document'],
    failed: ['Error', 'Something went wrong. Please try again.'],
    offWhenEmpty: false,
  },
  {
    name: 'the guide, in Dutch',
    path: '/nl/aanmelding-prompt',
    open: nothing,
    fields: { 'E-mailadres': typed.email },
    submit: 'Doe open',
    call: '/api/prompt-signup',
    body: { language: 'NL' },
    opens: true,
    success: ['Gelukt!', 'Je hebt nu toegang tot het document'],
    failed: ['Fout', 'Er ging iets mis. Probeer opnieuw.'],
    offWhenEmpty: false,
  },
  {
    name: 'proposing a time, in English',
    path: '/booking',
    open: cutOffCalendar,
    fields: { 'Your email': typed.email, 'When would suit you?': 'Thursday' },
    submit: 'Send these times',
    call: '/api/setups-inquiry',
    body: { kind: 'proposal', idea: 'Thursday', language: 'ENG' },
    success: ['Success!', "I'll confirm your time by email within 24 hours."],
    failed: ['Error', 'Failed to submit. Please try again.'],
    offWhenEmpty: true,
    reminds: true,
    opens: true,
  },
  {
    name: 'proposing a time, in Dutch',
    path: '/nl/booking',
    open: cutOffCalendar,
    fields: { 'Je e-mailadres': typed.email, 'Wanneer komt het jou uit?': 'donderdag' },
    submit: 'Stuur deze momenten',
    call: '/api/setups-inquiry',
    body: { kind: 'proposal', idea: 'donderdag', language: 'NL' },
    success: ['Gelukt!', 'Ik bevestig je moment binnen 24 uur per mail.'],
    failed: ['Fout', 'Versturen is niet gelukt. Probeer het opnieuw.'],
    offWhenEmpty: true,
    reminds: true,
    opens: true,
  },
];

export async function fillForm(page: Page, { fields }: SiteForm): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await fieldOf(page, label).fill(value);
}

export function fieldOf(page: Page, label: string): Locator {
  return page.getByRole('textbox', { name: label, exact: true });
}

export function buttonOf(page: Page, { submit }: SiteForm): Locator {
  return page.getByRole('button', { name: submit, exact: true });
}
