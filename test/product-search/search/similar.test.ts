import { randomUUID } from 'node:crypto';
import { findSimilar, groupingOf, parseFilter, type SearchTarget } from '../../../src/product-search';
import { createShownFields } from '../../../src/domain/products/shown-fields';
import { shownTable } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';

interface Item {
  id: string;
  title: string;
  note: string;
  price: number;
  line?: string;
  side: 'seen' | 'hidden';
  /** Angle of the meaning of the title; null for a title whose vector was not made. */
  degrees: number;
}

const item = (id: string, title: string, degrees: number, more: Partial<Item> = {}): Item => ({
  id,
  title,
  note: 'plain',
  price: 10,
  side: 'seen',
  degrees,
  ...more,
});
const records = [
  item('sofa', 'Grey wool sofa', 0, { line: 'a' }),
  item('sofa-blue', 'Blue wool sofa', 2, { line: 'a', price: 20 }),
  item('couch', 'Soft couch', 4, { line: 'b' }),
  item('couch-red', 'Red couch', 6, { line: 'b' }),
  item('secret', 'Grey wool sofa secret', 0.5, { side: 'hidden', line: 'c' }),
  item('bed', 'Wool bed', 40),
  item('hose', 'Hose "12" -red', 90, { note: 'green watering zinc' }),
  item('can', 'Watering can', 80, { note: 'green watering zinc', price: 20 }),
];

function directionOf(degrees: number): Float32Array {
  const angle = (degrees * Math.PI) / 180;
  return Float32Array.of(Math.cos(angle), Math.sin(angle));
}

describe('records that are like another one', () => {
  let indexes: BuiltIndexes;
  let all: Record<'meaning' | 'words', SearchTarget>;
  let seen: Record<'meaning' | 'words', SearchTarget>;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    const settings = {
      fields: {
        title: { type: 'text' as const },
        price: { type: 'number' as const },
        line: { type: 'keyword' as const },
        side: { type: 'keyword' as const, searchable: false },
      },
    };
    const vectorOf = (record: object) => directionOf((record as Item).degrees);
    all = {
      meaning: await indexes.build(records, settings, vectorOf),
      words: await indexes.build(records, settings),
    };
    const narrowed = (target: SearchTarget): SearchTarget => {
      const { column } = target.table.fields.find(({ path }) => path[0] === 'side')!;
      return { ...target, visible: [{ term: { [column!]: 'seen' } }] };
    };
    seen = { meaning: narrowed(all.meaning), words: narrowed(all.words) };
  });
  afterAll(() => indexes.close());

  const similar = (
    id: string,
    target: SearchTarget,
    request: Partial<Omit<Parameters<typeof findSimilar>[2], 'id'>> = {},
  ) =>
    findSimilar(
      indexes,
      target,
      { id, limit: 10, filter: null, grouping: null, ...request },
      new AbortController().signal,
    );
  async function idsOf(...asked: Parameters<typeof similar>): Promise<string[]> {
    return (await similar(...asked))!.hits.map(({ id }) => id);
  }

  it('are those whose titles are nearest in meaning, with their cosines, without the record itself', async () => {
    const found = await similar('sofa', all.meaning);
    expect(found!.by).toBe('meaning');
    expect(found!.hits.map(({ id }) => id)).toEqual([
      'secret', 'sofa-blue', 'couch', 'couch-red', 'bed', 'can', 'hose',
    ]); // prettier-ignore
    expect(found!.hits[0]!.similarity).toBeCloseTo(Math.cos(Math.PI / 360), 3);
    expect(JSON.parse(found!.hits[1]!.text)).toMatchObject({ title: 'Blue wool sofa' });
    expect(await idsOf('sofa', all.meaning, { limit: 2 })).toEqual(['secret', 'sofa-blue']);
  });

  it('are near in meaning where the model has a least cosine: none for a record that is like no other', async () => {
    const target: SearchTarget = {
      ...all.meaning,
      vectors: { model: 'all-minilm-l6-v2-int8', dimensions: 2 },
    };
    expect(await idsOf('sofa', target)).toEqual(['secret', 'sofa-blue', 'couch', 'couch-red', 'bed']);
    const filter = parseFilter('line = "a"', target.filterFields);
    expect(await similar('hose', target, { filter })).toMatchObject({ by: 'meaning', hits: [] });
  });

  it('are those with most of the words of its title where the build has no vectors', async () => {
    const found = await similar('sofa', all.words);
    expect([found!.by, found!.hits.map(({ id }) => id)]).toEqual(['words', ['secret', 'sofa-blue', 'bed']]);
    expect(found!.hits.every(({ score, similarity }) => score > 0 && score <= 1 && similarity === null)).toBe(
      true,
    );
  });

  it('pass the filter', async () => {
    for (const target of Object.values(all)) {
      const filter = parseFilter('price = 20', target.filterFields);
      expect((await idsOf('sofa', target, { filter }))[0]).toBe('sofa-blue');
      expect(await idsOf('sofa', target, { filter })).not.toContain('secret');
    }
  });

  it('are told of no hidden record: neither where it is asked for nor among the others', async () => {
    for (const target of Object.values(seen)) {
      expect(await similar('secret', target)).toBeNull();
      expect(await similar(randomUUID(), target)).toBeNull();
      expect((await idsOf('sofa', target))[0]).toBe('sofa-blue');
      expect(await idsOf('sofa', target)).not.toContain('secret');
    }
    expect((await similar('secret', all.meaning))!.hits[0]!.id).toBe('sofa');
  });

  it('are shown once for each group, and not for the group of the record', async () => {
    for (const target of Object.values(seen)) {
      const grouping = groupingOf(target, { field: 'line', size: 2 });
      const { hits } = (await similar('sofa', target, { grouping }))!;
      expect(hits.map(({ id }) => id)).not.toContain('sofa-blue');
      expect(hits.filter(({ group }) => group!.value === 'b').length).toBeLessThan(2);
    }
    const grouping = groupingOf(seen.meaning, { field: 'line', size: 2 });
    const { hits } = (await similar('sofa', seen.meaning, { grouping }))!;
    expect(hits[0]).toMatchObject({
      id: 'couch',
      group: { value: 'b', total: 2, others: [{ id: 'couch-red' }] },
    });
    expect(await idsOf('bed', seen.meaning, { grouping })).toContain('hose');
  });

  it('are found by the other words that the caller sees where the title is hidden', async () => {
    const shown = createShownFields([{ hidden: ['title'], visible: null }]);
    const table = shownTable(all.meaning.table, shown);
    const bounded = { ...all.meaning, table, shown, members: shown, vectors: null };
    const found = await similar('hose', bounded);
    expect([found!.by, found!.hits.map(({ id }) => id)]).toEqual(['words', ['can']]);
    expect(found!.hits[0]!.text).not.toContain('Watering can');
  });

  it('take signs of a title for words and no more', async () => {
    expect(await idsOf('hose', all.words)).toEqual(['couch-red']);
  });

  it('are none for a record without words', async () => {
    const target = await indexes.build(
      [
        { id: 'a', title: '***' },
        { id: 'b', title: 'lamp' },
      ],
      {
        fields: { title: { type: 'text' } },
      },
    );
    expect(await similar('a', target)).toMatchObject({ by: 'words', hits: [] });
  });
});
