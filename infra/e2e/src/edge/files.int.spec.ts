import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Edge, startEdge } from '../helpers/start-nginx.js';

const hash = '0'.repeat(32);
const files = {
  'index.html': 'home',
  'en/index.html': 'home in English',
  'learn/index.html': 'learn',
  'nl/index.html': 'thuis',
  'nl/leren/index.html': 'leren',
  '404.html': 'not here',
  'nl/404.html': 'niet hier',
  'admin.html': 'admin',
  'assets/app-1a2b.js': 'script',
  'assets/app-1a2b.css': 'style',
  'logo.svg': '<svg/>',
  'clip.mp4': 'clip',
  'clip.vtt': 'WEBVTT',
  'font.woff2': 'font',
  'terms-nl.pdf': 'pdf',
  'robots.txt': 'robots',
  'sitemap.xml': '<x/>',
  'private/guide.pdf': 'guide',
  [`files/${hash}-guide.pdf`]: 'her guide',
  [`files/${hash}.pdf`]: 'her terms',
  [`files/${hash}-12.mp4`]: 'her clip',
  [`files/${hash}.vtt`]: 'WEBVTT',
  [`files/${hash}-share.jpg`]: 'her picture',
  [`files/${hash}-mark-32.png`]: 'her mark',
  'site.webmanifest': '{}',
  'admin.webmanifest': '{}',
};
let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({
    files,
    compressed: true,
    answer: ({ url }, response) => {
      if (url?.startsWith('/documents/guide.pdf'))
        response.setHeader('X-Accel-Redirect', '/private/guide.pdf');
      else if (url?.startsWith('/documents/hers.pdf'))
        response.setHeader('X-Accel-Redirect', `/files/${hash}-guide.pdf`);
      else response.statusCode = 403;
      response.end();
    },
  });
});
afterAll(() => edge.close());

