import fc from 'fast-check';
import { parseFilter, type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask, askForWords } from './asked';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed(20_261_122);

const style = { preTag: '<em>', postTag: '</em>', fields: null, snippetChars: 0 };

const records = [
  {
    id: 'AX-101',
    title: 'Wi-Fi < Router > & "hub"',
    tags: ['fast', 'router', 'black'],
    color: 'Black',
    box: { label: 'Router box' },
    waterproof: true,
  },
  { id: 'AX-102', title: 'Grey hoodie', tags: ['warm'], color: 'Grey', box: { label: 'Bag' } },
  { id: 'AX-103', title: 'Blue hoodie', tags: ['warm'], color: 'Blue', box: { label: 'Bag' } },
  {
    id: 'AX-104',
    title: 'Lamp',
    tags: [],
    color: 'Grey',
    box: { label: `${'before '.repeat(40)}a bright lantern glows${' after'.repeat(40)}` },
  },
  { id: 'AX-105', title: '红色运动鞋', tags: [], color: 'Red', box: { label: 'Box' } },
];

describe('what is said about hits', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    target = await indexes.build(records, {
      fields: { color: { type: 'enum' }, 'box.label': { type: 'text' }, tags: { type: 'keyword' } },
    });
  });
  afterAll(() => indexes.close());

  async function highlightOf(query: string, members: Partial<typeof style> = {}) {
    const { hits } = await askForWords(indexes, target, query, { highlight: { ...style, ...members } });
    return hits[0]?.highlight;
  }

  test.each([
    ['escaped for HTML', 'router', { title: 'Wi-Fi &lt; <em>Router</em> &gt; &amp; &quot;hub&quot;', tags: ['fast', '<em>router</em>', 'black'], 'box.label': '<em>Router</em> box' }],
    ['with joined neighbours as one', 'wifi', { title: '<em>Wi-Fi</em> &lt; Router &gt; &amp; &quot;hub&quot;' }],
    ['with the word that a typo meant', 'gray hodie', { title: '<em>Grey</em> <em>hoodie</em>' }],
    ['of scripts without spaces', '运动鞋', { title: '红色<em>运动鞋</em>' }],
  ])('highlights are %s: %s', async (_, query, highlight) => {
    await expect(highlightOf(query)).resolves.toEqual(highlight);
  }); // prettier-ignore

  it('highlights only the wanted fields, with the wanted tags as they are', async () => {
    const fields = new Set(['tags']) as unknown as null;
    await expect(
      highlightOf('router', { fields, preTag: '<b class="x">', postTag: '</b>' }),
    ).resolves.toEqual({
      tags: ['fast', '<b class="x">router</b>', 'black'],
    });
  });

  it('cuts long values at ends of words, around what was found', async () => {
    const highlight = await highlightOf('bright lantern', { snippetChars: 60 });
    const snippet = (highlight as Record<string, string>)['box.label']!;
    expect(snippet).toMatch(/^…(before )+a <em>bright<\/em> <em>lantern<\/em> glows( after)+…$/);
    expect(snippet.replace(/<\/?em>|…/g, '').length).toBeLessThanOrEqual(60);
  });

  it('tells the found fields, identifiers and typos of each hit', async () => {
    const { hits } = await askForWords(indexes, target, 'hodie warm');
    expect(hits.map(({ id, matched }) => [id, matched])).toEqual([
      ['AX-102', { fields: ['title', 'tags'], identifier: false, typos: 1 }],
      ['AX-103', { fields: ['title', 'tags'], identifier: false, typos: 1 }],
    ]);
    const found = await askForWords(indexes, target, 'ax103 hoodie');
    expect(found.hits[0]).toMatchObject({ id: 'AX-103', matched: { identifier: true, typos: 0 } });
    const yes = await askForWords(indexes, target, 'waterproof');
    expect(yes.hits[0]).toMatchObject({ id: 'AX-101', matched: { fields: ['waterproof'] } });
  });

  it('corrects a word that no hit has to what most hits have, and completes the beginning of a longer word', async () => {
    await expect(askForWords(indexes, target, 'hodie')).resolves.toMatchObject({
      corrections: [{ from: 'hodie', to: 'hoodie', kind: 'typo' }],
      completions: [],
    });
    await expect(askForWords(indexes, target, 'Lant')).resolves.toMatchObject({
      corrections: [],
      completions: [{ from: 'lant', to: 'lantern', kind: 'completion' }],
    });
    await expect(askForWords(indexes, target, 'hoodie')).resolves.toMatchObject({
      corrections: [],
      completions: [],
    });
  });

  it('explains tier, typos, nearness, preferences and identifiers of a hit', async () => {
    const { hits } = await askForWords(indexes, target, 'grey hodie', {
      isExplained: true,
      preferences: [
        { filter: parseFilter('color = "Blue"', target.filterFields), strength: 'low' },
        { filter: parseFilter('color = "Grey"', target.filterFields), strength: 'high' },
      ],
    });
    expect(hits[0]!.explanation).toEqual({
      summary: '2 of 2 words, all in primary fields, 1 typo, preference 1 (high).',
      identifier: null,
      words: { found: 2, of: 2, primary: 2 },
      stopWords: { found: 0, of: 0 },
      tier: 'primary',
      typos: 1,
      nearness: null,
      constraints: [],
      preferences: [{ position: 1, strength: 'high' }],
      similarity: null,
      matches: [
        { word: 'grey', found: 'Grey', field: 'title', tier: 'primary', kind: 'whole', typos: 0 },
        { word: 'hodie', found: 'hoodie', field: 'title', tier: 'primary', kind: 'typo', typos: 1 },
        { word: 'grey', found: 'Grey', field: 'color', tier: 'low', kind: 'whole', typos: 0 },
      ],
    });
    const exact = await askForWords(indexes, target, 'grey hoodie AX-102', { isExplained: true });
    expect(exact.hits[0]!.explanation).toMatchObject({
      identifier: { field: 'id', value: 'AX-102' },
      words: { found: 4, of: 4, primary: 2 },
      tier: 'low',
      nearness: null,
    });
  });

  it(`agrees with the search engine about which words a record has, and with how many typos (seed ${seed})`, async () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 's'), minLength: 1, maxLength: 9 });
    const cases = fc.sample(fc.tuple(fc.array(letters, { minLength: 1, maxLength: 4 }), fc.array(fc.array(letters, { minLength: 1, maxLength: 4 }), { minLength: 40, maxLength: 40 })), { seed, numRuns: 12 }); // prettier-ignore
    for (const [query, titles] of cases) {
      const made = titles.map((words, place) => ({ id: `r${place}`, title: words.join(' ') }));
      const random = await indexes.build(made, { fields: { id: { searchable: false } } });
      const { hits } = await askForWords(indexes, random, query.join(' '), { perPage: 100, isExplained: true });
      const order = hits.map(({ explanation }) => {
        const { words, tier, typos } = explanation!;
        return [words.found, tier === 'primary' ? 1 : 0, -typos];
      });
      // The engine's order follows from words, tier and typos as the matcher counts them.
      for (const [place, facts] of order.slice(1).entries())
        expect(compare(order[place]!, facts)).toBeGreaterThanOrEqual(0);
      const { wordsMin, total } = await ask(indexes, random, query.join(' '));
      const least = wordsMin ?? new Set(query).size;
      if (total > 0) expect(Math.min(...order.map(([words]) => words!))).toBeGreaterThanOrEqual(Math.min(least, 1));
    }
  }); // prettier-ignore
});

function compare(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((value, i) => value !== b[i]);
  return place === -1 ? 0 : a[place]! - b[place]!;
}
