import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectBot } from '../bots/detect-bot.js';
import { readBotList } from '../bots/read-bot-list.js';
import { BadFile, readCsv } from '../importers/read-csv.js';
import { ImportTally } from '../importers/log/import-tally.js';
import { readLog } from '../importers/log/read-log.js';
import { anonymizeAddress } from '../intake/anonymize.js';
import { isPlainAddress, parseMailbox } from '@voordeur/server';
import { readPlace } from '../platform/geoip.js';
import { isPublicAddress } from '../platform/public-address.js';
import { readRetryAfter } from '../outbox/next-attempt.js';

/** As in api/src/testing/fuzz.spec.ts. */
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 300);

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((codes) => String.fromCharCode(...codes)),
);
const nowMs = Date.parse('2026-11-22T12:00:00Z');

describe('a log', () => {
  const line = fc
    .tuple(
      fc.oneof(fc.ipV4(), fc.ipV6(), anyText),
      fc.constantFrom('22/Nov/2026:11:00:00 +0100', '99/Xxx/0000:00:00:00 +9999', ''),
      fc.oneof(fc.webPath(), anyText),
      fc.constantFrom('200', '404', '-', '99999999999999999999'),
      anyText,
    )
    .map(
      ([address, date, path, status, agent]) =>
        `${address} - - [${date}] "GET ${path} HTTP/1.1" ${status} 12 "-" "${agent}"`,
    );

  it('gives page views of somebody, at a time that has been, and counts every other line', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(line, anyText), { maxLength: 8 }), async (lines) => {
        const tally = new ImportTally();
        const bytes = Buffer.from(lines.join('\n'));
        let views = 0;
        for await (const view of readLog({
          file: 'a.log',
          bytes: [bytes],
          tally,
          nowMs,
          rememberedLines: 100,
        })) {
          views += 1;
          // Some servers log names of hosts.
          expect(view.address).not.toBe('');
          expect(Date.parse(view.occurredAt)).toBeLessThan(nowMs + 86_400_001);
          expect(view.page).toMatch(/^\//);
        }
        const leftOut = Object.values(tally.leftOut).reduce((sum, count) => sum + count, 0);
        expect(views + leftOut).toBe(tally.lines);
      }),
      { numRuns },
    );
  });
});

it('a CSV file is read, or refused in a sentence that quotes none of it', async () => {
  const cell = fc.oneof(anyText, fc.constantFrom('"', '","', '\n', 'secret'));
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { maxLength: 12 }), async (cells) => {
      const bytes = Readable.from([Buffer.from(`email,name\n${cells.join(',')}`)]);
      try {
        for await (const { line } of readCsv(bytes, { name: 'a.csv', needed: ['email'] }))
          expect(line).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(BadFile);
        expect((error as Error).message).not.toContain('secret');
      }
    }),
    { numRuns },
  );
});

it('an agent and a page are a robot with a name, or nobody, whatever they are', () => {
  fc.assert(
    fc.property(anyText, anyText, (userAgent, page) => {
      const bot = detectBot({ userAgent, page });
      if (bot) expect(bot.name.length).toBeGreaterThan(0);
    }),
    { numRuns },
  );
});

it('a list of robots is taken or refused, and slows nothing down', () => {
  const pattern = fc
    .array(fc.constantFrom('a', '(', ')', '*', '+', '?', '|', '[', ']', '\\', '{', '}', '^', '$', '.'), {
      maxLength: 30,
    })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.array(fc.record({ pattern })).map((list) => JSON.stringify(list)),
      ),
      (text) => {
        try {
          for (const { pattern: taken } of readBotList(text)) taken.test('a'.repeat(2_000));
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      },
    ),
    { numRuns },
  );
});

it('an address to store is a network, or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), anyText), (address) => {
      const network = anonymizeAddress(address, 'truncate');
      if (network !== null) expect(isIP(network)).toBeGreaterThan(0);
      if (isIP(address) === 0) expect(network).toBeNull();
    }),
    { numRuns },
  );
});

it('an address of a webhook is public or not, and texts are not', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), anyText), (address) => {
      if (isIP(address) === 0) expect(isPublicAddress(address)).toBe(false);
      else expect(typeof isPublicAddress(address)).toBe('boolean');
    }),
    { numRuns },
  );
});

it('a Retry-After is seconds from now on', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        fc.nat().map(String),
      ),
      (header) => {
        const seconds = readRetryAfter(header, new Date(nowMs));
        expect(Number.isFinite(seconds) && seconds >= 0).toBe(true);
      },
    ),
    { numRuns },
  );
});

it('a mailbox adds no header and no second recipient', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.emailAddress(),
        fc.tuple(anyText, fc.emailAddress()).map(([name, at]) => `${name} <${at}>`),
      ),
      (text) => {
        const mailbox = parseMailbox(text);
        if (mailbox) expect(mailbox.address).not.toMatch(/[\r\n,<>\s]/);
        if (isPlainAddress(text)) expect(text).not.toMatch(/[\r\n,<>\s]/);
      },
    ),
    { numRuns },
  );
});

it('a record of places is a country, or unknown', () => {
  fc.assert(
    fc.property(fc.anything(), (record) => {
      expect(readPlace(record).country).toMatch(/^[A-Z]{2}$/);
    }),
    { numRuns },
  );
});
