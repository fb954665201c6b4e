import { type MediaAnswer, type SiteSettingsAnswer, siteSettingKeys } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import SiteScreen from './site-screen';

const words = messages.en.admin.yourSite;
const id = '0192f0c0-0000-7000-8000-000000000000';
const part = `PUT /api/admin/media/${id}`;
const portrait = `/files/${'0'.repeat(32)}-1280.webp`;
const person = { name: 'Anna' };
const guideUrl = '/documents/guide.pdf?expires=1&sig=x';

const media = (more: Partial<MediaAnswer>): { body: MediaAnswer } => ({
  body: {
    ...{ id, kind: 'picture', bytes: 1_500_000, received: 0 },
    ...{ state: 'uploading', refusal: null, path: null },
    ...more,
  },
});
const scheduler = { provider: 'link', address: 'https://example.org/' };
const documents = {
  disclaimer: '/disclaimer-{language}.pdf',
  terms: '/terms-{language}.pdf',
  privacy: '/privacy-{language}.pdf',
};
const answer = (now: object = {}): { body: SiteSettingsAnswer } => {
  const first: Record<string, unknown> = { person, documents, scheduler, product: 'Voordeur' };
  const values: Record<string, unknown> = { ...first, ...now };
  const settings = siteSettingKeys.map((key) => ({
    ...{ key, value: values[key] ?? null, default: first[key] ?? null },
    isLocked: false,
  }));
  return { body: { version: '1', settings, guideUrl } };
};

const field = page.getByLabelText(words.portrait);
const name = page.getByLabelText(words.name, { exact: true });
const shown = page.getByRole('presentation');
const photo = () => new File([new Uint8Array(1_500_000)], 'me.jpg', { type: 'image/jpeg' });

beforeEach(async () => {
  await answerCalls('GET /api/admin/translations/state', { body: { pages: { status: 'current' } } });
  await answerCalls('GET /api/admin/site', answer());
  await answerCalls('GET /api/admin/checks', { body: { 'mail-records': null, 'booking-page': null } });
  await answerCalls('POST /api/admin/media', media({}));
  renderAdmin(<SiteScreen />);
  await expect.element(name).toHaveValue('Anna');
});

it('sends parts, shows the checked picture, and saves it with the name that was typed meanwhile', async () => {
  const parts = await answerCalls(
    part,
    media({ received: 1_000_000 }),
    media({ received: 1_500_000, state: 'waiting' }),
  );
  const checked = { ...media({ state: 'ready', received: 1_500_000, path: portrait }), held: true };
  const checks = await answerCalls(`GET /api/admin/media/${id}`, checked);
  await field.upload(photo());
  await expect.element(page.getByText(words.checking)).toBeVisible();
  await name.fill('Anna Bakker');
  // Nothing is saved without it.
  await page.getByRole('button', { name: words.save }).first().click();
  await expect.element(toast).toHaveTextContent(words.waitForFile);
  await checks.release();
  await expect.element(shown).toHaveAttribute('src', portrait);
  expect((await parts.read()).map(({ search }) => search)).toEqual(['?from=0', '?from=1000000']);
  const saved = await answerCalls(
    'PUT /api/admin/site',
    answer({ person: { name: 'Anna Bakker', portrait } }),
  );
  await page.getByRole('button', { name: words.save }).first().click();
  await expect
    .poll(saved.read)
    .toMatchObject([{ body: { changes: [{ key: 'person', value: { name: 'Anna Bakker', portrait } }] } }]);
});

it('goes on after a cut', async () => {
  const ready = media({ state: 'ready', received: 1_500_000, path: portrait });
  const parts = await answerCalls(
    part,
    media({ received: 1_000_000 }),
    'cut off',
    refusal(503, 'unavailable'),
    ready,
  );
  await field.upload(photo());
  await expect.element(shown).toHaveAttribute('src', portrait);
  expect((await parts.read()).map(({ search }) => search)).toEqual([
    '?from=0',
    ...['?from=1000000', '?from=1000000', '?from=1000000'],
  ]);
});

