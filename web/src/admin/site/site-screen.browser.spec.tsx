import type { SiteSettingAnswer, SiteSettingKey, SiteSettingsAnswer } from '@voordeur/contracts/http';
import { messages } from '@voordeur/contracts/messages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, refusal } from '../../testing/api';
import { renderAdmin, toast } from '../../testing/render';
import SiteScreen from './site-screen';

const words = messages.en.admin.yourSite;
const read = 'GET /api/admin/site';
const save = 'PUT /api/admin/site';

const street = (name: string) => ({
  name: { en: name, nl: `${name} (nl)` },
  before: { number: { en: '6 hours' }, text: { en: 'a week of typing' } },
  after: { number: { en: '20 minutes' }, text: { en: 'of checking' } },
});
const person = { name: 'Anna', town: { en: 'The Hague', nl: 'Den Haag' }, signature: '/media/signature.svg' };
const webhook = { id: 'id', email: 'email', status: 'status', statuses: { 'event.made': 'booked' } };
const video = {
  ...{ id: 'video-1', title: 'Video 1', topic: { en: 'What an agent can do' }, provider: 'youtube' },
  ...{
    source: 'abcdefghijk',
    thumbnail: '/media/video-1-1280.webp',
    thumbnailFallback: '/media/video-1-640.webp',
  },
};
const values: Record<SiteSettingKey, unknown> = {
  ...{ product: 'Voordeur', email: 'anna@example.org', phone: null, person, daysOff: ['sunday'] },
  company: { address: 'Street 2', number: { en: 'KvK 1' } },
  streets: [street('Wholesaler'), street('Studio')],
  quote: { text: { en: 'It works' }, by: { en: 'A baker' } },
  price: { en: 'From €1,500', nl: 'Vanaf € 1.500' },
  social: { en: { linkedin: 'https://www.linkedin.com/in/anna' } },
  ...{ channel: null, asksName: null, showsAnswerTime: null, colours: null, guide: null, videos: [video] },
  ...{ mark: null, sharePicture: null },
  documents: {
    disclaimer: '/disclaimer-{language}.pdf',
    terms: '/terms-{language}.pdf',
    privacy: '/privacy-{language}.pdf',
  },
  scheduler: { provider: 'calendly', address: 'https://calendly.com/anna/30min', webhook },
};

function answer(changed: Partial<Record<SiteSettingKey, unknown>> = {}, locked: SiteSettingKey[] = []) {
  const settings = Object.entries({ ...values, ...changed }).map(([name, value]): SiteSettingAnswer => {
    const key = name as SiteSettingKey;
    return { key, value, default: values[key], isLocked: locked.includes(key) };
  });
  return { body: { version: '1', settings, guideUrl: '' } satisfies SiteSettingsAnswer };
}

beforeEach(async () => {
  await answerCalls('GET /api/admin/translations/state', { body: { pages: { status: 'current' } } });
  await answerCalls('GET /api/admin/checks', { body: { 'mail-records': null, 'booking-page': null } });
});

const section = (name: string) => page.getByRole('region', { name, exact: true });
const saveIn = (name: string) => section(name).getByRole('button', { name: words.save, exact: true });
const group = (name: string) => page.getByRole('group', { name, exact: true });
const english = (name: string) => group(name).getByLabelText('English');
const dutch = (name: string) => group(name).getByLabelText('Dutch');
const field = (name: string) => page.getByLabelText(name, { exact: true });

async function open(...answers: ReturnType<typeof answer>[]): Promise<void> {
  await answerCalls(read, ...(answers.length > 0 ? answers : [answer()]));
  renderAdmin(<SiteScreen />);
  await expect.element(field(words.name)).toHaveValue(person.name);
}

it('shows every setting', async () => {
  await open();
  await expect.element(field(words.product)).toHaveValue('Voordeur');
  await expect.element(field(words.phone)).toHaveValue('');
  await expect.element(dutch(words.town)).toHaveValue('Den Haag');
  await expect.element(english(words.price)).toHaveValue('From €1,500');
  await expect
    .element(group('Case 2').getByRole('group', { name: words.caseName }).getByLabelText('Dutch'))
    .toHaveValue('Studio (nl)');
  await expect.element(page.getByRole('radio', { name: words.calendly })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'Sunday' })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'Monday' })).not.toBeChecked();
  await expect.element(english(words.companyNumber)).toHaveValue('KvK 1');
  await expect.element(saveIn(words.who)).toBeDisabled();
});

