import {
  type LegalDocumentsAnswer,
  legalDocuments,
  type MediaAnswer,
  type SiteSettingsAnswer,
  siteSettingKeys,
  textLanguages,
} from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import SiteScreen from './site-screen';

const words = messages.en.admin.yourSite;
const order = 'POST /api/admin/documents';
const both = (text: string) => ({ en: text, nl: text });
const company = {
  ...{
    name: 'Anna Bakker',
    number: both('KvK 12345678'),
    address: 'Street 2',
    town: both('1234 XY The Hague'),
  },
  ...{ court: 'The Hague', hosting: both('Hetzner'), mailer: both('Soverin'), formServices: both('nobody') },
  ...{ visitServices: both('nobody'), outsideEurope: both('none') },
};
const first = {
  disclaimer: '/disclaimer-{language}.pdf',
  terms: '/terms-{language}.pdf',
  privacy: '/privacy-{language}.pdf',
};
const values: Record<string, unknown> = {
  ...{ product: 'Voordeur', email: 'anna@front.nl', company, documents: first },
  person: { name: 'Anna', town: both('The Hague') },
  scheduler: { provider: 'calendly', address: 'https://calendly.com/anna/30min' },
};

const answer = (changed: object = {}, isLocked = false): { body: SiteSettingsAnswer } => {
  const all: Record<string, unknown> = { ...values, ...changed };
  const settings = siteSettingKeys.map((key) => ({
    ...{ key, value: all[key] ?? null, default: values[key] ?? null },
    isLocked: isLocked && key === 'documents',
  }));
  return { body: { version: '1', guideUrl: '/documents/guide.pdf', settings } };
};

const idOf = (at: number) => `0192f0c0-0000-7000-8000-00000000000${at}`;
const pathOf = (at: number) => `/files/${`${at}`.repeat(32)}.pdf`;
const ordered: LegalDocumentsAnswer['documents'] = legalDocuments.flatMap((document, n) =>
  textLanguages.map((language, m) => ({ document, language, id: idOf(n * textLanguages.length + m) })),
);
const made = Object.fromEntries(
  legalDocuments.map((name) => [
    name,
    Object.fromEntries(
      ordered.flatMap(({ document, language }, at) => (document === name ? [[language, pathOf(at)]] : [])),
    ),
  ]),
);
const media = (more: Partial<MediaAnswer>): { body: MediaAnswer } => ({
  body: {
    ...{ id: idOf(0), kind: 'legal', bytes: 500, received: 500 },
    ...{ state: 'waiting', refusal: null, path: null },
    ...more,
  },
});

const section = page.getByRole('region', { name: words.record, exact: true });
const button = section.getByRole('button', { name: words.makeDocuments });
const read = section.getByRole('checkbox');
const links = () =>
  section
    .getByRole('link', { name: words.seeDocument })
    .elements()
    .map((link) => link.getAttribute('href'));

async function open(changed: object = {}, isLocked = false) {
  await answerCalls('GET /api/admin/translations/state', { body: { pages: { status: 'current' } } });
  await answerCalls('GET /api/admin/site', answer(changed, isLocked));
  renderAdmin(<SiteScreen />);
  await expect.element(page.getByLabelText(words.companyName)).toBeVisible();
}

async function answerMade() {
  for (const at of ordered.keys())
    await answerCalls(`GET /api/admin/media/${idOf(at)}`, media({ state: 'ready', path: pathOf(at) }));
}

it('makes them, shows each, and saves them as uploads are saved', async () => {
  await open();
  const orders = await answerCalls(order, { status: 201, body: { documents: ordered } });
  await answerMade();
  const waiting = { ...media({}), held: true };
  const last = await answerCalls(
    `GET /api/admin/media/${idOf(ordered.length - 1)}`,
    waiting,
    media({ state: 'ready', path: pathOf(ordered.length - 1) }),
  );
  await button.click();
  const busy = section.getByRole('button', { name: words.makingDocuments });
  await expect.element(busy).toBeDisabled();
  await expect.element(section.getByRole('progressbar')).toHaveAttribute('value');
  await last.release();
  await expect.element(section.getByText(words.documentsMade)).toBeVisible();
  expect(links()).toEqual(ordered.map((_, at) => pathOf(at)));
  expect(await orders.read()).toMatchObject([{ body: { isRead: false } }]);
  const saved = await answerCalls('PUT /api/admin/site', answer({ documents: made }));
  await section.getByRole('button', { name: words.save }).click();
  await expect
    .poll(saved.read)
    .toMatchObject([{ body: { changes: [{ key: 'documents', value: made, writtenOver: first }] } }]);
  await expect.element(section.getByText(words.saved)).toBeVisible();
  await expect.element(section.getByText(words.documentsMade)).not.toBeInTheDocument();
});

it('says that the texts were read only if the owner does', async () => {
  await open();
  const orders = await answerCalls(order, { status: 201, body: { documents: ordered } });
  await answerMade();
  await read.click();
  await button.click();
  await expect.element(section.getByText(words.documentsMade)).toBeVisible();
  expect(await orders.read()).toMatchObject([{ body: { isRead: true } }]);
});

it('names the facts that are missing as their fields do, and does not ask whether the texts were read', async () => {
  const { name: _, court: __, ...others } = company;
  await open({ company: others, person: { name: 'Anna' } });
  const missing = `${words.companyName}, ${words.town} and ${words.court}`;
  await expect.element(section.getByText(words.factsMissing.replace('{facts}', missing))).toBeVisible();
  await expect.element(read).not.toBeInTheDocument();
});

it('wants the facts saved first, also those of another section', async () => {
  await open();
  await expect.element(button).toBeEnabled();
  await page.getByLabelText(words.email, { exact: true }).fill('other@front.nl');
  await expect.element(section.getByText(words.saveFactsFirst)).toBeVisible();
  await expect.element(button).toBeDisabled();
});

it.each([
  ['an order that is refused', refusal(422, 'no-room'), media({})],
  [
    'a document that could not be made',
    { status: 201, body: { documents: ordered } },
    media({ state: 'refused' }),
  ],
])('says so after %s, leaves the documents as they are, and tries again', async (_, first, second) => {
  await open();
  await answerCalls(order, first, { status: 201, body: { documents: ordered } });
  await answerMade();
  await answerCalls(`GET /api/admin/media/${idOf(0)}`, second);
  const before = links();
  await button.click();
  await expect.element(section.getByRole('alert')).toHaveTextContent(words.documentsNotMade);
  expect(links()).toEqual(before);
  await answerMade();
  await button.click();
  await expect.element(section.getByText(words.documentsMade)).toBeVisible();
});

it('can be cancelled', async () => {
  await open();
  await answerCalls(order, { status: 201, body: { documents: ordered } });
  await answerCalls(`GET /api/admin/media/${idOf(0)}`, media({}));
  const before = links();
  await button.click();
  await section.getByRole('button', { name: words.cancelUpload }).click();
  await expect.element(button).toBeEnabled();
  expect(links()).toEqual(before);
});

it('is not offered where the operator alone chooses the documents', async () => {
  await open({}, true);
  await expect.element(button).not.toBeInTheDocument();
});
