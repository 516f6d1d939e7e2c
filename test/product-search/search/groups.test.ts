import fc from 'fast-check';
import { groupingOf, type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask } from './asked';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed(20_261_123);

interface Variant {
  id: string;
  title: string;
  parent?: string;
  color?: string;
  price: number;
}

const words = ['red', 'blue', 'shirt', 'shoe'];
const value = (values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const variants = fc.array(
  fc.record({
    title: fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
      .map((title) => title.join(' ')),
    parent: value(['p1', 'p2', 'p3', 'p4', 'p5', 'p6']),
    color: value(['black', 'white', 'green']),
    price: fc.integer({ min: 0, max: 5 }),
  }),
  { minLength: 70, maxLength: 90 },
);
const settings = {
  group_by: { field: 'parent' },
  fields: {
    parent: { type: 'keyword' as const },
    color: { type: 'keyword' as const },
    id: { searchable: false },
    price: { type: 'number' as const },
  },
};

describe('groups of hits', () => {
  let indexes: BuiltIndexes;
  beforeAll(() => {
    indexes = startBuiltIndexes();
  });
  afterAll(() => indexes.close());

  /** Groups as a plain walk through the records in their order gives them. */
  async function expectedGroups(
    target: SearchTarget,
    query: string,
    field: 'parent' | 'color',
    size: number,
  ) {
    const { hits } = await ask(indexes, target, query, { perPage: 100 });
    const groups = new Map<string, { value: string | null; members: string[] }>();
    for (const { id, text } of hits) {
      const { [field]: of } = JSON.parse(text) as Variant;
      const key = of === undefined ? `#${id}` : `=${of}`;
      const group = groups.get(key) ?? { value: of ?? null, members: [] };
      groups.set(key, { ...group, members: [...group.members, id] });
    }
    const listed = [...groups.values()].map(({ value: of, members }) => ({
      value: of,
      total: members.length,
      members: members.slice(0, size),
    }));
    return { listed, records: hits.length };
  }

  const random = fc.sample(variants, { seed, numRuns: 4 });
  test.each(random.map((records, place) => [place, records] as const))(
    `are those of a plain evaluator, over all pages without a hole or a double (%i, seed ${seed})`,
    async (_, records) => {
      const made = records.map((record, place) => ({ id: `r${String(place).padStart(2, '0')}`, ...record }));
      const target = await indexes.build(made, settings);
      for (const query of ['', 'red', 'red shirt', 'shooe blue'])
        for (const field of ['parent', 'color'] as const)
          for (const size of [1, 3]) {
            const { listed, records: found } = await expectedGroups(target, query, field, size);
            const grouping = groupingOf(target, { field, size });
            const pages = [];
            for (let page = 0; page <= Math.ceil(listed.length / 7); page++) {
              const { hits, total, records: all, isTotalExact } = await ask(indexes, target, query, { grouping, page, perPage: 7 });
              expect([total, all, isTotalExact]).toEqual([listed.length, found, true]);
              pages.push(...hits.map(({ id, group }) => ({ value: group!.value, total: group!.total, members: [id, ...group!.others.map((other) => other.id)] })));
            }
            expect(pages).toEqual(listed);
          }
    },
    120_000,
  ); // prettier-ignore

  it('follow the wanted order of their best records', async () => {
    const made = random[0]!.map((record, place) => ({ id: `r${String(place).padStart(2, '0')}`, ...record }));
    const target = await indexes.build(made, settings);
    for (const field of ['parent', 'color']) {
      const { hits } = await ask(indexes, target, '', {
        grouping: groupingOf(target, { field }),
        sort: [{ field: 'price', order: 'desc' }],
        perPage: 100,
      });
      const prices = hits.map(({ text }) => (JSON.parse(text) as Variant).price);
      expect(prices).toEqual([...prices].sort((a, b) => b - a));
    }
  });

  it('cannot be made by fields of text, numbers or unknown names', async () => {
    const target = await indexes.build([{ id: 'a', title: 'Some words in a sentence. And more', price: 1 }]);
    for (const field of ['title', 'price', 'nothing'])
      expect(() => groupingOf(target, { field })).toThrow(/cannot be grouped/);
  });
});
