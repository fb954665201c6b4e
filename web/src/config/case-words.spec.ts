import { afterEach, expect, it, vi } from 'vitest';
import { fetchWords, wordsInDocument, wordsInSettings } from './case-words';
import { publicSettings } from './public-settings';

afterEach(() => vi.unstubAllGlobals());

const side = { number: { en: '1' }, text: { en: 'hour' } };
const quote = { text: { en: 'Good', nl: 'Goed' }, by: { en: 'A baker' } };
const street = {
  ...{ name: { en: 'Bakery' }, before: side, after: side },
  page: { slug: 'bakery', story: { en: 'Before.\n\nNow.' }, quote },
};

it('a case has its words in a language, or the English ones', () => {
  expect(wordsInSettings(street, 'nl')).toEqual({
    story: 'Before.\n\nNow.',
    quote: { text: 'Goed', by: 'A baker' },
  });
});

it('settings of browsers lack the words', () => {
  const slim = publicSettings({ product: 'Voordeur', streets: [street] });
  expect(JSON.stringify(slim)).not.toMatch(/Before|Good|baker"/);
  expect(slim).toMatchObject({ product: 'Voordeur', streets: [{ page: { slug: 'bakery' } }] });
  expect(slim.streets.map((one) => wordsInSettings(one, 'en'))).toEqual([undefined]);
  expect(publicSettings({ streets: null })).toEqual({ streets: null });
});

it('words are read from the document of that case alone', () => {
  const textContent = JSON.stringify({ path: '/work/bakery', words: { story: 'Once' } });
  vi.stubGlobal('document', { getElementById: (id: string) => (id === 'case' ? { textContent } : null) });
  expect(wordsInDocument('/work/bakery')).toEqual({ story: 'Once' });
  expect(wordsInDocument('/work/studio')).toBeUndefined();
});

it('words are fetched from the case’s page once, and again after a failure', async () => {
  const block = (story: string) =>
    `<script type="application/json" id="case">${JSON.stringify({ path: '/work/a', words: { story } }).replaceAll('<', '\\u003c')}</script>`;
  const fetched = vi
    .fn<(path: string) => Promise<Response>>()
    .mockResolvedValueOnce(new Response('<p>Not here', { status: 404 }))
    .mockResolvedValueOnce(
      new Response(`<html><script>1</script>${block('</script>Once')}<script>2</script>`),
    );
  vi.stubGlobal('fetch', fetched);
  await expect(fetchWords('/work/a')).rejects.toThrow('/work/a has no case');
  expect(await fetchWords('/work/a')).toEqual({ story: '</script>Once' });
  expect(await fetchWords('/work/a')).toEqual({ story: '</script>Once' });
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/work/a', '/work/a']);
});
