import { type LaunchStep, type SiteSettingKey, type SiteSettingsAnswer } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { readAdminDrafts } from '../../lib/admin-drafts';
import { answerCalls, refusal } from '../../testing/api';
import { address, renderAdmin } from '../../testing/render';
import SetupScreen from './setup-screen';

const { setup: words, yourSite, mail, launch: launchWords } = messages.en.admin;

const street = { name: { en: 'A bakery' }, before: side('9'), after: side('1') };
function side(number: string) {
  return { number: { en: number }, text: { en: 'hours' } };
}
const values: Record<SiteSettingKey, unknown> = {
  ...{ product: 'Voordeur', email: 'anna@example.org', phone: null, daysOff: null },
  ...{ asksName: null, showsAnswerTime: null },
  person: { name: 'Anna', town: { en: 'The Hague' } },
  company: { name: 'Anna', number: { en: 'KvK 1' }, address: 'Street 2', town: { en: 'The Hague' } },
  ...{
    streets: [street],
    quote: null,
    price: null,
    social: { en: {} },
    channel: null,
    colours: null,
    guide: null,
    videos: [],
    mark: null,
    sharePicture: null,
  },
  documents: { disclaimer: '/d-{language}.pdf', terms: '/t-{language}.pdf', privacy: '/p-{language}.pdf' },
  scheduler: { provider: 'link', address: 'https://example.org/anna' },
};
const settings = (changed: Partial<Record<SiteSettingKey, unknown>> = {}) => ({
  body: {
    version: '1',
    guideUrl: '/documents/guide.pdf',
    settings: Object.entries({ ...values, ...changed }).map(([key, value]) => {
      return { key: key as SiteSettingKey, value, default: value, isLocked: false };
    }),
  } satisfies SiteSettingsAnswer,
});

const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function open(path: string, left: LaunchStep[] = []): Promise<void> {
  await answerCalls('GET /api/admin/launch-checklist', { body: { open: left } });
  renderAdmin(<SetupScreen />, { path });
}

beforeEach(async () => {
  await answerCalls('GET /api/admin/site', settings());
  await answerCalls('GET /api/admin/checks', { body: { 'mail-records': null, 'booking-page': null } });
  const nothing = {
    isLocked: false,
    account: null,
    hasPassword: false,
    sender: null,
    owner: null,
    test: null,
  };
  await answerCalls('GET /api/admin/mail', { body: nothing });
  await answerCalls('GET /api/admin/webhook-endpoints', {
    body: { endpoints: [], secret: { madeAt: null } },
  });
  for (const texts of ['manage', 'built-in'])
    await answerCalls(`GET /api/admin/translations/${texts}`, { body: messages });
  await answerCalls('GET /api/admin/translations/drafts', { body: { version: '1', drafts: [] } });
});

it('begins with who she is, and goes on once that is saved', async () => {
  await open('/admin/setup');
  await expect.element(page.getByText('Step 1 of 6.')).toBeVisible();
  const name = page.getByLabelText(yourSite.name, { exact: true });
  await expect.element(name).toHaveValue('Anna');
  const person = { ...(values.person as object), name: 'Anna Bakker' };
  const saved = await answerCalls('PUT /api/admin/site', settings({ person }));
  await name.fill('Anna Bakker');
  await button(words.saveAndGo).click();
  await expect.element(address).toHaveTextContent('/admin/setup?step=offer');
  await expect.element(heading(yourSite.offer)).toBeVisible();
  expect(await saved.read()).toMatchObject([{ body: { changes: [{ key: 'person', value: person }] } }]);
});

it('offers the logo in the first step', async () => {
  await open('/admin/setup');
  const logo = page.getByLabelText(yourSite.mark, { exact: true });
  await expect.element(logo).toHaveAttribute('type', 'file');
});