it('says that the settings could not be fetched', async () => {
  await answerCalls(read, refusal(503, 'unavailable'));
  renderAdmin(<SiteScreen />);
  await expect.element(toast).toHaveTextContent(words.notFetched);
  await answerCalls(read, answer());
  await page.getByRole('button', { name: messages.en.admin.retry }).click();
  await expect.element(field(words.name)).toBeVisible();
});

describe('saving', () => {
  it('sends what changed in its section, over what was opened, with the parts that have no field', async () => {
    const now = { ...person, name: 'Anna Bakker' };
    await open(answer(), answer({ person: now }));
    const saved = await answerCalls(save, answer({ person: now }));
    await field(words.name).fill(' Anna Bakker ');
    await english(words.price).fill('From €2,000');
    await saveIn(words.who).click();
    await expect.element(page.getByText(words.saved)).toBeVisible();
    await expect.element(page.getByRole('link', { name: words.open })).toHaveAttribute('href', '/en');
    const changes = [{ key: 'person', value: now, writtenOver: person }];
    expect(await saved.read()).toMatchObject([{ body: { changes } }]);
    await expect.element(saveIn(words.who)).toBeDisabled();
    // Another section's.
    await expect.element(english(words.price)).toHaveValue('From €2,000');
    await expect.element(saveIn(words.offer)).toBeEnabled();
  });

  it('sends null for a price that was emptied, and a language that was emptied not at all', async () => {
    await open();
    const saved = await answerCalls(save, answer({ price: null }));
    await english(words.price).fill('');
    await saveIn(words.offer).click();
    await expect.element(english(words.price)).toHaveAccessibleDescription(words.missingEnglish);
    await expect.element(english(words.price)).toHaveFocus();
    await dutch(words.price).fill('');
    await dutch(words.town).fill('');
    await saveIn(words.offer).click();
    await saveIn(words.who).click();
    await expect
      .poll(saved.read)
      .toMatchObject([
        { body: { changes: [{ key: 'price', value: null, writtenOver: values.price }] } },
        { body: { changes: [{ key: 'person', value: { ...person, town: { en: 'The Hague' } } }] } },
      ]);
  });

  it('asks for an address of the calendar that was chosen, and keeps the rest of it', async () => {
    await open();
    const address = 'https://cal.com/anna/30min';
    const scheduler = { provider: 'cal', address, webhook };
    const saved = await answerCalls(save, answer({ scheduler }));
    await page.getByRole('radio', { name: words.cal }).click();
    await saveIn(words.booking).click();
    await expect.element(field(words.address)).toHaveAccessibleDescription(words.calHint);
    await field(words.address).fill(address);
    await page.getByRole('checkbox', { name: 'Saturday' }).click();
    await saveIn(words.booking).click();
    await expect.poll(saved.read).toMatchObject([
      {
        body: {
          changes: [
            { key: 'daysOff', value: ['saturday', 'sunday'], writtenOver: ['sunday'] },
            { key: 'scheduler', value: scheduler, writtenOver: values.scheduler },
          ],
        },
      },
    ]);
  });

  it('asks for no address of the owner’s own calendar, and leads to its hours', async () => {
    await open();
    const scheduler = { provider: 'own', address: 'https://calendly.com/anna/30min', webhook };
    const saved = await answerCalls(save, answer({ scheduler }));
    await page.getByRole('radio', { name: words.ownCalendar }).click();
    await expect.element(field(words.address)).not.toBeInTheDocument();
    await saveIn(words.booking).click();
    await expect
      .element(page.getByRole('link', { name: words.toHours }))
      .toHaveAttribute('href', '/admin/calendar');
    expect(await saved.read()).toMatchObject([
      { body: { changes: [{ key: 'scheduler', value: scheduler }] } },
    ]);
  });

  it('shows what the api refuses at its field', async () => {
    await open();
    await answerCalls(
      save,
      refusal(422, 'broken-setting', { details: [{ field: 'product', message: 'x' }] }),
    );
    await field(words.product).fill('Too much');
    await saveIn(words.who).click();
    await expect.element(field(words.product)).toHaveAccessibleDescription(words.refused);
    await field(words.product).fill('Less');
    await expect.element(field(words.product)).not.toHaveAttribute('aria-invalid');
    await answerCalls(save, refusal(503, 'unavailable'));
    await saveIn(words.who).click();
    await expect.element(toast).toHaveTextContent(words.notSaved);
    await expect.element(field(words.product)).toHaveValue('Less');
  });

  it('writes over nothing that was changed elsewhere, unless she keeps hers', async () => {
    const theirs = { en: 'From €3,000' };
    await open(answer(), answer({ price: theirs }));
    const saved = await answerCalls(
      save,
      refusal(412, 'setting-conflict'),
      answer({ price: { en: 'Mine' } }),
    );
    await english(words.price).fill('Mine');
    await dutch(words.price).fill('');
    await saveIn(words.offer).click();
    const alert = page.getByRole('alert').filter({ hasText: words.moved });
    await expect.element(alert).toHaveTextContent('From €3,000');
    await expect.element(english(words.price)).toHaveValue('Mine');
    await alert.getByRole('button', { name: words.keepMine }).click();
    await expect.element(alert).not.toBeInTheDocument();
    await saveIn(words.offer).click();
    await expect.element(page.getByText(words.saved)).toBeVisible();
    expect((await saved.read()).at(-1)).toMatchObject({
      body: { changes: [{ key: 'price', value: { en: 'Mine' }, writtenOver: theirs }] },
    });
  });

  it('takes the other version of a conflict', async () => {
    await open(answer(), answer({ price: { en: 'Theirs' } }));
    await answerCalls(save, refusal(412, 'setting-conflict'));
    await english(words.price).fill('Mine');
    await saveIn(words.offer).click();
    await page.getByRole('button', { name: words.takeTheirs }).click();
    await expect.element(english(words.price)).toHaveValue('Theirs');
    await expect.element(saveIn(words.offer)).toBeDisabled();
  });
});

