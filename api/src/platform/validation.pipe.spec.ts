import type { Type } from '@nestjs/common';
import { IsArray, IsString, MaxLength } from 'class-validator';
import { expect, it } from 'vitest';
import { ApiError } from './api-error.js';
import { Optional, parseDto, uuidInPath, ValidationPipe } from './validation.pipe.js';

class NoteDto {
  @IsString()
  @MaxLength(5)
  title!: string;

  @Optional()
  @IsString()
  text?: string;

  @Optional()
  @IsArray()
  tags?: string[];
}

/** The body of the refusal. */
function refusal(work: () => unknown) {
  try {
    return { accepted: work() };
  } catch (error) {
    if (error instanceof ApiError) return error.body();
    throw error;
  }
}
const parse = (input: unknown) => refusal(() => parseDto(NoteDto, input, 'invalid-body'));

it('gives an instance with the known fields, those that are given', () => {
  const parsed = parseDto(NoteDto, { title: 'short', text: 'x', more: 1, constructor: 2 }, 'invalid-body');
  expect(parsed).toBeInstanceOf(NoteDto);
  expect(parsed).toEqual({ title: 'short', text: 'x' });
  expect(Object.keys(parseDto(NoteDto, { title: 'a', text: '' }, 'invalid-body'))).toEqual(['title']);
});

it.each([null, undefined, 'text', 5, true, [], [{ title: 'short' }]])('takes no fields from %j', (input) => {
  const { details, code } = parse(input) as { details?: unknown; code?: string };
  expect({ details, code }).toEqual({ details: undefined, code: 'invalid-body' });
});

it('takes no field that the body has only inherited', () => {
  expect(parse(Object.create({ title: 'short' }))).toMatchObject({ details: [{ field: 'title' }] });
});

it('names each invalid field once, with the first thing that is wrong and no value', () => {
  expect(parse({ title: 12_345_678, text: null, tags: 'secret' })).toMatchObject({
    code: 'invalid-body',
    details: [
      { field: 'title', message: expect.stringMatching(/^title must be /) as string },
      { field: 'text', message: 'text must be a string' },
      { field: 'tags', message: 'tags must be an array' },
    ],
  });
  expect(JSON.stringify(parse({ title: 'a secret' }))).not.toContain('secret');
  expect(parse({ title: '' })).toMatchObject({ details: [{ field: 'title' }] });
});

it('an optional field may be absent, but not null', () => {
  expect(parse({ title: 'a' })).toEqual({ accepted: { title: 'a' } });
  expect(parse({ title: 'a', tags: null })).toMatchObject({ details: [{ field: 'tags' }] });
});

it('validates a body and a query, by the class of the parameter', () => {
  const pipe = new ValidationPipe();
  const transform = (type: 'body' | 'query', value: unknown, metatype: Type = NoteDto) =>
    refusal(() => pipe.transform(value, { type, metatype }));
  expect(transform('body', { title: 'a', more: 1 })).toEqual({ accepted: { title: 'a' } });
  expect(transform('body', {})).toMatchObject({ code: 'invalid-body' });
  expect(transform('query', {})).toMatchObject({ code: 'invalid-query' });
  expect(transform('body', 'text', Object)).toEqual({ accepted: 'text' });
  expect(transform('query', 'text', String)).toEqual({ accepted: 'text' });
});

it('finds nothing by what is no UUID', async () => {
  const metadata = { type: 'param' } as const;
  const id = '01a21b4e-e32f-7adf-8a0e-c4fb73194950';
  expect(await uuidInPath.transform(id, metadata)).toBe(id);
  await expect(uuidInPath.transform('1', metadata)).rejects.toMatchObject({ code: 'not-found' });
});