describe('the sentence at the top of the page', () => {
  const save = 'PUT /api/admin/translations';
  const tagline = page.getByRole('group', { name: words.tagline });
  const english = tagline.getByLabelText('English');
  const dutch = tagline.getByLabelText('Dutch');
  const key = 'home.hero.headline';
  const answer = (value: string) => ({ body: { key, language: 'en', value } });
  const texts = (headline: string) => {
    const { home } = messages.en;
    return {
      body: { ...messages, en: { ...messages.en, home: { ...home, hero: { ...home.hero, headline } } } },
    };
  };

  it('is saved in each language with the step', async () => {
    await open('/admin/setup?step=offer');
    await expect.element(english).toHaveValue(messages.en.home.hero.headline);
    const saved = await answerCalls(save, answer('x'));
    await english.fill('Less paper');
    await dutch.fill('Minder papier');
    await button(words.saveAndGo).click();
    await expect.element(heading(yourSite.booking)).toBeVisible();
    const bodies = (await saved.read()).map(({ body }) => body as { language: string });
    expect(bodies.sort((a, b) => a.language.localeCompare(b.language))).toEqual([
      { key, language: 'en', value: 'Less paper' },
      { key, language: 'nl', value: 'Minder papier' },
    ]);
    expect(readAdminDrafts().size).toBe(0);
  });

  it('keeps the step open while it cannot be shown', async () => {
    await open('/admin/setup?step=offer');
    const details = [{ field: 'value', message: 'x', fault: 'unknown-tag', name: 'b' }];
    await answerCalls(save, refusal(422, 'broken-text', { details }), answer('Less paper'));
    await english.fill('<b>Less</b> paper');
    await button(words.saveAndGo).click();
    await expect.element(english).toHaveAccessibleDescription(/<b> means nothing here/);
    await expect.element(english).toHaveFocus();
    await english.fill('Less paper');
    await button(words.saveAndGo).click();
    await expect.element(heading(yourSite.booking)).toBeVisible();
  });

  it('isn’t written over if it was changed elsewhere, unless she keeps hers', async () => {
    await open('/admin/setup?step=offer');
    await expect.element(english).toBeVisible();
    const details = [{ field: 'value', message: 'Theirs' }];
    const saved = await answerCalls(save, refusal(412, 'text-conflict', { details }), answer('Mine'));
    await answerCalls('GET /api/admin/translations/manage', texts('Theirs'));
    await english.fill('Mine');
    await button(words.saveAndGo).click();
    const alert = tagline.getByRole('alert');
    await expect.element(alert).toHaveTextContent('Theirs');
    await alert.getByRole('button', { name: yourSite.keepMine }).click();
    await expect.element(alert).not.toBeInTheDocument();
    await button(words.saveAndGo).click();
    await expect.element(heading(yourSite.booking)).toBeVisible();
    expect(new Set((await saved.read()).map(({ headers }) => headers['if-match'])).size).toBe(2);
  });
});

it('stays at a step that cannot be saved, and can be left by skipping it', async () => {
  await open('/admin/setup');
  const name = page.getByLabelText(yourSite.name, { exact: true });
  await name.fill('');
  await button(words.saveAndGo).click();
  await expect.element(name).toHaveAccessibleDescription(yourSite.missing);
  await link(words.skip).click();
  await expect.element(heading(yourSite.offer)).toBeVisible();
  await link(words.back).click();
  // The draft is still there.
  await expect.element(name).toHaveValue('');
});

it('goes through all six without typing, to what is left', async () => {
  await open('/admin/setup', ['calendar', 'public-address']);
  for (const title of [yourSite.who, yourSite.offer, yourSite.booking]) {
    await expect.element(heading(title)).toBeVisible();
    await button(words.saveAndGo).click();
  }
  await expect.element(heading(mail.server)).toBeVisible();
  await link(words.go).click();
  await expect.element(heading(yourSite.record)).toBeVisible();
  // Documents are made of facts that are saved, so saving them doesn't go on.
  await expect.element(button(yourSite.save)).toBeDisabled();
  await link(words.go).click();
  await expect.element(heading(messages.en.admin.deliveries.endpoints)).toBeVisible();
  await link(words.finish).click();
  await expect.element(page.getByText(words.endText)).toBeVisible();
  await expect.element(page.getByText(launchWords.calendarDo)).toBeVisible();
  await expect.element(link(words.toHome)).toHaveAttribute('href', '/admin');
});

it('marks the steps that nothing is left of', async () => {
  await open('/admin/setup?step=booking', ['owner-address', 'sender']);
  const steps = page.getByRole('navigation', { name: words.steps });
  await expect.element(steps.getByRole('link', { name: `${words.booking} ${words.done}` })).toBeVisible();
  await expect.element(steps.getByRole('link', { name: yourSite.who, exact: true })).toBeVisible();
  const current = steps.getByRole('link', { name: words.booking });
  await expect.element(current).toHaveAttribute('aria-current', 'step');
});

it('opens the first step at an address that names none', async () => {
  await open('/admin/setup?step=constructor');
  await expect.element(heading(yourSite.who)).toBeVisible();
});
