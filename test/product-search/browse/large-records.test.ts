import { type BrowsePlace, browseRecords } from '../../../src/product-search';
import { startBuiltIndexes } from '../built-index';

it('pages of large records end early, and none is lost', async () => {
  const indexes = startBuiltIndexes();
  try {
    const text = 'many words '.repeat(8_000);
    const records = Array.from({ length: 120 }, (_, n) => ({ id: `L-${String(n).padStart(3, '0')}`, text }));
    const target = await indexes.build(records);
    const pages: string[][] = [];
    let after: BrowsePlace | null = null;
    do {
      const wanted = { perPage: 1_000, filter: null, sort: [], after };
      const page = await browseRecords(indexes, target, wanted, new AbortController().signal);
      pages.push(page.records.map(({ id }) => id));
      expect(page.total).toBe(records.length);
      after = page.next;
    } while (after !== null);
    expect(pages.map(({ length }) => length)).toEqual([100, 20]);
    expect(pages.flat()).toEqual(records.map(({ id }) => id));
  } finally {
    await indexes.close();
  }
});
