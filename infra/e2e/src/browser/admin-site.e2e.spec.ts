import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from '@voordeur/contracts/messages';
import { root } from '@voordeur/operate/local/settings.js';
import { expect, test } from './test.js';
import { accessibilityFaults, newContext, pathOf, sidewaysScroll, visit, widths } from './site.js';
import { logIn, stack } from './stack.js';

const words = messages.en.admin.yourSite;
const number = '+31 20 765 4321';

let token: string;
test.beforeAll(async () => {
  ({ token } = await logIn());
});

// As a person's browser asks, which the figures don't count: their tests run at the same time.
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const ask = (path: string) => fetch(stack.baseUrl + path, { headers });
const readBooking = async () => (await ask('/booking')).text();
const readHome = async () => (await ask('/en')).text();
const openSettings = (width?: number) =>
  visit({
    path: '/admin/site',
    ...(width !== undefined && { width }),
    before: (opened) =>
      opened.addInitScript(`localStorage.setItem('admin_session_token', ${JSON.stringify(token)})`),
  });

test('the frame shows a setting that is typed, visitors see one that is saved, and the history undoes it', async () => {
  const { page } = await openSettings();
  const price = page.getByRole('group', { name: words.price, exact: true }).getByLabel('English');
  const was = await price.inputValue();
  await price.fill('It costs a song.');
  const look = page.getByRole('region', { name: words.look }).locator('iframe').contentFrame();
  await look.locator('#home').getByText('It costs a song.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await price.fill(was);
  await expect(look.getByText('It costs a song.')).toHaveCount(0);

  await page.getByLabel(words.phone).fill(number);
  const who = page.getByRole('region', { name: words.who, exact: true });
  await who.getByRole('button', { name: words.save, exact: true }).click();
  await who.getByText(words.saved).waitFor();
  await expect.poll(readBooking).toContain(number);

  await page.getByText(words.history, { exact: true }).click();
  const last = page.getByRole('list', { name: words.history }).getByRole('listitem').first();
  await last.getByText(number).waitFor();
  await last.getByRole('button', { name: messages.en.admin.translations.undo, exact: true }).click();
  await expect.poll(readBooking).not.toContain(number);
  await expect(page.getByLabel(words.phone)).toHaveValue('');
});

test('on a phone the sections are folded, and open by keyboard', async () => {
  const { page } = await openSettings(375);
  const who = page.getByRole('button', { name: words.who, exact: true });
  await expect(who).toHaveAttribute('aria-expanded', 'false');
  const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
  await expect.poll(height).toBeLessThan(2_500);
  expect(await accessibilityFaults(page)).toEqual([]);
  await who.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(words.product, { exact: true })).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
});

test('an uploaded portrait is on the page in the format of the browser, and undone', async () => {
  const { page } = await openSettings();
  const portrait = {
    name: 'me.jpg',
    mimeType: 'image/jpeg',
    buffer: await page.screenshot({ type: 'jpeg' }),
  };
  await page.getByLabel(words.portrait).setInputFiles(portrait);
  const who = page.getByRole('region', { name: words.who, exact: true });
  await expect(who.getByRole('button', { name: words.removePicture })).toBeVisible();
  await who.getByRole('button', { name: words.save, exact: true }).click();
  await who.getByText(words.saved).waitFor();
  await expect.poll(readHome).toContain('/files/');

  const { page: home } = await visit({ path: '/en' });
  const image = home.locator('#home img[src^="/files/"]').first();
  await expect
    .poll(() => image.evaluate(({ currentSrc }: { currentSrc: string }) => currentSrc))
    .toMatch(/-360\.avif$/);
  // As it says with its `sizes`: 12rem.
  await expect(image).toHaveJSProperty('naturalWidth', 192);

  await page.getByText(words.history, { exact: true }).click();
  const last = page.getByRole('list', { name: words.history }).getByRole('listitem').first();
  await last.getByRole('button', { name: messages.en.admin.translations.undo, exact: true }).click();
  await expect.poll(readHome).not.toContain('/files/');
});

