import { createShownFields } from '../../../src/domain/products/shown-fields';
import { parseFilter, type SearchTarget, shownTable } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask, idsOf } from './asked';

const filler = Array.from({ length: 25 }, (_, place) => ({
  id: `z-${String(place).padStart(2, '0')}`,
  title: 'Wireless mouse',
  description: 'for a keyboard',
  code: `ZZ-${place}`,
  color: 'red',
  price: place,
}));

const records = [
  { id: 'both-title', title: 'Wireless keyboard', description: '', code: 'HP-4000', color: 'blue', price: 30 },
  { id: 'apart-title', title: 'Keyboard that is small, light and wireless', description: '', code: 'AB-15', color: 'blue', price: 20 },
  { id: 'typo-title', title: 'Wireles keyboard', description: '', code: 'AB-16', color: 'blue', price: 10 },
  { id: 'description', title: 'Desk set', description: 'with a wireless keyboard', code: 'AB-17', color: 'blue' },
  { id: 'one-word', title: 'Piano keyboard', description: '', code: '15', color: 'blue', price: 5 },
  { id: 'long-code', title: 'Sticker', description: 'HP', code: 'HP-4000-XL', color: 'blue', price: 6 },
  ...filler,
]; // prettier-ignore

describe('the order of hits', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    target = await indexes.build(records, {
      identifiers: ['code'],
      fields: { color: { type: 'keyword' }, price: { type: 'number' }, id: { searchable: false } },
    });
  });
  afterAll(() => indexes.close());

  it('is words in primary fields, then nearness; where few have the words, typos follow', async () => {
    const all = await idsOf(indexes, target, 'wireless keyboard', { perPage: 100 });
    const inTitle = ['both-title', 'apart-title'];
    expect(all).toEqual([...inTitle, ...filler.map(({ id }) => id), 'description']);
    const filter = parseFilter('color = "blue"', target.filterFields);
    await expect(idsOf(indexes, target, 'wireless keyboard', { filter })).resolves.toEqual([...inTitle, 'description', 'typo-title']);
  }); // prettier-ignore

  it('has shorter titles first among equals', async () => {
    const titles = ['Red wool hat with a brim', 'Red hat', 'Red wool hat', 'Red hat'];
    const made = titles.map((title, place) => ({ id: `r${place}`, title }));
    const hats = await indexes.build(made, { fields: { id: { searchable: false } } });
    await expect(idsOf(indexes, hats, 'hat')).resolves.toEqual(['r1', 'r3', 'r2', 'r0']);
  }); // prettier-ignore

  it('tells nothing of the length of a title that the caller may not see', async () => {
    const titles = ['Red wool hat with a brim', 'Red wool hat', 'Red hat'];
    const made = titles.map((title, place) => ({ id: `r${place}`, title, kind: 'headgear' }));
    const hats = await indexes.build(made, { fields: { id: { searchable: false } } });
    const shown = createShownFields([{ hidden: ['title'], visible: null }]);
    const bounded = { ...hats, shown, table: shownTable(hats.table, shown) };
    await expect(idsOf(indexes, hats, 'headgear')).resolves.toEqual(['r2', 'r1', 'r0']);
    await expect(idsOf(indexes, bounded, 'headgear')).resolves.toEqual(['r0', 'r1', 'r2']);
    await expect(idsOf(indexes, bounded, '')).resolves.toEqual(['r0', 'r1', 'r2']);
  });

  test.each([
    'HP-4000',
    'hp4000',
    'HP 4000',
    'hp 4000',
    'H.P.4000',
    'wireless keyboard hp-4000',
    'HP4000 wireless keyboard',
    'keyboard hp 4000',
  ])('begins with the record of an identifier, in any spelling: %s', async (query) => {
    expect((await idsOf(indexes, target, query))[0]).toBe('both-title');
  });

  it('takes the longest identifier that a query holds', async () => {
    const { hits, total } = await ask(indexes, target, 'hp 4000 xl');
    expect([hits[0]!.id, total]).toEqual(['long-code', 1]);
    expect((await idsOf(indexes, target, 'sticker hp-4000-xl'))[0]).toBe('long-code');
  });

  it('takes a short number for an identifier only where it is the whole query', async () => {
    expect((await idsOf(indexes, target, '15'))[0]).toBe('one-word');
    expect((await idsOf(indexes, target, 'wireless mouse 15'))[0]).not.toBe('one-word');
  });

  it('puts whole words before beginnings of words', async () => {
    const found = await ask(indexes, target, 'wireles');
    expect(found.hits[0]!.id).toBe('typo-title');
  });

  it('follows the wanted field, then the ranking, and puts records without a value last', async () => {
    const sort = [{ field: 'price', order: 'desc' as const }];
    const { hits } = await ask(indexes, target, 'keyboard', { sort, perPage: 100 });
    const prices = hits.map(({ text }) => (JSON.parse(text) as { price?: number }).price);
    const known = prices.filter((price) => price !== undefined);
    expect(known).toEqual([...known].sort((a, b) => b - a));
    expect(prices.at(-1)).toBeUndefined();
  });

  it('refuses to follow a field that cannot be sorted by', async () => {
    const sort = [{ field: 'color', order: 'asc' as const }];
    await expect(ask(indexes, target, '', { sort })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('lifts what is preferred among equals, by strength, and excludes nothing', async () => {
    const preferences = [
      { filter: parseFilter('price = 7', target.filterFields), strength: 'high' as const },
      { filter: parseFilter('price 5..7', target.filterFields), strength: 'low' as const },
    ];
    const plain = await ask(indexes, target, 'wireless mouse');
    const { hits, total } = await ask(indexes, target, 'wireless mouse', { preferences });
    expect(hits.slice(0, 3).map(({ id }) => id)).toEqual(['z-07', 'z-05', 'z-06']);
    expect(total).toBe(plain.total);
  });

  it('ends on the id, and is the same on all pages', async () => {
    const whole = await idsOf(indexes, target, 'wireless mouse', { perPage: 30 });
    const pages = [];
    for (let page = 0; page < 5; page++)
      pages.push(...(await idsOf(indexes, target, 'wireless mouse', { page, perPage: 6 })));
    expect(pages).toEqual(whole);
    expect(whole.slice(0, 25)).toEqual(filler.map(({ id }) => id));
  });

  it('refuses pages beyond 1,000 hits', async () => {
    await expect(ask(indexes, target, '', { page: 10, perPage: 100 })).rejects.toMatchObject({
      code: 'PAGE_TOO_DEEP',
      details: { details: [{ path: 'page', max_hits: 1_000, use: 'browse' }] },
    });
    await expect(ask(indexes, target, '', { page: 9, perPage: 100 })).resolves.toMatchObject({ hits: [] });
  });

  it('gives scores from 0 to 1 that fall', async () => {
    const { hits } = await ask(indexes, target, 'wireless keyboard');
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(Math.min(...scores)).toBeGreaterThan(0);
  });
});
