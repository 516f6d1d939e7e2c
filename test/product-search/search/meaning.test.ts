import { groupingOf, runSearch, type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { requestOf } from './asked';

const angle = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));
/** Records with equal words, whose titles are closer to the query the higher their number is. */
const records = Array.from({ length: 30 }, (_, place) => ({
  id: `r${String(place).padStart(2, '0')}`,
  title: 'Grey hoodie',
  parent: place % 3 === 0 ? undefined : `p${place % 5}`,
  color: place % 2 === 0 ? 'black' : 'white',
  place,
}));

describe('the meaning of titles', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    const fields = { parent: { type: 'keyword' as const }, color: { type: 'keyword' as const } };
    target = await indexes.build(records, { group_by: { field: 'parent' }, fields }, (record) =>
      angle(90 - (record as { place: number }).place * 3),
    );
  });
  afterAll(() => indexes.close());

  async function idsOf(members: Parameters<typeof requestOf>[1], vector: Float32Array | null = angle(0)) {
    const { physicalIndexes, wordLists } = indexes;
    const meaning = vector === null ? null : { vector, similarityMin: null };
    const queryVectors = { of: () => Promise.resolve(meaning) };
    const request = requestOf('hoodie', { perPage: 100, ...members });
    const found = await runSearch(
      { physicalIndexes, queryVectors, wordLists },
      target,
      request,
      new AbortController().signal,
    );
    return { ids: found.hits.map(({ id }) => id), total: found.total, lacksMeaning: found.lacksMeaning };
  }

  it('sorts hits that are equal otherwise, and adds none', async () => {
    const ids = records.map(({ id }) => id);
    await expect(idsOf({})).resolves.toEqual({ ids: ids.toReversed(), total: 30, lacksMeaning: false });
  });

  it('leaves equals in the order of their ids where the model does not answer, and says so', async () => {
    const ids = records.map(({ id }) => id);
    await expect(idsOf({}, null)).resolves.toEqual({ ids, total: 30, lacksMeaning: true });
  });

  test.each(['parent', 'color'])('sorts groups by %s as well', async (field) => {
    const seen = new Set<string>();
    const best = records.toReversed().filter((record) => {
      const key = field === 'parent' ? (record.parent ?? record.id) : record.color;
      return !seen.has(key) && seen.add(key);
    });
    const { ids, total } = await idsOf({ grouping: groupingOf(target, { field, size: 2 }) });
    expect([ids, total]).toEqual([best.map(({ id }) => id), best.length]);
  });
});