describe('cases', () => {
  const caseName = (n: number) =>
    group(`Case ${n}`).getByRole('group', { name: words.caseName }).getByLabelText('English');

  it('are added, moved and removed', async () => {
    await open();
    const saved = await answerCalls(save, answer());
    await page.getByRole('button', { name: 'Move down Case 1' }).click();
    await expect.element(caseName(2)).toHaveValue('Wholesaler');
    await page.getByRole('button', { name: 'Remove Case 1' }).click();
    await expect.element(caseName(1)).toHaveValue('Wholesaler');
    await page.getByRole('button', { name: words.addCase }).click();
    await caseName(2).fill('Bakery');
    await saveIn(words.offer).click();
    const missing = group('Case 2')
      .getByRole('group', { name: words.beforeNumber })
      .getByLabelText('English');
    await expect.element(missing).toHaveAccessibleDescription(words.missingEnglish);
    await page.getByRole('button', { name: 'Move up Case 2' }).click();
    await expect.element(caseName(1)).toHaveValue('Bakery');
    await page.getByRole('button', { name: 'Remove Case 1' }).click();
    await saveIn(words.offer).click();
    await expect.poll(saved.read).toMatchObject([
      {
        body: { changes: [{ key: 'streets', value: [street('Wholesaler')], writtenOver: values.streets }] },
      },
    ]);
  });

  it('are four at most, and none is null', async () => {
    await open(answer({ streets: ['a', 'b', 'c'].map(street) }));
    const add = page.getByRole('button', { name: words.addCase });
    await add.click();
    await expect.element(add).not.toBeInTheDocument();
    for (const n of [4, 3, 2, 1]) await page.getByRole('button', { name: `Remove Case ${n}` }).click();
    const saved = await answerCalls(save, answer({ streets: null }));
    await saveIn(words.offer).click();
    await expect.poll(saved.read).toMatchObject([{ body: { changes: [{ key: 'streets', value: null }] } }]);
  });
});