test('an uploaded guide is given for an address alone, and the site’s own again once it is undone', async () => {
  const { page } = await openSettings();
  const guide = page.getByRole('region', { name: words.guide, exact: true });
  const buffer = readFileSync(join(root, 'web/public/terms-en.pdf'));
  await guide
    .getByLabel(words.guideFile)
    .setInputFiles({ name: 'guide.pdf', mimeType: 'application/pdf', buffer });
  await guide.getByText(words.guideChanged).waitFor();
  await guide.getByRole('button', { name: words.save, exact: true }).click();
  await guide.getByText(words.saved).waitFor();
  await expect.poll(readHome).toContain('{"guide":{}}');
  const hash = createHash('sha256').update(buffer).digest('hex').slice(0, 32);
  expect((await ask(`/files/${hash}-guide.pdf`)).status).toBe(404);

  const { page: visitor } = await visit({ path: '/aanmelding-prompt' });
  await visitor.getByRole('textbox', { name: messages.en.guide.email, exact: true }).fill('a@guide.example');
  await visitor.getByRole('button', { name: messages.en.guide.submit }).click();
  const download = visitor.getByRole('link', { name: messages.en.guide.download });
  const read = async () => visitor.request.get((await download.getAttribute('href')) ?? '');
  expect((await (await read()).body()).equals(buffer)).toBe(true);

  await page.getByText(words.history, { exact: true }).click();
  const last = page.getByRole('list', { name: words.history }).getByRole('listitem').first();
  await last.getByRole('button', { name: messages.en.admin.translations.undo, exact: true }).click();
  await expect.poll(async () => (await (await read()).body()).equals(buffer)).toBe(false);
  await expect.poll(readHome).not.toContain('"guide"');
});

test('a video is added with a frame of it and captions, plays on the page, and is undone', async () => {
  const { page } = await openSettings();
  const videos = page.getByRole('region', { name: words.videos, exact: true });
  const added = videos.getByRole('group', { name: 'Video 7', exact: true });
  const source = join(root, 'web/public/media/video-2');
  await videos.getByLabel(words.addVideo).setInputFiles(`${source}.mp4`);
  await expect(added.getByRole('presentation')).toHaveAttribute('src', /^\/files\//);
  await added.getByRole('group', { name: words.videoTopic }).getByLabel('English').fill('My own one');
  const captions = added.getByRole('group', { name: words.captions });
  await captions.getByLabel('English').setInputFiles(`${source}-en.vtt`);
  await captions.getByRole('link').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
  }
  await videos.getByRole('button', { name: words.save, exact: true }).click();
  await videos.getByText(words.saved).waitFor();
  const readLearn = async () => (await ask('/learn')).text();
  await expect.poll(readLearn).toContain('My own one');

  const { page: visitor, faults } = await visit({ path: '/learn' });
  const next = visitor.getByRole('button', { name: messages.en.learn.next });
  await next.click();
  await next.click();
  await visitor.getByRole('button', { name: 'Play Video 7: My own one, 0:12' }).click();
  const clip = visitor.locator('.player video');
  await expect
    .poll(() => clip.evaluate((video: { currentTime: number }) => video.currentTime))
    .toBeGreaterThan(0.2);
  await expect(visitor.locator('.player .caption')).not.toBeEmpty();
  const path = (await clip.getAttribute('src')) ?? '';
  expect(path).toMatch(/^\/files\/[0-9a-f]{32}-12\.mp4$/);
  const range = await fetch(stack.baseUrl + path, { headers: { ...headers, range: 'bytes=4-7' } });
  expect([range.status, await range.text()]).toEqual([206, 'ftyp']);
  expect(faults).toEqual([]);

  await page.getByText(words.history, { exact: true }).click();
  const last = page.getByRole('list', { name: words.history }).getByRole('listitem').first();
  await last.getByText('My own one').waitFor();
  await last.getByRole('button', { name: messages.en.admin.translations.undo, exact: true }).click();
  await expect.poll(readLearn).not.toContain('My own one');
});

test('colours show in the frame as they are chosen, and on the site once they are saved', async () => {
  const { page } = await openSettings();
  const look = page
    .getByRole('region', { name: words.look })
    .locator('iframe')
    .contentFrame()
    .locator('html');
  const colours = page.getByRole('region', { name: words.coloursAndLogo, exact: true });
  const save = colours.getByRole('button', { name: words.save, exact: true });
  await colours.getByRole('radio', { name: words.hearth }).check();
  await expect(look).toHaveCSS('background-color', 'rgb(20, 14, 11)');
  await save.click();
  await expect.poll(readBooking).toContain('href="/colours.css?');
  // A page that has that file.
  await page.reload();
  await expect(look).toHaveCSS('background-color', 'rgb(20, 14, 11)');
  await colours.getByRole('radio', { name: words.evening }).check();
  await expect(look).toHaveCSS('background-color', 'rgb(10, 17, 15)');
  await save.click();
  await expect.poll(readBooking).not.toContain('colours');
});

