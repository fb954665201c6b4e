import { textLimits, translationLimits } from '@voordeur/contracts/http';
import { expect, it } from 'vitest';
import { ApiError } from '../platform/api-error.js';
import { parseDto } from '../platform/validation.pipe.js';
import {
  ChangeLeadDto,
  NewsletterSignupDto,
  PromptSignupDto,
  ReplyDto,
  SetupsInquiryDto,
  VideoSignupDto,
} from './lead.dto.js';

/** The names of the fields that are refused. */
function refused(dto: new () => object, body: object): string[] {
  try {
    parseDto(dto, body, 'invalid-body');
    return [];
  } catch (error) {
    return (error as ApiError).body().details?.map(({ field }) => field) ?? [];
  }
}

const timestamp = '2026-11-21T03:05:15Z';
const sent = { timestamp, website: 'x', elapsedMs: 0, notCounted: false };
const signup = { ...sent, email: 'a@example.org', language: 'nl' };
const text = (length: number) => 'x'.repeat(length);

const named = <Value>(rows: [new () => object, Value][]) =>
  rows.map(([dto, value]) => [dto.name, dto, value] as const);

const valid: [new () => object, object][] = [
  [
    SetupsInquiryDto,
    { ...signup, name: text(textLimits.name), idea: text(textLimits.idea), kind: 'question' },
  ],
  [NewsletterSignupDto, { ...signup, consent: 'Two\nlines', kind: 'agents' }],
  [PromptSignupDto, signup],
  [VideoSignupDto, { ...sent, email: 'no format', phone: '+31', videoId: 'v', watchTime: 86_400 }],
  [ChangeLeadDto, { status: 'answered', note: text(textLimits.note) }],
  [ReplyDto, { subject: text(textLimits.subject), text: text(textLimits.reply) }],
];

it.each(named(valid))('%s keeps all of its fields', (_, dto, body) => {
  expect(parseDto(dto, body, 'invalid-body')).toEqual(body);
});

const needed: [new () => object, string[]][] = [
  [SetupsInquiryDto, ['timestamp', 'language', 'email', 'idea']],
  [NewsletterSignupDto, ['timestamp', 'language', 'email']],
  [PromptSignupDto, ['timestamp', 'language', 'email']],
  [VideoSignupDto, ['timestamp', 'videoId', 'watchTime']],
  [ChangeLeadDto, []],
  [ReplyDto, ['subject', 'text']],
];

it.each(named(needed))('%s needs its fields', (_, dto, fields) => {
  expect(refused(dto, {}).sort()).toEqual(fields.sort());
});

const invalid: [new () => object, object][] = [
  ...[{ website: 5 }, { elapsedMs: -1 }, { elapsedMs: '3' }, { notCounted: 'yes' }].flatMap((field) =>
    [SetupsInquiryDto, NewsletterSignupDto, PromptSignupDto, VideoSignupDto].map(
      (dto) => [dto, field] as [new () => object, object],
    ),
  ),
  [SetupsInquiryDto, { email: 'é@example.org' }],
  [SetupsInquiryDto, { idea: text(textLimits.idea + 1) }],
  [SetupsInquiryDto, { idea: ' ' }],
  [SetupsInquiryDto, { name: text(textLimits.name + 1) }],
  [SetupsInquiryDto, { name: 'a\nb' }],
  [SetupsInquiryDto, { kind: 'agents' }],
  [NewsletterSignupDto, { email: 'a@localhost' }],
  [NewsletterSignupDto, { consent: text(translationLimits.text + 1) }],
  [NewsletterSignupDto, { kind: 'question' }],
  [PromptSignupDto, { email: 'é@example.org' }],
  [VideoSignupDto, { email: text(textLimits.email + 1) }],
  [VideoSignupDto, { email: 'a\nb' }],
  [VideoSignupDto, { phone: text(textLimits.phone + 1) }],
  [VideoSignupDto, { videoId: text(textLimits.videoId + 1) }],
  [VideoSignupDto, { videoId: 5 }],
  [VideoSignupDto, { watchTime: -1 }],
  [VideoSignupDto, { watchTime: 86_401 }],
  [ChangeLeadDto, { status: 'gone' }],
  [ChangeLeadDto, { note: text(textLimits.note + 1) }],
  [ReplyDto, { subject: 'a\nb' }],
  [ReplyDto, { subject: ' ' }],
  [ReplyDto, { text: '\n' }],
  [ReplyDto, { text: text(textLimits.reply + 1) }],
];

it.each(named(invalid))('%s refuses what no field of its kind may hold (%#)', (_, dto, field) => {
  const [, body] = valid.find(([one]) => one === dto) ?? [];
  expect(refused(dto, { ...body, ...field })).toEqual(Object.keys(field));
});

it('a note may be taken away', () => {
  expect(parseDto(ChangeLeadDto, { note: null }, 'invalid-body')).toEqual({ note: null });
});
