import { type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask, askForWords, idsOf } from './asked';

const records = [
  { id: 'a-laptop', title: 'Light laptop', notes: 'students like it' },
  { id: 'b-laptop', title: 'Light laptop', notes: 'made for students' },
  { id: 'c-laptop', title: 'Light laptop of students' },
  { id: 'd-typo', title: 'Light laptob for students' },
  { id: 'e-desk', title: 'Desk for a laptop', notes: 'standing' },
  { id: 'who', title: 'The Who: Live at Leeds' },
  { id: 'guess', title: 'Guess Who board game' },
  { id: 'fur', title: 'Fur coat', price: 40 },
  { id: 'coat', title: 'Rain coat', price: 80 },
  { id: 'formal', title: 'Formal shoes', color: 'black' },
  { id: 'shoes', title: 'Shoes for running', color: 'blue' },
];

describe('stop words', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    target = await indexes.build(records, { fields: { price: { type: 'number' } } });
  });
  afterAll(() => indexes.close());

  it('need not be found beside other words, and are not missing then', async () => {
    const { hits, total, wordsMin } = await ask(indexes, target, 'which is the laptop for the students');
    expect([total, wordsMin]).toEqual([4, null]);
    expect(hits.map(({ isPartial }) => isPartial)).not.toContain(true);
  });

  it('lift records that have them, below typos and tiers', async () => {
    await expect(idsOf(indexes, target, 'laptop for students')).resolves.toEqual([
      'c-laptop', 'b-laptop', 'a-laptop', 'd-typo',
    ]);
  }); // prettier-ignore

  it('are all demanded where the query has no other words', async () => {
    await expect(idsOf(indexes, target, 'the who')).resolves.toEqual(['who']);
    await expect(idsOf(indexes, target, 'who')).resolves.toEqual(['who', 'guess']);
  });

  it('are demanded in quotes', async () => {
    await expect(idsOf(indexes, target, '"desk for a" laptop')).resolves.toEqual(['e-desk']);
    await expect(idsOf(indexes, target, '"desk for the" laptop')).resolves.toEqual([]);
  });

  it('are no beginnings of words, and have no typos', async () => {
    await expect(idsOf(indexes, target, 'shoes for')).resolves.toEqual(['shoes', 'formal']);
    const { corrections, completions } = await askForWords(indexes, target, 'formal shoes with');
    expect([corrections, completions]).toEqual([[], []]);
  });

  it('are told by their accents', async () => {
    await expect(ask(indexes, target, 'fur coat')).resolves.toMatchObject({ total: 1 });
    await expect(ask(indexes, target, 'für coat')).resolves.toMatchObject({ total: 2 });
  });

  it('leave a query of amounts to the amounts', async () => {
    const { hits, wordsMin } = await ask(indexes, target, 'what is under 50');
    expect([hits.map(({ id }) => id), wordsMin]).toEqual([['fur'], null]);
  });

  it('give way to other words where a query has more than ten', async () => {
    const query =
      'what is the best of all the light and small and cheap and good and new laptop for students';
    const { text } = await ask(indexes, target, query);
    const tokens = text.words.map(({ token }) => token);
    expect(tokens).toHaveLength(10);
    expect(tokens).toEqual(expect.arrayContaining(['best', 'light', 'small', 'cheap', 'good', 'new', 'laptop', 'student'])); // prettier-ignore
  });

  it('are counted apart in what is said about hits', async () => {
    const { hits } = await askForWords(indexes, target, 'the laptop of students', { isExplained: true });
    expect(hits[0]).toMatchObject({
      id: 'c-laptop',
      matched: { fields: ['id', 'title'], typos: 0 },
      explanation: {
        summary:
          '2 of 2 words, 1 of 2 stop words, all in primary fields, near to each other in a primary field.',
        words: { found: 2, of: 2 },
        stopWords: { found: 1, of: 2 },
        tier: 'primary',
      },
    });
  });
});
