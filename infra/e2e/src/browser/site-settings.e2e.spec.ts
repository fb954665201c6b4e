import { messages } from '@voordeur/contracts/messages';
import type { Edge } from '../helpers/start-nginx.js';
import { startEdgeWith } from './edge-with-settings.js';
import { expect, test } from './test.js';
import { newContext, openVisitor, pathOf, visit } from './site.js';

const { en } = messages;
const site = {
  product: 'Havenlicht',
  quote: null,
  price: { en: 'It costs nothing.', nl: 'Het kost niets.' },
  daysOff: ['saturday', 'sunday'],
  scheduler: { provider: 'cal', address: 'https://cal.com/havenlicht/30min' },
  colours: { set: 'blue-hour', lamp: '#8ab4f8' },
};
let edge: Edge;

test.beforeAll(async () => {
  edge = await startEdgeWith(site, (_request, response) => {
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"id":"1"}');
  });
});
test.afterAll(() => edge.close());

test('a page says the same before and after it comes alive, and so do the pages after it', async () => {
  const shown = (await edge.ask('/en')).body.toString();
  const { page, faults } = await visit({ path: '/en', baseUrl: edge.address });
  for (const words of ['It costs nothing.', 'within 24 hours on working days']) {
    expect(shown).toContain(words);
    await expect(page.getByText(words).first()).toBeAttached();
  }
  await expect(page.locator('blockquote')).toHaveCount(0);
  await page.locator('a[href="/learn"]').first().click();
  await expect.poll(() => pathOf(page)).toBe('/learn');
  await expect(page).toHaveTitle('Learn | Havenlicht');
  expect(faults).toEqual([]);
});

test('a page wears the chosen colours, with scripts and without', async () => {
  const contexts = [{}, { javaScriptEnabled: false }];
  for (const options of contexts) {
    const page = await (await newContext(options)).newPage();
    await page.goto(`${edge.address}/en`);
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(10, 15, 24)');
    await expect(page.locator('.button-lamp:visible').first()).toHaveCSS(
      'background-color',
      'rgb(138, 180, 248)',
    );
  }
});

test('only the chosen calendar is framed', async () => {
  const { page, faults } = await visit({
    path: '/booking',
    baseUrl: edge.address,
    before: (opening) =>
      opening.route(/^https:/, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<h1>Tuesday</h1><script>parent.postMessage({}, "*")</script>',
        }),
      ),
  });
  await page.getByRole('button', { name: en.booking.open }).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Tuesday' }).waitFor();
  expect(faults.filter((fault) => fault.includes('Content Security Policy'))).toEqual([]);

  await page.evaluate(`document.body.append(
    Object.assign(document.createElement('iframe'), { src: 'https://calendly.com/someone' }))`);
  await expect.poll(() => faults.join()).toContain('frame-src');
  // The test wants it to be blocked.
  faults.length = 0;
});

test('the script that opens a calendar before the first paint knows the chosen one', async () => {
  for (const [host, isOpen] of [
    ['cal.com', true],
    ['calendly.com', false],
  ] as const) {
    const { page } = await openVisitor('en-GB', { baseUrl: edge.address });
    await page.addInitScript(`localStorage.setItem('calendar_consent', '${host}')`);
    await page.route('**/assets/app-*.js', (route) => route.abort());
    await page.route(/^https:/, (route) => route.abort());
    await page.goto('/booking');
    await expect(page.locator('html.calendar-allowed')).toHaveCount(isOpen ? 1 : 0);
  }
});