it.each([
  ['not-readable', words.pictureNotReadable],
  ['too-many-pixels', words.pictureTooLarge],
] as const)('says why it was refused: %s', async (reason, sentence) => {
  await answerCalls(part, media({ state: 'refused', received: 1_500_000, refusal: reason }));
  await field.upload(photo());
  await expect.element(field).toHaveAccessibleDescription(sentence);
  await expect.element(shown).not.toBeInTheDocument();
});

it.each([
  ['empty', 0, words.pictureNotReadable],
  ['too large', 25_000_001, words.pictureTooLarge],
] as const)('does not begin with a file that is %s', async (_, bytes, sentence) => {
  const begun = await answerCalls('POST /api/admin/media', media({}));
  // Dropped in the page itself: from outside, 25 MB take half a minute.
  const dropped = new DataTransfer();
  dropped.items.add(new File([new Uint8Array(bytes)], 'me.jpg'));
  const input = field.element() as HTMLInputElement;
  input.files = dropped.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(field).toHaveAccessibleDescription(sentence);
  expect(await begun.read()).toEqual([]);
});

it('says that it was refused, and can be cancelled and taken away', async () => {
  await answerCalls(part, refusal(422, 'no-room'));
  await field.upload(photo());
  await expect.element(field).toHaveAccessibleDescription(words.noRoom);
  await answerCalls(part, { ...media({ state: 'ready', path: portrait }), held: true });
  await field.upload(photo());
  await page.getByRole('button', { name: words.cancelUpload }).click();
  await expect.element(page.getByText(words.pictureHint)).toBeVisible();
  await answerCalls(part, media({ state: 'ready', path: portrait }));
  await field.upload(photo());
  await expect.element(shown).toBeVisible();
  await page.getByRole('button', { name: words.removePicture }).click();
  await expect.element(shown).not.toBeInTheDocument();
});

it('a document is another one in one language, and the first one again', async () => {
  const made = `/files/${'1'.repeat(32)}.pdf`;
  const terms = page.getByRole('group', { name: words.terms, exact: true });
  const dutch = terms.getByLabelText('Dutch');
  const links = () =>
    terms
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href'));
  await expect.poll(links).toEqual(['/terms-en.pdf', '/terms-nl.pdf']);
  await answerCalls(part, media({ state: 'refused', refusal: 'not-readable' }));
  await dutch.upload(new File(['<p>'], 'terms.pdf'));
  await expect.element(dutch).toHaveAccessibleDescription(words.documentNotReadable);
  await answerCalls(part, media({ state: 'ready', path: made }));
  const begun = await answerCalls('POST /api/admin/media', media({}));
  await dutch.upload(new File(['%PDF-1.7'], 'terms.pdf'));
  await expect.poll(links).toEqual(['/terms-en.pdf', made]);
  expect(await begun.read()).toMatchObject([{}, { body: { kind: 'document', bytes: 8 } }]);
  const changed = { ...documents, terms: { en: '/terms-en.pdf', nl: made } };
  await answerCalls('GET /api/admin/site', answer({ documents: changed }));
  const saved = await answerCalls('PUT /api/admin/site', answer({ documents: changed }));
  await page
    .getByRole('region', { name: words.record, exact: true })
    .getByRole('button', { name: words.save })
    .click();
  await expect
    .poll(saved.read)
    .toMatchObject([{ body: { changes: [{ key: 'documents', value: changed, writtenOver: documents }] } }]);
  await terms.getByRole('button', { name: words.firstDocument }).click();
  await expect.poll(links).toEqual(['/terms-en.pdf', '/terms-nl.pdf']);
});

