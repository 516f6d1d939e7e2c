import fc from 'fast-check';
import { cutText, cutTexts, fitAnswer, fittingItems } from '../../../api/platform/mcp/fit-answer';
import { ToolFailure } from '../../../api/platform/mcp/tool';

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const write = (items: readonly string[]) => ({ items: [...items] });

test('an answer that fits is whole', () => {
  expect(fitAnswer({ items: ['a', 'b'], cut: cutText, write }, 1_000)).toEqual({ items: ['a', 'b'] });
});

test('texts are cut alike before an item is left out', () => {
  const { items } = fitAnswer(
    { items: ['x'.repeat(5_000), 'y', 'z'.repeat(5_000)], cut: cutText, write },
    3_000,
  );
  expect(items).toEqual([`${'x'.repeat(1_200)}…`, 'y', `${'z'.repeat(1_200)}…`]);
});

test('where short texts do not fit either, the last items are left out', () => {
  const items = Array.from({ length: 100 }, (_, place) => `${place} ${'x'.repeat(500)}`);
  const fitted = fitAnswer({ items, cut: cutText, write }, 1_600);
  expect(fitted.items.length).toBeGreaterThan(5);
  expect(fitted.items[0]).toMatch(/^0 x+…$/);
});

test('an answer that does not fit without items is a failure that tells so', () => {
  const large = (items: readonly string[]) => ({ items, facets: 'f'.repeat(2_000) });
  expect(() => fitAnswer({ items: ['a'], cut: cutText, write: large }, 1_000)).toThrow(ToolFailure);
});

test('whatever the texts, an answer fits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 6_000 }), { maxLength: 60 }),
      fc.integer({ min: 1_000, max: 20_000 }),
      (items, bytesMax) => {
        const fitted = fitAnswer({ items, cut: cutText, write }, bytesMax);
        expect(bytesOf(fitted)).toBeLessThanOrEqual(bytesMax);
        if (bytesOf(write(items)) <= bytesMax) expect(fitted.items).toEqual(items);
      },
    ),
    { seed: 38, numRuns: 200 },
  );
});

test('items are taken in their order while they fit, the first one always', () => {
  expect(fittingItems(['a', 'b', 'c'], write, 19)).toEqual(['a', 'b']);
  expect(fittingItems(['x'.repeat(100), 'b'], write, 19)).toEqual(['x'.repeat(100)]);
  expect(fittingItems([], write, 5)).toEqual([]);
});

test.each([
  ['a short text', 'abc', 3, 0, 'abc'],
  ['from the beginning', 'abcdefghij', 4, 0, 'abcd…'],
  ['around a place', 'abcdefghijklmnop', 4, 8, '…hijk…'],
  ['to the end', 'abcdefghij', 4, 9, '…ghij'],
])('cuts %s', (_, text, chars, from, cut) => {
  expect(cutText(text, chars, from)).toBe(cut);
});

test('a cut parts no character of two code units', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), fc.nat(40), (text, chars, from) => {
      expect(cutText(text, chars, from)).not.toMatch(/\p{Cs}/u);
    }),
    { seed: 38 },
  );
});

test('texts of a record are cut at any depth, and nothing else changes', () => {
  const record = { title: 'x'.repeat(20), tags: ['y'.repeat(20), 1, null], size: { unit: 'mm', value: 4 } };
  expect(cutTexts(record, 10)).toEqual({
    title: `${'x'.repeat(10)}…`,
    tags: [`${'y'.repeat(10)}…`, 1, null],
    size: { unit: 'mm', value: 4 },
  });
});
