import { isIP } from 'node:net';
import { keptPage, keptReferrer, readSafeCsvCell, safeCsvCell } from '@voordeur/contracts/http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooDeep } from '../platform/json-depth.js';
import { checkMessage } from '../translations/check-message.js';
import { parseImport } from '../translations/import-texts.js';
import { ApiError } from '../platform/api-error.js';
import { readEdgeLine } from '../intake/edge-lines.js';

/*
 * Whatever comes in, each of these answers in the ways that it promises and never throws anything else. A failure prints
 * the case: add it to the examples of its property. `make drill NAME=fuzz RUNS=100000` tries more.
 */
const runs = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 300) };

/** Any text: lone surrogates, control characters and NUL too. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((codes) => String.fromCharCode(...codes)),
);

describe('a line of nginx about a page', () => {
  const nowMs = Date.parse('2026-11-22T12:00:00Z');
  const read = (datagram: string) => readEdgeLine(datagram, { key: 'k', nowMs });

  it('is a visit of a page by an address, or nothing', () => {
    const line = fc.record(
      {
        key: fc.oneof(fc.constant('k'), anyText),
        time: fc.oneof(fc.constant(nowMs / 1_000), fc.double(), anyText, fc.constant(null)),
        address: fc.oneof(fc.ipV4(), fc.ipV6(), anyText),
        uri: fc.oneof(
          fc.webPath(),
          anyText.map((text) => `/${text}`),
          fc.anything(),
        ),
        agent: fc.oneof(anyText, fc.anything()),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        line,
        fc.oneof(fc.constant('<190>Nov 22 12:00:00 host voordeur: '), anyText),
        (fields, head) => {
          const visit = read(head + JSON.stringify(fields));
          if (visit === null) return;
          expect(isIP(visit.address)).toBeGreaterThan(0);
          expect(visit.page).toMatch(/^\//);
          expect(visit.page.length).toBeLessThanOrEqual(512);
          expect(() => encodeURI(visit.page + visit.userAgent)).not.toThrow();
          expect(visit.page + visit.userAgent).not.toContain('\0');
          expect(Number.isNaN(Date.parse(visit.occurredAt))).toBe(false);
        },
      ),
      runs,
    );
  });

  it('is nothing when it is any text', () => {
    fc.assert(
      fc.property(anyText, (datagram) => {
        expect(read(datagram)).toBeNull();
      }),
      runs,
    );
  });
});

describe('an address of a page', () => {
  it('keeps nothing but its path and campaign, and is kept as itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const kept = keptPage(`/${text}`);
        expect(kept).toMatch(/^\//);
        expect(keptPage(kept)).toBe(kept);
        const query = new URLSearchParams(kept.split('?')[1] ?? '');
        expect([...query.keys()].filter((name) => !name.startsWith('utm_'))).toEqual([]);
      }),
      runs,
    );
  });

  it('on another site loses its query, and never throws', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (referrer) => {
        expect(keptReferrer(referrer, 'site.example')).not.toMatch(/[?#]/);
      }),
      runs,
    );
  });
});

describe('a message of the owner', () => {
  it('is shown or refused with a reason', () => {
    const pieces = fc.array(
      fc.constantFrom(
        '{',
        '}',
        '<b>',
        '</b>',
        "'",
        '{n',
        ', plural',
        ', one {',
        'other {#}',
        '{product}',
        'x',
        ' ',
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          pieces.map((all) => all.join('')),
        ),
        (text) => {
          for (const problem of checkMessage(text, 'Say {product}', 'en'))
            expect(problem).toMatchObject({ fault: expect.any(String) as string });
        },
      ),
      runs,
    );
  });

  it('is imported from anything with a refusal of ours at most', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        try {
          parseImport(body);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      runs,
    );
  });
});

it('a cell of CSV starts no formula, and is read as it was', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        anyText.map((text) => `=${text}`),
      ),
      (text) => {
        const cell = safeCsvCell(text);
        expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/u);
        if (!text.includes("'")) expect(readSafeCsvCell(cell)).toBe(text);
      },
    ),
    runs,
  );
});

it('the depth of a body is judged without parsing it', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, fc.json({ maxDepth: 10 })), (body) => {
      expect(typeof isTooDeep(body)).toBe('boolean');
    }),
    runs,
  );
});
