import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findWrongFields } from './site-config';

const root = new URL('../../../', import.meta.url);
const schema = readJson('site.config.schema.json');
const good = readJson('site.config.json');

describe('findWrongFields', () => {
  it('finds nothing wrong with the example', () => {
    expect(findWrongFields(good, schema)).toEqual([]);
  });

  it.each([
    [{ ...good, product: undefined }, 'product '],
    [{ ...good, product: '' }, 'product '],
    [{ ...good, colour: 'green' }, 'colour is not a field that is known'],
    [{ ...good, videos: [{ id: 'Video 1', title: 'x' }] }, 'videos.0.id '],
    [{ ...good, videos: [{ id: 'video-1' }] }, 'videos.0.title '],
    [[], 'the file '],
  ])('names the field that is wrong (%#)', (config, start) => {
    const wrong = findWrongFields(JSON.parse(JSON.stringify(config)), schema);
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toMatch(new RegExp(`^${start}`));
  });
});

function readJson(name: string): object {
  return JSON.parse(readFileSync(new URL(name, root), 'utf8')) as object;
}
