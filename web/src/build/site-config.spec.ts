import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteConfig } from '@voordeur/contracts/http';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { checkedSiteConfig, findWrongFields } from './site-config';

const root = new URL('../../../', import.meta.url);
const schema = readJson('site.config.schema.json');
const good = readJson('site.config.json') as SiteConfig;

const side = { number: { en: '1' }, text: { en: 'hour' } };
const story = { en: 'Before.\n\nNow.' };

/** Only a file of our own has these. */
const bareVideo = { captions: undefined, chapters: undefined };

describe('findWrongFields', () => {
  it('finds nothing wrong with the example', () => {
    expect(findWrongFields(good, schema)).toEqual([]);
  });

  it('takes pages of cases with addresses of their own', () => {
    const pages = [
      { slug: 'a', story },
      { slug: '2-bakers', story: { ...story, nl: 'Toen\n\nNu' } },
    ];
    expect(findWrongFields(withPages(...pages), schema)).toEqual([]);
  });

  it('takes a site without what is optional', () => {
    const { person, company, streets, quote, price, social, channel, ...bare } = good;
    expect([person, company, streets, quote, price, social, channel]).not.toContain(undefined);
    expect(findWrongFields(bare, schema)).toEqual([]);
    const alone = { ...bare, social: { en: { linkedin: 'https://www.linkedin.com/company/x' } } };
    expect(findWrongFields(alone, schema)).toEqual([]);
  });

  it.each([
    [{ ...good, person: { town: good.person?.town } }, 'person.name '],
    [{ ...good, person: { name: ' ' } }, 'person.name '],
    [{ ...good, person: { name: 'You', portrait: 'https://elsewhere.example/me.jpg' } }, 'person.portrait '],
    [{ ...good, company: { bank: 'NL1' } }, 'company.bank is not a field that is known'],
    [{ ...good, company: { number: { nl: 'KvK 1' } } }, 'company.number.en '],
    [{ ...good, languages: ['en', 'Dutch'] }, 'languages.1 '],
    [{ ...good, colours: { lamp: '#f0b95a' } }, 'colours.set '],
    [{ ...good, colours: { set: 'hearth', lamp: '#803300' } }, 'colours.lamp is too dark'],
    [{ ...good, documents: { ...good.documents, terms: '/terms.pdf' } }, 'documents.terms '],
    [{ ...good, streets: [{ ...good.streets?.[0], after: undefined }] }, 'streets.0.after '],
    [withPages({ slug: 'a' }), 'streets.0.page.story '],
    [withPages({ slug: 'a', story: { nl: 'Er was eens' } }), 'streets.0.page.story.en '],
    [withPages({ slug: 'a', story, quote: { text: story } }), 'streets.0.page.quote.by '],
    ...[
      '',
      '..',
      'a/b',
      '../a',
      '/a',
      'a%2fb',
      'A',
      'a b',
      'é',
      '-a',
      'a-',
      'a--b',
      'a.b',
      'a'.repeat(61),
    ].map((slug): [object, string] => [withPages({ slug, story }), 'streets.0.page.slug ']),
    [
      withPages({ slug: 'a', story }, { slug: 'a-2', story }, { slug: 'a', story }),
      "streets.2.page.slug is another case's too",
    ],
    [{ ...good, quote: { text: good.quote?.text } }, 'quote.by '],
    [{ ...good, price: 'cheap' }, 'price '],
    [{ ...good, daysOff: ['caturday'] }, 'daysOff.0 '],
    [{ ...good, daysOff: ['sunday', 'sunday'] }, 'daysOff '],
    [{ ...good, product: undefined }, 'product '],
    [{ ...good, product: '' }, 'product '],
    [{ ...good, phone: 'call me' }, 'phone '],
    [{ ...good, colour: 'green' }, 'colour is not a field that is known'],
    [withVideo({ id: 'Video 1' }), 'videos.0.id '],
    [withVideo({ title: undefined }), 'videos.0.title '],
    [withVideo({ provider: 'file', source: 'clip.mp4' }), 'videos.0.source '],
    [withVideo({ ...bareVideo, provider: 'youtube', source: '/media/clip.mp4' }), 'videos.0.source '],
    [withVideo({ captions: { en: '/media/clip.srt' } }), 'videos.0.captions.en '],
    [
      withVideo({ captions: { german: '/media/clip.vtt' } }),
      'videos.0.captions.german is not a field that is known',
    ],
    [withVideo({ chapters: {} }), 'videos.0.chapters '],
    [withVideo({ provider: 'vimeo', source: '12345', chapters: undefined }), 'videos.0.captions '],
    [withVideo({ thumbnail: 'https://elsewhere.example/1.webp' }), 'videos.0.thumbnail '],
    [{ ...good, scheduler: { provider: 'calendly', address: 'calendly.com/x' } }, 'scheduler.address '],
    [{ ...good, scheduler: { provider: 'phone', address: 'https://x.example' } }, 'scheduler.provider '],
    [[], 'the file '],
  ])('names the field that is wrong (%#)', (config, start) => {
    const wrong = findWrongFields(JSON.parse(JSON.stringify(config)), schema);
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatch(new RegExp(`^${start}`));
  });
});

it('a wrong file stops the build with the name of its field', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'voordeur-config-')), 'site.config.json');
  writeFileSync(file, JSON.stringify({ ...good, price: 'cheap' }));
  const { pathname } = new URL(import.meta.url);
  const input = { write: false, rollupOptions: { input: pathname } };
  const plugins = [checkedSiteConfig(pathToFileURL(file))];
  await expect(build({ configFile: false, logLevel: 'silent', build: input, plugins })).rejects.toThrow(
    /site\.config\.json:\n +price /,
  );
});

function withPages(...pages: object[]): object {
  const streets = pages.map((page) => ({ name: { en: 'Bakery' }, before: side, after: side, page }));
  return { ...good, streets };
}

function withVideo(change: object): object {
  return { ...good, videos: [{ ...good.videos[0], ...change }] };
}

function readJson(name: string): object {
  return JSON.parse(readFileSync(new URL(name, root), 'utf8')) as object;
}
