import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@voordeur/operate/local/settings.js';
import { type Edge, startEdge } from '../helpers/start-nginx.js';

const pagePolicy = "default-src 'none'; frame-src 'self' https://calendar.example";
let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({
    files: {
      'private/page-policy': pagePolicy,
      'index.html': 'home',
      'learn/index.html': 'learn',
      '404.html': 'not here',
      'admin.html': 'admin',
      'assets/app-1a2b.js': 'script',
      'logo.svg': '<svg/>',
      'og/home-en.jpg': 'picture',
      'terms-nl.pdf': 'pdf',
      'private/guide.pdf': 'guide',
    },
    answer: ({ url }, response) => {
      if (url?.startsWith('/documents/')) response.setHeader('X-Accel-Redirect', '/private/guide.pdf');
      if (url === '/api/refused') response.statusCode = 400;
      response.end('{}');
    },
  });
});
afterAll(() => edge.close());

/** The rows of the table in docs/security.md: a header, and its value for each kind of answer. */
function readTable(): { header: string; values: string[] }[] {
  const [, table = ''] = readFileSync(join(root, 'docs/security.md'), 'utf8').split(
    '<!-- the headers of each kind of answer -->',
  );
  return table
    .trim()
    .split('\n\n', 1)
    .flatMap((lines) => lines.split('\n').slice(2))
    .map((line) => {
      const [header = '', ...values] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', ''));
      return { header, values };
    });
}

const kinds: Record<string, string[]> = {
  'pages and files': ['/', '/learn', '/nothing', '/nothing.js', '/assets/app-1a2b.js', '/logo.svg'],
  admin: ['/admin', '/admin/analytics', '/admin/leads/0198', '/admin/nothing', '/shared'],
  'api and errors': ['/api/ip', '/api/refused', '/api/metrics', '/api/%zz'],
  PDFs: ['/terms-nl.pdf', '/documents/guide.pdf?key=1'],
  'pictures for links': ['/og/home-en.jpg'],
};

describe.each(Object.entries(kinds))('headers of %s', (kind, paths) => {
  it.each(paths)('%s are those of docs/security.md', async (path) => {
    const { headers } = await edge.ask(path);
    const column = Object.keys(kinds).indexOf(kind);
    for (const { header, values } of readTable()) {
      const expected = (values[column] === 'the same' ? values[0] : values[column])?.replace(
        '(the policy of pages)',
        pagePolicy,
      );
      expect(`${header}: ${headers[header.toLowerCase()] as string}`).toBe(`${header}: ${expected}`);
    }
  });
});

it('pages of the api may have their own style, and nothing else', async () => {
  for (const path of ['/api/bookings/times?language=nl', '/api/bookings/meeting?token=a']) {
    const { headers } = await edge.ask(path);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; base-uri 'none'; form-action 'self'; style-src 'self' 'sha256-[^']+'; frame-ancestors 'none'$/,
    );
  }
});

it('the table has every header of security that is sent', async () => {
  const inTable = readTable().map(({ header }) => header.toLowerCase());
  expect(inTable.length).toBeGreaterThan(6);
  const others = ['server', 'date', 'content-type', 'content-length', 'connection', 'last-modified', 'etag'];
  others.push('accept-ranges', 'cache-control', 'vary', 'content-encoding');
  const { headers } = await edge.ask('/learn');
  expect(
    Object.keys(headers)
      .filter((name) => !others.includes(name))
      .sort(),
  ).toEqual(inTable.sort());
});

it('a site that was built before there was a policy goes without', async () => {
  const older = await startEdge({
    files: { 'index.html': 'home' },
    onFiles: (dir) => {
      rmSync(join(dir, 'private/page-policy'));
    },
  });
  try {
    const { headers } = await older.ask('/');
    expect(headers['content-security-policy']).toBe("frame-ancestors 'self'");
  } finally {
    await older.close();
  }
});

it('a policy that would add a directive to nginx.conf does not start it', async () => {
  await expect(startEdge({ files: { 'private/page-policy': 'x"; return 200 "' } })).rejects.toThrow(
    'private/page-policy',
  );
});