test('an uploaded mark is on pages and the icon of the installed admin, an uploaded picture that of links', async () => {
  const { page } = await openSettings();
  const look = page.getByRole('region', { name: words.coloursAndLogo, exact: true });
  const save = look.getByRole('button', { name: words.save, exact: true });
  const remove = look.getByRole('button', { name: words.removePicture });
  const file = { name: 'mark.png', mimeType: 'image/png', buffer: await page.screenshot() };
  for (const label of [words.mark, words.sharePicture]) await look.getByLabel(label).setInputFiles(file);
  await expect(remove).toHaveCount(2);
  await save.click();
  await expect.poll(readHome).toMatch(/og:image" content="[^"]*-share\.jpg"/);
  const manifest = await (await ask('/admin.webmanifest')).text();
  const named = (await readHome()) + manifest;
  const paths = new Set(named.match(/\/files\/[0-9a-f]{32}-(mark|share)[-\w]*\.\w+/g));
  expect(paths.size).toBe(7);
  for (const path of paths) expect([path, (await ask(path)).status]).toEqual([path, 200]);
  expect(JSON.parse(manifest)).toMatchObject({ start_url: '/admin', display: 'standalone' });

  await remove.first().click();
  await remove.click();
  await save.click();
  await expect.poll(readHome).not.toContain('/files/');
});

test('a case gets a page of its own, which visitors read in both languages, and loses it again', async () => {
  const slug = 'example-a-bookkeeping-office';
  const path = `/nl/werk/${slug}`;
  const statusOf = async () => (await ask(path)).status;
  const readSitemap = async () => (await ask('/sitemap.xml')).text();
  expect(await statusOf()).toBe(404);

  const { page: admin } = await openSettings();
  const one = admin.getByRole('group', { name: 'Case 2', exact: true });
  const hasPage = one.getByRole('switch', { name: words.hasPage });
  await hasPage.check();
  await expect(one.getByLabel(words.slug)).toHaveValue(slug);
  const story = one.getByRole('group', { name: words.story, exact: true });
  await story.getByLabel('English').fill('First the receipts.\n\nThen <b>nothing</b>.');
  await story.getByLabel('Dutch').fill('Eerst de bonnetjes.\n\nDaarna <b>niets</b>.');
  const save = admin
    .getByRole('region', { name: words.offer, exact: true })
    .getByRole('button', { name: words.save, exact: true });
  expect(await accessibilityFaults(admin)).toEqual([]);
  for (const width of widths) {
    await admin.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(admin), `${width} px`).toBeLessThanOrEqual(0);
  }
  await save.click();
  await expect(one.getByRole('link', { name: words.seePage })).toHaveAttribute('href', `/work/${slug}`);
  await expect.poll(statusOf).toBe(200);
  expect(await readSitemap()).toContain(`${path}</loc>`);

  // From home to a page that the browser has no words of yet, and on in the other language.
  const { page, faults } = await visit({ path: '/nl' });
  await page.getByRole('link', { name: 'Voorbeeld: een boekhoudkantoor' }).click();
  await expect(page).toHaveTitle('Voorbeeld: een boekhoudkantoor | Voordeur');
  expect(pathOf(page)).toBe(path);
  await expect(page.getByText('Daarna <b>niets</b>.')).toBeVisible();
  await page.locator('a[hreflang=en]').first().click();
  await expect(page.getByText('First the receipts.')).toBeVisible();
  expect(pathOf(page)).toBe(`/work/${slug}`);
  await page.goBack();
  await expect(page.getByText('Eerst de bonnetjes.')).toBeVisible();
  await page.getByRole('link', { name: 'Voorbeeld: een groothandel' }).click();
  await expect(page.locator('blockquote')).toBeVisible();
  expect(faults).toEqual([]);

  const plain = await (await newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(path);
  for (const said of ['Eerst de bonnetjes.', '3 dagen', '1 uur'])
    await expect(plain.getByText(said)).toBeVisible();

  await hasPage.uncheck();
  await save.click();
  await expect.poll(statusOf).toBe(404);
  expect(await readSitemap()).not.toContain(slug);
  // A browser that has been there keeps the page for an hour.
  const { page: another } = await visit({ path });
  await expect(another.getByText(messages.nl.notFound.line)).toBeVisible();
});
