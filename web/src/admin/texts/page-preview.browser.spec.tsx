import { messages } from '@voordeur/contracts/messages';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TextProvider } from '../../i18n/text-provider';
import { useText } from '../../i18n/use-text';
import { answerCalls } from '../../testing/api';
import { renderAdmin } from '../../testing/render';
import { Link } from '../../ui/link';
import { discardDraft } from './drafts';
import { editInFrame } from './in-place-frame';
import TranslationsScreen from './translations-screen';

const words = messages.en.admin.translations;
const { hero } = messages.en.home;

/** A page of the site, in this document instead of the frame's own. */
function FramedPage() {
  const text = useText();
  return (
    <main id="root">
      <p data-testid="ask">{text('home.hero.ask')}</p>
      <p data-testid="book">{text('home.hero.book')}</p>
      <Link to="/nl" data-testid="link">
        {text('home.tiles.learn')}
      </Link>
    </main>
  );
}

const sentence = (name: 'ask' | 'book' | 'link') => page.getByTestId(name);
const area = (key: string) => page.getByLabelText(`${key}, English`, { exact: true });
const list = page.getByRole('list', { name: words.list });

beforeEach(async () => {
  await page.viewport(1440, 900);
  for (const call of ['manage', 'built-in'])
    await answerCalls(`GET /api/admin/translations/${call}`, { body: messages });
  const draft = { key: 'home.tiles.learn', language: 'en', value: 'Look inside' };
  await answerCalls('GET /api/admin/translations/drafts', { body: { version: '7', drafts: [draft] } });
  await answerCalls('GET /api/admin/translations/state', { body: { pages: { status: 'current' } } });
  renderAdmin(
    <>
      {/* Left alone by the page in edit mode. */}
      <div id="in-place">
        <TranslationsScreen />
      </div>
      <TextProvider language="en" catalogue="site">
        <FramedPage />
      </TextProvider>
    </>,
    { path: '/admin/translations?key=home.hero.book' },
  );
  const frame = page.getByRole('region', { name: words.live.title }).getByTitle(/\/en/);
  await expect.element(frame).toBeInTheDocument();
  await editInFrame(frame.element());
  onTestFinished(() => {
    for (const key of ['home.hero.ask', 'home.hero.book', 'home.tiles.learn']) discardDraft(key, 'en');
    dispatchEvent(new Event('pagehide'));
  });
});

it('a sentence that is pressed on the page is selected in the list, though it was not searched for', async () => {
  await expect.element(list).not.toHaveTextContent('home.hero.ask');
  await sentence('ask').click();
  await expect.element(area('home.hero.ask')).toHaveFocus();
  await expect.element(area('home.hero.ask')).toHaveValue(hero.ask);
  await expect.element(sentence('ask')).toHaveAttribute('data-in-place', 'lit');
  await area('home.hero.ask').fill('Ask away');
  await expect.element(sentence('ask')).toHaveTextContent('Ask away');
});

it('Enter selects a sentence too, and a link leads nowhere', async () => {
  (sentence('ask').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(area('home.hero.ask')).toHaveFocus();
  await sentence('link').click();
  await expect.element(area('home.tiles.learn')).toHaveFocus();
  await expect.element(page.getByTestId('address')).toHaveTextContent('/admin/translations');
});

it('a text that is selected in the list is lit on the page, which shows drafts', async () => {
  await expect.element(sentence('link')).toHaveTextContent('Look inside');
  await expect.element(sentence('book')).toHaveAttribute('data-in-place', 'lit');
  await page.getByRole('searchbox', { name: words.search }).fill('home.hero.ask');
  await page.getByRole('button', { name: `Show home.hero.ask, English, on its page` }).click();
  await expect.element(sentence('ask')).toHaveAttribute('data-in-place', 'lit');
  await expect.element(sentence('book')).toHaveAttribute('data-in-place', '');
});
