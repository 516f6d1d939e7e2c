import { setImmediate as nextTurn } from 'node:timers/promises';
import { everyField } from '../../../src/domain/products/shown-fields';
import { describeHits } from '../../../src/product-search';
import { readQueryText, resolveText } from '../../../src/product-search/search/query-text';
import { fieldRow } from '../filters/filter-fields';

const table = {
  fields: [fieldRow('title', 'text'), fieldRow('sku', 'identifier')],
  primary: ['title'],
  recordsSeen: 1,
};
const style = { preTag: '<b>', postTag: '</b>', fields: null, snippetChars: 0 };
const text = resolveText(readQueryText('lamp last X-1001', { typos: true }), [], 'alike');

/** Hits with the largest records that may be. */
const hitsOf = (title: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: String(n),
    text: JSON.stringify({ title, sku: 'X-1001' }),
    score: 1,
    parts: new Set<string>(),
    group: null,
    isPartial: false,
    similarity: null,
  }));

function describe(title: string, count: number) {
  const request = { highlight: style, preferences: [], isExplained: true };
  return describeHits({ table, shown: everyField }, request, { text, hits: hitsOf(title, count) });
}

test('other work is done while a page of the largest records is described', async () => {
  const state = { turns: 0, isDescribed: false };
  const described = describe('some words of a lamp '.repeat(19_000), 100).finally(() => {
    state.isDescribed = true;
  });
  for (; !state.isDescribed; state.turns++) await nextTurn();
  expect(state.turns).toBeGreaterThan(2);
  expect((await described).hits).toHaveLength(100);
});

test('each hit of a page has an equal share of what is looked at, and its identifier is told all the same', async () => {
  const title = `lamp ${'word '.repeat(30_000)}last`;
  const many = await describe(title, 100);
  expect(many.cutAt).toBe(20_971);
  for (const { matched, highlight } of many.hits) {
    expect(matched).toMatchObject({ fields: ['title', 'sku'], identifier: true });
    expect(highlight!.title).toMatch(/^<b>lamp<\/b> word .*…$/);
    expect((highlight!.title as string).length).toBe(20_971 + '<b></b>…'.length);
  }
  const few = await describe(title, 10);
  expect(few.cutAt).toBeNull();
  expect(few.hits[9]!.highlight!.title).toMatch(/^<b>lamp<\/b> word .* <b>last<\/b>$/);
});

test('places of found words are bounded', async () => {
  const { hits, cutAt } = await describe('lamp '.repeat(4_000), 100);
  expect(cutAt).not.toBeNull();
  for (const { explanation } of hits) expect(explanation!.matches.length).toBeLessThanOrEqual(1_000);
});