describe('the page of a case', () => {
  const two = group('Case 2');
  const hasPage = two.getByRole('switch', { name: words.hasPage });
  const slug = two.getByLabelText(words.slug);
  const name = two.getByRole('group', { name: words.caseName }).getByLabelText('English');
  const story = two.getByRole('group', { name: words.story }).getByLabelText('English');
  const own = { slug: 'studio-two', story: { en: 'Before.\n\nNow.' } };
  const withPages = (...pages: (object | undefined)[]) =>
    pages.map((one, index) => ({
      ...street(['Wholesaler', 'Studio'][index] ?? ''),
      ...(one && { page: one }),
    }));

  it('gets an address from the name, until that is written by hand', async () => {
    const after = answer({ streets: withPages(undefined, own) });
    await open(answer(), after);
    const saved = await answerCalls(save, after);
    await expect.element(slug).not.toBeInTheDocument();
    await hasPage.click();
    await expect.element(slug).toHaveValue('studio');
    await name.fill('Café “Studio” ');
    await expect.element(slug).toHaveValue('cafe-studio');
    await expect.element(two.getByText(/\/work\/cafe-studio$/)).toBeVisible();
    await expect.element(two.getByText(/\/nl\/werk\/cafe-studio$/)).toBeVisible();
    await slug.fill('');
    await expect.element(slug).toHaveValue('');
    await slug.fill('studio-two');
    await name.fill('Studio');
    await expect.element(slug).toHaveValue('studio-two');
    await saveIn(words.offer).click();
    await expect.element(story).toHaveAccessibleDescription(words.missingEnglish);
    await story.fill(own.story.en);
    await expect.element(two.getByRole('link')).not.toBeInTheDocument();
    await saveIn(words.offer).click();
    await expect.element(two.getByRole('link')).toHaveAttribute('href', '/work/studio-two');
    expect(await saved.read()).toMatchObject([
      { body: { changes: [{ key: 'streets', value: withPages(undefined, own) }] } },
    ]);
  });

  it('keeps its address on the site when the case is renamed', async () => {
    await open(answer({ streets: withPages(undefined, { ...own, slug: 'studio' }) }));
    await name.fill('Atelier');
    await expect.element(slug).toHaveValue('studio');
  });

  it('is refused an address that another case has, or that no page can have', async () => {
    await open(answer({ streets: withPages({ ...own, slug: 'wholesaler' }, own) }));
    await slug.fill('wholesaler');
    await saveIn(words.offer).click();
    await expect.element(slug).toHaveAccessibleDescription(words.slugTaken);
    await expect.element(slug).toHaveFocus();
    for (const wrong of ['Whole saler', '../admin', 'é']) {
      await slug.fill(wrong);
      await saveIn(words.offer).click();
      await expect.element(slug).toHaveAccessibleDescription(words.slugHint);
    }
    await answerCalls(
      save,
      refusal(422, 'broken-setting', { details: [{ field: 'streets.1.page.slug', message: 'x' }] }),
    );
    await slug.fill('good');
    await saveIn(words.offer).click();
    await expect.element(slug).toHaveAccessibleDescription(words.slugHint);
  });

  it('is gone when switched off, and has what it had when switched on again', async () => {
    await open(answer({ streets: withPages(undefined, own) }));
    const saved = await answerCalls(save, answer());
    await hasPage.click();
    await expect.element(story).not.toBeInTheDocument();
    await hasPage.click();
    await expect.element(story).toHaveValue(own.story.en);
    await expect.element(saveIn(words.offer)).toBeDisabled();
    await hasPage.click();
    await saveIn(words.offer).click();
    await expect
      .poll(saved.read)
      .toMatchObject([{ body: { changes: [{ key: 'streets', value: withPages(undefined, undefined) }] } }]);
  });
});

describe('colours', () => {
  const set = (name: string) => page.getByRole('radio', { name });
  const contrast = section(words.coloursAndLogo).getByRole('status').first();
  const inFigures = (figure: string) => words.contrast.replace('{contrast}', figure);

  it('are saved as null for the built-in set', async () => {
    const hearth = { set: 'hearth' };
    await open(answer(), answer({ colours: hearth }));
    const saved = await answerCalls(save, answer({ colours: hearth }), answer());
    await expect.element(set(words.evening)).toBeChecked();
    await expect.element(contrast).toHaveTextContent(inFigures('8.4'));
    await set(words.hearth).click();
    await expect.element(contrast).toHaveTextContent(inFigures('7.5'));
    await saveIn(words.coloursAndLogo).click();
    await expect.element(page.getByText(words.saved)).toBeVisible();
    await set(words.evening).click();
    await saveIn(words.coloursAndLogo).click();
    await expect
      .poll(saved.read)
      .toMatchObject([
        { body: { changes: [{ key: 'colours', value: hearth, writtenOver: null }] } },
        { body: { changes: [{ key: 'colours', value: null, writtenOver: hearth }] } },
      ]);
  });

  it('show the contrast of her own lamp colour as she types', async () => {
    await open();
    const saved = await answerCalls(save, answer());
    const lamp = field(words.lamp);
    const picker = field(words.lampPick);
    await expect.element(picker).toHaveValue('#f0b95a');
    await lamp.fill('#8a');
    await expect.element(contrast).toBeEmptyDOMElement();
    await saveIn(words.coloursAndLogo).click();
    await expect.element(lamp).toHaveAccessibleDescription(words.colourHint);
    await lamp.fill('#B03060');
    await expect.element(contrast).toHaveTextContent(inFigures('2.4'));
    await expect.element(lamp).toHaveAccessibleDescription(words.lampDark);
    await saveIn(words.coloursAndLogo).click();
    await expect.element(lamp).toHaveFocus();
    expect(await saved.read()).toEqual([]);
    await page.getByRole('button', { name: /^Use the nearest shade/ }).click();
    await expect.element(contrast).toHaveTextContent(inFigures('4.5'));
    await expect.element(lamp).not.toHaveAttribute('aria-invalid');
    await picker.fill('#8ab4f8');
    await expect.element(lamp).toHaveValue('#8ab4f8');
    await set(words.blueHour).click();
    await saveIn(words.coloursAndLogo).click();
    const value = { set: 'blue-hour', lamp: '#8ab4f8' };
    await expect.poll(saved.read).toMatchObject([{ body: { changes: [{ key: 'colours', value }] } }]);
  });
});

