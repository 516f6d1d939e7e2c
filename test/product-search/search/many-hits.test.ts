import { parseFilter, type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask } from './asked';

/** Texts with both words, those that rank last first. */
const kinds = [
  { title: 'Set', description: 'a lamp, wide and high and red' },
  { title: 'Set', description: 'a red lamp' },
  { title: 'Lamp, wide and high and tall and red', description: '' },
  { title: 'Red and wide lamp', description: '' },
  { title: 'Red lamp', description: '' },
];
const perKind = 480;
const idOf = (place: number) => `r${String(place).padStart(4, '0')}`;

/** Many pages of records, of which the best ones are written last. */
const records = Array.from({ length: kinds.length * perKind }, (_, place) => ({
  id: idOf(place),
  ...kinds[Math.floor(place / perKind)]!,
  price: place % 7,
}));
const other = { id: 'other', title: 'Chair', description: '', price: 0 };

/** Places of records from the best kind to the last. */
const ranked = [...kinds.keys()]
  .reverse()
  .flatMap((kind) => Array.from({ length: perKind }, (_, n) => kind * perKind + n));

describe('a search that finds thousands of records', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    target = await indexes.build([...records, other], { fields: { price: { type: 'number' } } });
  });
  afterAll(() => indexes.close());

  it('counts all of them, and has the best ones on every page in their order', async () => {
    for (const page of [0, 4, 5, 9]) {
      const { hits, total, records: found } = await ask(indexes, target, 'red lamp', { page, perPage: 100 });
      expect([total, found]).toEqual([records.length, records.length]);
      const expected = ranked.slice(page * 100, page * 100 + 100).map(idOf);
      expect(hits.map(({ id }) => id)).toEqual(expected);
    }
  });

  it('has the scores of a search that finds few of the same records', async () => {
    const filter = parseFilter('price = 3', target.filterFields);
    const few = await ask(indexes, target, 'red lamp', { filter, perPage: 100 });
    const many = await ask(indexes, target, 'red lamp', { perPage: 500 });
    const scores = new Map(many.hits.map(({ id, score }) => [id, score]));
    const common = few.hits.filter(({ id }) => scores.has(id));
    expect(common.length).toBeGreaterThan(50);
    for (const { id, score } of common) expect(scores.get(id)).toBe(score);
    expect(common[0]!.score).toBeGreaterThan(0.9);
  });

  it('orders by a field first, equals by their rank, and tells their scores', async () => {
    const sort = [{ field: 'price', order: 'desc' as const }];
    const { hits, total } = await ask(indexes, target, 'red lamp', { sort, perPage: 400 });
    const expected = [6, 5].flatMap((price) => ranked.filter((place) => place % 7 === price));
    expect(hits.map(({ id }) => id)).toEqual(expected.slice(0, 400).map(idOf));
    expect(total).toBe(records.length);
    expect(hits[0]!.score).toBeGreaterThan(hits[300]!.score);
  });
});