describe('pages', () => {
  it.each([
    ['/', 200, 'home'],
    ['/learn', 200, 'learn'],
    ['/learn?utm_source=x', 200, 'learn'],
    ['/nl', 200, 'thuis'],
    ['/nl/leren', 200, 'leren'],
    ['/nothing', 404, 'not here'],
    ['/nothing/', 404, 'not here'],
    ['/nothing.php', 404, 'not here'],
    ['/nl/nothing', 404, 'niet hier'],
    ['/nlx', 404, 'not here'],
    ['/Learn', 404, 'not here'],
    ['/EN', 404, 'not here'],
    ['/NL/leren', 404, 'not here'],
    ['/nl/Leren', 404, 'niet hier'],
    ['//', 404, 'not here'],
    ['/.', 404, 'not here'],
    ['//learn', 404, 'not here'],
    ['/nl//leren', 404, 'niet hier'],
    ['//nl/leren', 404, 'not here'],
    ['/%6Cearn', 404, 'not here'],
    ['/%6El/leren', 404, 'not here'],
    ['/nl%2Fleren', 404, 'not here'],
    ['/x/../learn', 404, 'not here'],
    ['/learn/index', 404, 'not here'],
    ['/index.html', 404, 'not here'],
    ['/learn/index.html', 404, 'not here'],
    ['/nl/leren/index.html', 404, 'niet hier'],
    ['/404.html', 404, 'not here'],
    ['/admin', 200, 'admin'],
    ['/admin/leads', 200, 'admin'],
    ['/admin/leads/0198', 200, 'admin'],
    ['/shared', 200, 'admin'],
    ['/admin/leads/%30198', 404, 'admin'],
    ['/admin/leads/0198.1', 404, 'admin'],
    ['/admin/leads/a/b', 404, 'admin'],
    ['/admin/nothing', 404, 'admin'],
    ['/admin.html', 404, 'not here'],
    ['/administration', 404, 'not here'],
    ['/en', 200, 'home in English'],
    ['/en/nothing', 404, 'not here'],
    ['/en//learn', 404, 'not here'],
    ['/Admin', 404, 'not here'],
    ['//example.org', 404, 'not here'],
    ['/EN/learn', 404, 'not here'],
    ['/en/Learn', 404, 'not here'],
    ['/en/assets/app-1a2b.js', 404, 'not here'],
    ['/assets', 404, 'not here'],
    ['/assets/gone.js', 404, 'not here'],
    ['/errors/too-large', 404, 'not here'],
  ])('%s is %i', async (path, status, body) => {
    const answer = await edge.ask(path);
    expect([answer.status, answer.body.toString()]).toEqual([status, body]);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it.each([
    ['/learn/', '/learn'],
    ['/nl/', '/nl'],
    ['/admin/', '/admin'],
    ['/admin/leads/0198/', '/admin/leads/0198'],
    ['/en/admin/leads', '/admin/leads'],
    ['/shared/', '/shared'],
    ['/learn/?utm_source=x', '/learn?utm_source=x'],
    ['/en/', '/en'],
    ['/en/learn', '/learn'],
    ['/en/learn/', '/learn'],
    ['/en/learn?tab=a&utm_source=x', '/learn?tab=a&utm_source=x'],
    ['/en/learn?email=a@b.nl', '/learn?email=a@b.nl'],
  ])('%s goes to %s', async (path, target) => {
    expect(await edge.ask(path)).toMatchObject({ status: 301, headers: { location: target } });
  });

  it.each([
    '/%5cexample.org/',
    '//example.org/',
    '//learn/',
    '/learn//',
    '/en//learn/',
    '/en//example.org',
    '/x%0d%0aSet-Cookie:a=b/',
  ])('%s leads nowhere else', async (path) => {
    const answer = await edge.ask(path);
    expect(answer.status).toBe(404);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });
});

describe('how long answers are kept', () => {
  it.each([
    ['/', 3_600],
    ['/learn', 3_600],
    ['/assets/app-1a2b.js', 86_400],
    ['/assets/app-1a2b.css', 86_400],
    ['/logo.svg', 604_800],
    ['/clip.mp4', 604_800],
    ['/clip.vtt', 3_600],
    ['/font.woff2', 604_800],
    ['/terms-nl.pdf', 3_600],
    ['/robots.txt', 3_600],
    ['/sitemap.xml', 3_600],
    ['/site.webmanifest', 3_600],
    ['/admin.webmanifest', 3_600],
  ])('%s for %i s, compressed and unchanged too', async (path, seconds) => {
    const cacheControl = `public, max-age=${seconds}`;
    for (const encoding of ['identity', 'gzip', 'gzip, deflate, br']) {
      const headers = { 'Accept-Encoding': encoding };
      const answer = await edge.ask(path, { headers });
      expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': cacheControl } });
      const again = await edge.ask(path, {
        headers: { ...headers, 'If-None-Match': answer.headers.etag ?? '' },
      });
      expect(again).toMatchObject({ status: 304, headers: { 'cache-control': cacheControl } });
    }
  });

  it.each(['/nothing', '/gone.mp4', '/assets/gone.js'])('%s is not stored', async (path) => {
    expect((await edge.ask(path)).headers['cache-control']).toBe('no-store');
  });
});

describe('compressed files', () => {
  const types = {
    '/': 'text/html',
    '/learn': 'text/html',
    '/assets/app-1a2b.js': 'text/javascript',
    '/assets/app-1a2b.css': 'text/css',
    '/logo.svg': 'image/svg+xml',
  };
  it.each(Object.entries(types))('%s as %s', async (path, type) => {
    const plain = await edge.ask(path);
    for (const [accept, encoding, unpack] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['br;q=0.5', 'br', brotliDecompressSync],
      ['gzip, br;q=0', 'gzip', gunzipSync],
      ['gzip', 'gzip', gunzipSync],
      ['identity', undefined, (body: Buffer) => body],
    ] as const) {
      const answer = await edge.ask(path, { headers: { 'Accept-Encoding': accept } });
      expect([accept, answer.headers['content-encoding']]).toEqual([accept, encoding]);
      expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
      expect(answer.headers.vary).toBe(path === '/' ? 'Accept-Language, Accept-Encoding' : 'Accept-Encoding');
      expect(unpack(answer.body)).toEqual(plain.body);
    }
  });

  it('captions by gzip alone, as WebVTT', async () => {
    const answer = await edge.ask('/clip.vtt', { headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    });
    expect(gunzipSync(answer.body).toString()).toBe('WEBVTT');
  });

  it.each(['/index.html.br', '/assets/app-1a2b.js.gz'])('%s is not a file of its own', async (path) => {
    expect((await edge.ask(path)).status).toBe(404);
  });
});

describe('gated files', () => {
  it('the guide comes only by the word of the api', async () => {
    for (const path of [
      '/private/guide.pdf',
      '//private/guide.pdf',
      '/%70rivate/guide.pdf',
      '/x/../private/guide.pdf',
    ]) {
      expect([path, (await edge.ask(path)).status]).toEqual([path, 404]);
    }
    const granted = await edge.ask('/documents/guide.pdf?expires=1&sig=x');
    expect([granted.status, granted.body.toString()]).toEqual([200, 'guide']);
    expect(granted.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect((await edge.ask('/documents/other.pdf')).status).toBe(403);
  });

  it('one that the owner uploaded too', async () => {
    for (const path of [
      `/files/${hash}-guide.pdf`,
      `//files/${hash}-guide.pdf`,
      `/files/${hash}%2dguide.pdf`,
      `/files/x/../${hash}-guide.pdf`,
    ]) {
      expect([path, (await edge.ask(path)).status]).toEqual([path, 404]);
    }
    const granted = await edge.ask('/documents/hers.pdf');
    expect([granted.status, granted.body.toString()]).toEqual([200, 'her guide']);
    expect(granted.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(await edge.ask(`/files/${hash}.pdf`)).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=3600' },
    });
  });
});

describe('uploaded files', () => {
  it.each([
    ['-12.mp4', 'video/mp4', 604_800],
    ['.vtt', 'text/vtt; charset=utf-8', 3_600],
    ['-share.jpg', 'image/jpeg', 604_800],
    ['-mark-32.png', 'image/png', 604_800],
    ['.pdf', 'application/pdf', 3_600],
  ])('%s is %s for %i s', async (end, type, seconds) => {
    expect(await edge.ask(`/files/${hash}${end}`)).toMatchObject({
      status: 200,
      headers: {
        'content-type': type,
        'cache-control': `public, max-age=${seconds}`,
        'x-content-type-options': 'nosniff',
      },
    });
  });

  it('a picture for links alone may be shown by another site', async () => {
    const policyOf = async (end: string) =>
      (await edge.ask(`/files/${hash}${end}`)).headers['cross-origin-resource-policy'];
    expect(await policyOf('-share.jpg')).toBe('cross-origin');
    expect(await policyOf('-mark-32.png')).toBe('same-origin');
  });

  it('a video comes in ranges', async () => {
    const answer = await edge.ask(`/files/${hash}-12.mp4`, { headers: { Range: 'bytes=4-' } });
    expect([answer.status, answer.body.toString()]).toEqual([206, 'clip']);
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes 4-7/8', 'content-type': 'video/mp4' });
  });
});