it('only shows what the operator alone sets', async () => {
  await open(answer({}, ['product', 'scheduler', 'streets', 'colours']));
  await expect.element(field(words.product)).toHaveAttribute('readonly');
  await expect.element(page.getByRole('radio', { name: words.link })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: words.addCase })).not.toBeInTheDocument();
  await expect.element(page.getByRole('radio', { name: words.hearth })).toBeDisabled();
  await expect.element(field(words.lampPick)).toBeDisabled();
  await expect.element(field(words.lamp)).toHaveAttribute('readonly');
  expect(page.getByText(words.locked).elements()).toHaveLength(4);
  await expect.element(field(words.name)).not.toHaveAttribute('readonly');
});

it('keeps what was typed until it is saved, and brings back what it was at first', async () => {
  await open(answer({ product: 'Changed' }));
  await field(words.product).fill('Typed');
  renderAdmin(<p>Another screen</p>);
  await expect.element(page.getByText('Another screen')).toBeVisible();
  renderAdmin(<SiteScreen />);
  await expect.element(field(words.product)).toHaveValue('Typed');
  await section(words.who).getByRole('button', { name: words.toFirst }).click();
  await expect.element(field(words.product)).toHaveValue('Voordeur');
  await expect.element(saveIn(words.who)).toBeEnabled();
});

describe('the history', () => {
  const edit = {
    ...{ id: '7', key: 'scheduler', editedAt: '2026-03-01T10:00:00Z' },
    old: values.scheduler,
    new: { provider: 'link', address: 'https://book.example/anna', webhook },
  };

  it('says in words what was changed, and undoes it, over a later change only when confirmed', async () => {
    await open();
    await answerCalls('GET /api/admin/site/history', { body: { edits: [edit], cursor: null } });
    const undone = await answerCalls('POST /api/admin/site/undo', refusal(412, 'setting-conflict'), answer());
    await page.getByRole('heading', { name: words.history }).click();
    const entry = page.getByRole('list', { name: words.history }).getByRole('listitem');
    await expect.element(entry).toHaveTextContent(words.provider);
    await expect.element(entry).toHaveTextContent(words.calendly);
    await expect.element(entry).toHaveTextContent(words.link);
    expect(entry.element().textContent).not.toMatch(/[{}]|webhook|event\.made/);
    await entry.getByRole('button', { name: messages.en.admin.translations.undo }).click();
    await expect.element(entry.getByRole('alert')).toHaveTextContent(words.movedSince);
    await entry.getByRole('button', { name: messages.en.admin.translations.undoAnyway }).click();
    await expect.element(toast).toHaveTextContent(words.undone);
    expect(await undone.read()).toMatchObject([{ body: { id: '7' } }, { body: { id: '7', force: true } }]);
  });

  it('names the cases where others are shown, and otherwise their texts', async () => {
    const changed = { ...street('Studio'), after: { ...street('').after, number: { en: '5 minutes' } } };
    const edits = [
      { ...edit, id: '9', key: 'streets', old: [street('Wholesaler'), changed], new: [changed] },
      { ...edit, id: '8', key: 'streets', old: [street('Studio')], new: [changed] },
    ];
    await open();
    await answerCalls('GET /api/admin/site/history', { body: { edits, cursor: null } });
    await page.getByRole('heading', { name: words.history }).click();
    const entries = page.getByRole('list', { name: words.history }).getByRole('listitem');
    await expect.element(entries.first()).toHaveTextContent('removed: Wholesaler, Studioadded: Studio');
    await expect
      .element(entries.last())
      .toHaveTextContent('Case 1 · After, a number · Englishremoved: 20 minutesadded: 5 minutes');
    await expect.element(entries.last()).not.toHaveTextContent('Studio');
  });

  it('names the colours, the built-in set too', async () => {
    const edits = [{ ...edit, key: 'colours', old: null, new: { set: 'hearth', lamp: '#8ab4f8' } }];
    await open();
    await answerCalls('GET /api/admin/site/history', { body: { edits, cursor: null } });
    await page.getByRole('heading', { name: words.history }).click();
    const entry = page.getByRole('list', { name: words.history }).getByRole('listitem');
    await expect.element(entry).toHaveTextContent('removed: Eveningadded: Hearth');
    await expect.element(entry).toHaveTextContent(`${words.lamp}added: #8ab4f8`);
  });

  it('says that nothing was changed', async () => {
    await open();
    await answerCalls('GET /api/admin/site/history', { body: { edits: [], cursor: null } });
    await page.getByRole('heading', { name: words.history }).click();
    await expect.element(page.getByText(words.neverChanged)).toBeVisible();
  });
});