it('a guide is the owner’s once she saves it, with a picture of its first page, and the site’s again', async () => {
  const made = `/files/${'2'.repeat(32)}-guide.pdf`;
  const guide = page.getByRole('region', { name: words.guide, exact: true });
  const link = guide.getByRole('link', { name: words.seeDocument });
  const save = guide.getByRole('button', { name: words.save });
  await expect.element(guide.getByText(words.guideOfSite)).toBeVisible();
  await expect.element(link).toHaveAttribute('href', guideUrl);
  await expect.element(guide.getByLabelText(words.guideCover)).not.toBeInTheDocument();

  await answerCalls(part, media({ state: 'ready', path: made }));
  const begun = await answerCalls('POST /api/admin/media', media({}));
  await guide.getByLabelText(words.guideFile).upload(new File(['%PDF-1.7'], 'guide.pdf'));
  await expect.element(guide.getByText(words.guideChanged)).toBeVisible();
  expect(await begun.read()).toMatchObject([{ body: { kind: 'guide', bytes: 8 } }]);
  await expect.element(link).not.toBeInTheDocument();
  await answerCalls(part, media({ state: 'ready', path: portrait }));
  await guide.getByLabelText(words.guideCover).upload(photo());
  await expect.element(guide.getByRole('presentation')).toHaveAttribute('src', portrait);
  const value = { file: made, cover: portrait };
  await answerCalls('GET /api/admin/site', answer({ guide: value }));
  const saved = await answerCalls('PUT /api/admin/site', answer({ guide: value }));
  await save.click();
  await expect
    .poll(saved.read)
    .toMatchObject([{ body: { changes: [{ key: 'guide', value, writtenOver: null }] } }]);
  await expect.element(guide.getByText(words.guideOwn)).toBeVisible();
  await expect.element(link).toBeVisible();

  await guide.getByRole('button', { name: words.firstDocument }).click();
  await expect.element(guide.getByText(words.guideOfSite)).not.toBeInTheDocument();
  const reset = await answerCalls('PUT /api/admin/site', answer());
  await save.click();
  await expect
    .poll(reset.read)
    .toMatchObject([{}, { body: { changes: [{ key: 'guide', value: null, writtenOver: value }] } }]);
});

it.each([
  ['mark', 'mark', words.mark, '-mark.webp'],
  ['sharePicture', 'share-picture', words.sharePicture, '-share.jpg'],
])('takes a picture as %s, which goes again for the drawn one', async (key, kind, label, end) => {
  const made = `/files/${'0'.repeat(32)}${end}`;
  const announced = await answerCalls('POST /api/admin/media', media({}));
  await answerCalls(part, media({ state: 'ready', path: made }));
  const look = page.getByRole('region', { name: words.coloursAndLogo, exact: true });
  const save = look.getByRole('button', { name: words.save, exact: true });
  await look.getByLabelText(label).upload(photo());
  await expect.element(look.getByRole('presentation')).toHaveAttribute('src', made);
  expect(await announced.read()).toMatchObject([{ body: { kind } }]);
  await answerCalls('GET /api/admin/site', answer({ [key]: made }), answer());
  const saved = await answerCalls('PUT /api/admin/site', answer({ [key]: made }), answer());
  await save.click();
  await expect.element(look.getByText(words.saved)).toBeVisible();
  await look.getByRole('button', { name: words.removePicture }).click();
  await expect.element(look.getByRole('presentation')).not.toBeInTheDocument();
  await save.click();
  await expect
    .poll(saved.read)
    .toMatchObject([
      { body: { changes: [{ key, value: made }] } },
      { body: { changes: [{ key, value: null, writtenOver: made }] } },
    ]);
});

it('offers no picture that an api of the version before cannot keep', async () => {
  const { settings, ...rest } = answer().body;
  const known = settings.filter(({ key }) => key !== 'mark' && key !== 'sharePicture');
  await answerCalls('GET /api/admin/site', { body: { ...rest, settings: known } });
  renderAdmin(<SiteScreen />);
  const look = page.getByRole('region', { name: words.coloursAndLogo, exact: true });
  await expect.element(look.getByRole('radio').first()).toBeVisible();
  await expect.element(look.getByLabelText(words.mark)).not.toBeInTheDocument();
});
