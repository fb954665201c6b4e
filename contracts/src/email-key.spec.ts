import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailKey, emailSpellings, mailableEmail } from './email-key.js';
import { cleanEmail } from './http/email.js';

const local = fc.stringMatching(/^[a-z0-9]([a-z0-9.+_-]{0,20}[a-z0-9])?$/);
const domain = fc.constantFrom('example.org', 'xn--bcher-kva.example', '192.0.2.1', 'mail.example.co.uk');
/** Any character but half of one. Like fast-check's own `binary`, without the two seconds that takes to begin. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));
const decorations = [
  (address: string) => ` ${address}\t`,
  (address: string) => `<${address}>`,
  (address: string) => `Jan Jansen <${address}>`,
  (address: string) => `mailto:${address}`,
  (address: string) => `MAILTO:${address}?subject=unsubscribe`,
  (address: string) => `${address}.`,
  (address: string) => `${address},`,
  (address: string) => `${address}; `,
  (address: string) => `${address}>`,
  (address: string) => `\ufeff${address}\u200b`,
  (address: string) => address.replace('@', '\u00ad@\u200c'),
  (address: string) => address.toUpperCase(),
  (address: string) => address.replace('xn--bcher-kva', 'bücher'),
  (address: string) => address.replace('xn--bcher-kva', 'BU\u0308CHER'),
  (address: string) => address.replace('example', 'ｅｘａｍｐｌｅ'),
];

describe('the key of an address', () => {
  it('is the same for every spelling of one mailbox', () => {
    fc.assert(
      fc.property(
        local,
        domain,
        fc.array(fc.constantFrom(...decorations), { maxLength: 5 }),
        (name, host, around) => {
          const spelled = around.reduce((address, decorate) => decorate(address), `${name}@${host}`);
          expect(emailKey(spelled)).toBe(`${name}@${host}`);
        },
      ),
    );
  });

  it('is its own key, whatever the text', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.tuple(text, fc.constantFrom('', '@', '<', 'mailto:'), text), (parts) => {
        const key = emailKey(parts.join(''));
        expect(emailKey(key)).toBe(key);
      }),
    );
  });

  it.each([
    ['İbrahim@example.org', 'ibrahim@example.org'],
    ['ı@example.org', 'i@example.org'],
    ['jan+news@example.org', 'jan@example.org'],
    ['jan@1', 'jan@0.0.0.1'],
    ['jan@straße.example', 'jan@strasse.example'],
  ])('keeps the mailboxes %s and %s apart', (one, other) => {
    expect(emailKey(one)).not.toBe(emailKey(other));
  });

  it.each(['call me', '', '06 12345678', '@', 'jan at example'])(
    'is the text itself for a text that is no address: %j',
    (text) => {
      expect(emailKey(text)).toBe(text);
    },
  );
});

it('cleans an address without changing the mailbox as it was typed', () => {
  expect(cleanEmail(' Jan <Jan@Bücher.Example>,')).toBe('Jan@Bücher.Example');
  expect(cleanEmail('<MAILTO:<jan@example.org>?subject=unsubscribe>')).toBe('jan@example.org');
  expect(mailableEmail(' Jan <Jan@Bücher.Example>,')).toBe('Jan@xn--bcher-kva.example');
});

it('spells a key in letters too where its domain has others than ASCII', () => {
  expect(emailSpellings('Jan@Bücher.example')).toEqual(['jan@xn--bcher-kva.example', 'jan@bücher.example']);
  expect(emailSpellings('Jan@Example.org')).toEqual(['jan@example.org']);
});