it('opens on the section of a link', async () => {
  await answerCalls(read, answer());
  renderAdmin(<SiteScreen />, { path: '/admin/site#booking' });
  await expect.poll(() => document.activeElement?.id).toBe('booking');
});

describe('on a phone', () => {
  beforeEach(() => page.viewport(375, 812));
  afterEach(() => page.viewport(1440, 900));
  const heading = (name: string) => page.getByRole('button', { name, exact: true });
  const show = async (path?: string, ...answers: Parameters<typeof answer>) => {
    await answerCalls(read, answer(...answers));
    renderAdmin(<SiteScreen />, path === undefined ? {} : { path });
  };

  it('shows what each section has in one line, and a section once it is pressed', async () => {
    await show(undefined, { social: null, asksName: true });
    await expect
      .element(page.getByText('Voordeur · Anna · The Hague · A picture · anna@example.org'))
      .toBeVisible();
    await expect
      .element(page.getByText('From €1,500 · Wholesaler, Studio · It works · A baker'))
      .toBeVisible();
    await expect
      .element(page.getByText('Calendly · https://calendly.com/anna/30min · Sunday', { exact: true }))
      .toBeVisible();
    await expect.element(page.getByText(words.guideOfSite).first()).toBeVisible();
    await expect.element(section(words.links).getByText(words.nothingYet)).toBeVisible();
    await expect.element(field(words.product)).not.toBeVisible();
    expect(document.documentElement.scrollHeight).toBeLessThan(2_500);

    await heading(words.who).click();
    await expect.element(heading(words.who)).toHaveAttribute('aria-expanded', 'true');
    await field(words.product).fill('Typed');
    await heading(words.who).click();
    await expect.element(field(words.product)).not.toBeVisible();
    await expect.element(section(words.who).getByText(words.unsaved)).toBeVisible();
    await heading(words.who).click();
    await expect.element(field(words.product)).toHaveValue('Typed');
  });

  it('opens the section of a link, and one in which something was typed', async () => {
    await show('/admin/site#booking');
    await expect.element(field(words.address)).toBeVisible();
    await expect.poll(() => document.activeElement?.id).toBe('booking');
    await heading(words.offer).click();
    await english(words.price).fill('Mine');
    renderAdmin(<p>Another screen</p>);
    await expect.element(page.getByText('Another screen')).toBeVisible();
    renderAdmin(<SiteScreen />);
    await expect.element(english(words.price)).toBeVisible();
    await expect.element(field(words.address)).not.toBeVisible();
  });

  it('opens a section again in which the api refuses something', async () => {
    await show();
    const body = { error: '', code: 'broken-setting', details: [{ field: 'product', message: 'x' }] };
    const saved = await answerCalls(save, { status: 422, body, held: true });
    await heading(words.who).click();
    await field(words.product).fill('Too much');
    await saveIn(words.who).click();
    await heading(words.who).click();
    await expect.element(field(words.product)).not.toBeVisible();
    await saved.release();
    await expect.element(field(words.product)).toHaveFocus();
    await expect.element(field(words.product)).toHaveAccessibleDescription(words.refused);
  });
});
