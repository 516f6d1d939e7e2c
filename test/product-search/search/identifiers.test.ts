import { type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask, askForWords, idsOf } from './asked';

const rows = [
  { id: '15000', title: 'Oak table', code: 'PHONE' },
  { id: '15001', title: 'Phone 15000', code: 'TABLE' },
  { id: '15002', title: 'Phone 15000 case', code: 'SM-G973F' },
  { id: '4006381333931', title: 'Pen', code: 'SM-A500' },
  { id: '15004', title: 'Galaxy case', code: 'GC-10001' },
  { id: '15005', title: 'Galaxy phone SM G973F', code: 'GP-10002' },
  { id: '15009', title: 'Oak 15000', code: 'OO-10003' },
];

describe('identifiers', () => {
  let indexes: BuiltIndexes;
  /** The field `id` is not declared, and is. */
  let targets: Record<'plain' | 'declared', SearchTarget>;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    targets = {
      plain: await indexes.build(rows, { identifiers: ['code'] }),
      declared: await indexes.build(rows, { identifiers: ['id', 'code'] }),
    };
  });
  afterAll(() => indexes.close());

  it('that are numbers of rows count as the whole query only', async () => {
    const among = await askForWords(indexes, targets.plain, 'oak 15000');
    expect(among.hits.map(({ id, matched }) => [id, matched.identifier])).toEqual([
      ['15009', false],
      ['15000', false],
    ]);
    const whole = await askForWords(indexes, targets.plain, '15000');
    expect(whole.hits.map(({ id, matched }) => [id, matched.identifier])[0]).toEqual(['15000', true]);
    expect(whole.hits).toHaveLength(4);
  });

  it('count among other words where settings declare the field, or where they are numbers of articles', async () => {
    const declared = await askForWords(indexes, targets.declared, 'oak 15000');
    expect(declared.hits[0]).toMatchObject({ id: '15000', matched: { identifier: true } });
    const article = await askForWords(indexes, targets.plain, 'pen 4006381333931');
    expect(article.hits[0]).toMatchObject({ id: '4006381333931', matched: { identifier: true } });
  });

  it('of letters alone count as the whole query only', async () => {
    expect((await idsOf(indexes, targets.plain, 'phone'))[0]).toBe('15000');
    expect((await idsOf(indexes, targets.plain, 'phone case'))[0]).toBe('15002');
  });

  it('rank first only where no other word is missing', async () => {
    const { hits, total } = await ask(indexes, targets.plain, 'phone case sm-g973f');
    expect([hits[0]!.id, total]).toEqual(['15002', 1]);
    // Both lack a word, and the code weighs as its words.
    expect(await idsOf(indexes, targets.plain, 'galaxy sm-g973f qqqq')).toEqual(['15005']);
  });

  it('rank first where no record has any of the other words', async () => {
    const { hits, wordsMin } = await ask(indexes, targets.plain, 'qqqq wwww sm-g973f');
    expect([hits.map(({ id }) => id), wordsMin]).toEqual([['15002', '15005'], 2]);
  });

  it('are found with dots, rings and strokes as two letters too, those first that have all letters', async () => {
    const target = await indexes.build(
      [
        { id: 'rod', title: 'Rod for fishing', code: 'MOBEL-77' },
        { id: 'roed', title: 'Rød for fisk', code: 'MOEBEL-77' },
      ],
      { identifiers: ['id', 'code'] },
    );
    for (const query of ['rød', 'möbel-77']) {
      const { hits } = await askForWords(indexes, target, query);
      expect(hits.map(({ id, matched }) => [id, matched.identifier])).toEqual([
        ['roed', true],
        ['rod', true],
      ]);
    }
    expect(await idsOf(indexes, target, 'mobel-77', { typos: false })).toEqual(['rod']);
  });
});
