import { expect, test } from './test.js';
import { answerCall, oneOfEachPair, pathOf, readToast, visit } from './site.js';

test.describe('unsubscribing', () => {
  const english = ['Unsubscribed', 'You have been successfully unsubscribed from our newsletter'];
  const dutch = ['Afgemeld', 'Je bent afgemeld voor onze nieuwsbrief'];

  for (const [path, body, toast] of [
    ['/unsubscribe?email=a%2Bb%40example.org', { email: 'a+b@example.org' }, english],
    ['/unsubscribe?email=a+b@example.org', { email: 'a+b@example.org' }, english],
    ['/afmelden?email=a@example.org', { email: 'a@example.org' }, dutch],
    ['/nl/afmelden?email=a@example.org', { email: 'a@example.org' }, dutch],
    ['/nl/unsubscribe?token=abc', { token: 'abc' }, dutch],
    ...[
      'email=a%40example.org%20',
      'email=%20a%40example.org',
      'email=%3Ca%40example.org%3E',
      'email=a%40example.org%3E',
      'email=a%40example.org,',
      'email=a%40example.org.',
      'email=mailto:a%40example.org',
      'EMAIL=a%40example.org',
      'amp;email=a%40example.org',
    ].map(
      (query) =>
        [`/afmelden?${query}`, { email: 'a@example.org' }, dutch] as [string, { email: string }, string[]],
    ),
  ] as const)
    test(`by ${path} happens on a click and never before`, async () => {
      const { page } = await visit({ path });
      const sent = await answerCall(page, '/api/unsubscribe', 202, { id: '1' });
      await page.getByText('email' in body ? body.email : 'Het adres waar deze brief naartoe ging').waitFor();
      expect(sent).toEqual([]);
      const main = page.getByRole('main');
      await main.getByRole('button', { name: /^(Unsubscribe|Afmelden)$/ }).click();
      await main.getByText(/^(You have been unsubscribed!|Je bent afgemeld!)$/).waitFor();
      await expect.poll(() => readToast(page)).toEqual(toast);
      expect(sent).toEqual([body]);
      // Only a link's token says that its address was on the list.
      const shown = main.getByText(
        /^(If \S+ was on the list, it isn't any more|Als \S+ op de lijst stond, )/,
      );
      if ('email' in body) await expect(shown).toContainText(` ${body.email} `);
      else await expect(shown).toHaveCount(0);
    });

  test('has room for another address once it is done', async () => {
    const { page } = await visit({ path: '/unsubscribe?email=a@example.org' });
    const sent = await answerCall(page, '/api/unsubscribe', 202, { id: '1' });
    const main = page.getByRole('main');
    const unsubscribe = main.getByRole('button', { name: 'Unsubscribe' });
    await unsubscribe.click();
    const field = main.getByLabel('Another address? Enter it here.');
    await field.fill('nobody');
    await unsubscribe.click();
    await main.getByText('Enter an email address').waitFor();
    await field.fill('b@example.org');
    await unsubscribe.click();
    await main.getByText("If b@example.org was on the list, it isn't any more.").waitFor();
    expect(sent).toEqual([{ email: 'a@example.org' }, { email: 'b@example.org' }]);
  });

  const englishError = ['Error', 'Something went wrong. Please try again.'];
  const dutchError = ['Fout', 'Er ging iets mis. Probeer het opnieuw.'];

  for (const [path, failure, toast] of [
    ['/unsubscribe?email=a@example.org', 503, englishError],
    ['/unsubscribe?email=a@example.org', 'cut off', englishError],
    ['/afmelden?email=a@example.org', 503, dutchError],
    ['/afmelden?email=a@example.org', 'cut off', dutchError],
  ] as const)
    test(`by ${path} can be tried again after a failure (${failure})`, async () => {
      const { page } = await visit({ path });
      const sent = await answerCall(page, '/api/unsubscribe', failure);
      const button = page.getByRole('main').getByRole('button');
      await button.click();
      await expect.poll(() => readToast(page)).toEqual(toast);
      await expect(button).toBeEnabled();
      expect(sent).toHaveLength(1);
    });

  for (const [path, line] of [
    ['/unsubscribe', 'No email address was found in the URL.'],
    ['/unsubscribe?email=nobody', 'No email address was found in the URL.'],
    ['/nl/afmelden?email=', 'Er is geen e-mailadres gevonden in de URL.'],
  ] as const)
    test(`by ${path} has nobody to unsubscribe, and sends nothing without an address`, async () => {
      const { page } = await visit({ path });
      const sent = await answerCall(page, '/api/unsubscribe', 202, { id: '1' });
      const main = page.getByRole('main');
      await main.getByText(line).waitFor();
      await main.getByRole('button').click();
      await main.getByText(/^(Enter an email address|Vul een e-mailadres in)/).waitFor();
      expect(sent).toEqual([]);
    });
});

for (const [path, button, done, invalid, expired, failed, missing, again] of oneOfEachPair([
  [
    '/confirm',
    'Confirm',
    'Your subscription is confirmed.',
    "This link isn't right",
    'This link no longer works.',
    ['Error', 'Something went wrong. Please try again.'],
    'This link is incomplete.',
    '/#contact',
  ],
  [
    '/nl/bevestigen',
    'Bevestigen',
    'Je aanmelding is bevestigd.',
    'Deze link klopt niet',
    'Deze link werkt niet meer.',
    ['Fout', 'Er ging iets mis. Probeer het opnieuw.'],
    'Deze link is niet compleet.',
    '/nl#contact',
  ],
]))
  test.describe(`confirming at ${path}`, () => {
    test('happens on a click and never before', async () => {
      const { page } = await visit({ path: `${path}?token=abc` });
      const sent = await answerCall(page, '/api/newsletter-confirm', 202, { id: '1' });
      const confirm = page.getByRole('main').getByRole('button', { name: button });
      await confirm.waitFor();
      expect(sent).toEqual([]);
      await confirm.click();
      await page.getByRole('status').getByText(done).waitFor();
      expect(sent).toEqual([{ token: 'abc' }]);
      await expect(confirm).toHaveCount(0);
    });

    test('with a forged key is refused by the server itself, and the letter is one click away', async () => {
      const { page } = await visit({ path: `${path}?token=forged.by.hand` });
      await page.getByRole('main').getByRole('button', { name: button }).click();
      await page.getByRole('status').getByText(invalid).waitFor();
      const link = page.getByRole('main').getByRole('link');
      await expect(link).toHaveAttribute('href', again);
      await link.click();
      await expect.poll(() => pathOf(page)).toBe(again.split('#')[0]);
      await page.locator('#contact-headline').waitFor();
    });

    test('with an expired key says so, and the letter is one click away', async () => {
      const { page } = await visit({ path: `${path}?token=abc` });
      await answerCall(page, '/api/newsletter-confirm', 410, { code: 'confirmation-expired' });
      await page.getByRole('main').getByRole('button', { name: button }).click();
      await page.getByRole('status').getByText(expired).waitFor();
      await expect(page.getByRole('main').getByRole('link')).toHaveAttribute('href', again);
    });

    for (const failure of [503, 'cut off'] as const)
      test(`can be tried again after a failure (${failure})`, async () => {
        const { page } = await visit({ path: `${path}?token=abc` });
        await answerCall(page, '/api/newsletter-confirm', failure);
        const confirm = page.getByRole('main').getByRole('button', { name: button });
        await confirm.click();
        await expect.poll(() => readToast(page)).toEqual(failed);
        await expect(confirm).toBeEnabled();
      });

    test('without a key says so, and has no button', async () => {
      const { page } = await visit({ path });
      await page.getByText(missing).waitFor();
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
    });
  });
