import { type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask, idsOf } from './asked';

/** Records whose ids say what they are about. */
const records = [
  { id: 'wi-fi', title: 'Wi-Fi router', brand: 'Acme' },
  { id: 'wifi', title: 'Wifi extender', brand: 'Bolt' },
  { id: 't-shirt', title: 'T-Shirt with a pocket', brand: 'Acme' },
  { id: 'tshirt', title: 'Running tshirts', brand: 'Bolt' },
  { id: 'hoodie', title: 'Grey hoodie', brand: 'Acme' },
  { id: 'chair', title: 'Garden furniture, a chair', brand: 'Crux' },
  { id: 'card', title: 'Memory card 16 GB', brand: 'Crux' },
  { id: 'stick', title: 'Memory stick 16GB', brand: 'Crux' },
  { id: 'phone', title: 'iPhone 15 Pro', brand: 'Orchard' },
  { id: 'charger', title: 'Wireless charger', brand: 'Orchard' },
  { id: 'shoes', title: '红色运动鞋', brand: '李宁' },
  { id: 'thai', title: 'รองเท้าวิ่งสีแดง', brand: 'Siam' },
  { id: 'cafe', title: 'Café crème machine', brand: 'Crux' },
  { id: 'compound', title: 'Damenschuhe aus Leder', brand: 'Crux' },
  { id: 'whole-shoes', title: 'Regal, Schuhe', brand: 'Crux' },
  { id: 'camera', title: 'Intra Oral Camera', brand: 'Crux' },
  { id: 'joined-camera', title: 'IntraOralCamera HD', brand: 'Crux' },
  { id: 'half-camera', title: 'Intraoral camera, wired', brand: 'Crux' },
  { id: 'printer', title: 'All-in-one printer', brand: 'Crux' },
  { id: 'scanner', title: 'Allinone scanner', brand: 'Crux' },
  { id: 'care', title: 'Oral care set', brand: 'Crux' },
];

describe('words of a query', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    target = await indexes.build(records, { fields: { brand: { type: 'enum' } } });
  });
  afterAll(() => indexes.close());

  test.each<readonly [string, string, readonly string[]]>([
    ['joined and parted', 'wifi', ['wi-fi', 'wifi']],
    ['joined and parted', 'wi-fi', ['wi-fi', 'wifi']],
    ['joined and parted', 'wi fi', ['wi-fi', 'wifi']],
    ['joined and parted', 'tshirt', ['t-shirt', 'tshirt']],
    ['joined and parted', 't shirt', ['t-shirt', 'tshirt']],
    ['joined and parted', 'T-Shirts', ['t-shirt', 'tshirt']],
    ...[
      'IntraOralCamera',
      'intraoralcamera',
      'intra oral camera',
      'intra-oral camera',
      'intraoral camera',
      'INTRAORAL_CAMERA',
    ].map(
      (query) => ['joined and parted, of three', query, ['camera', 'half-camera', 'joined-camera']] as const,
    ),
    ['joined and parted, of three', 'allinone', ['printer', 'scanner']],
    ['joined and parted, of three', 'all-in-one', ['printer', 'scanner']],
    ['beside a unit or apart from it', '16gb', ['card', 'stick']],
    ['beside a unit or apart from it', '16 GB', ['card', 'stick']],
    ['in the plural', 'hoodies', ['hoodie']],
    ['with one typo from 4 characters on', 'hodie', ['hoodie']],
    ['with a typo that looks like a plural', 'wireles charger', ['charger']],
    ['with swapped letters', 'grye', ['hoodie']],
    ['with two typos from 8 characters on', 'funiturre', ['chair']],
    ['with a wrong first letter from 8 characters on', 'gurniture', ['chair']],
    ['without accents', 'cafe creme', ['cafe']],
    ['by their beginning, at the end of the query', 'furn', ['chair']],
    ['of scripts without spaces by any part', '运动', ['shoes']],
    ['of scripts without spaces by one character', '鞋', ['shoes']],
    ['of scripts without spaces by one character', '红', ['shoes']],
    ['of scripts without spaces that have marks', 'สีแดง', ['thai']],
    ['as the end of a longer word, from five letters on', 'schuhe', ['compound', 'whole-shoes']],
    ['as the beginning of a longer word, from five letters on', 'damen leder', ['compound']],
    ['as a phrase in quotes', '"memory card"', ['card']],
  ])('are found %s: %s', async (_, query, ids) => {
    expect((await idsOf(indexes, target, query)).sort()).toEqual(ids);
  });

  test.each([
    ['three characters', 'gxe'],
    ['a first letter below 8 characters', 'noodie'],
    ['two typos below 8 characters', 'hoxxie'],
    ['a digit in the word', '17gb'],
    ['words in quotes', '"hodie"'],
    ['fields of a closed set of values', 'Orchadr'],
    ['words that end before a space', 'furn '],
  ])('allow no typo in %s', async (_, query) => {
    await expect(idsOf(indexes, target, query)).resolves.toEqual([]);
  });

  it('are taken as they are where typos are off', async () => {
    await expect(idsOf(indexes, target, 'hodie', { typos: false })).resolves.toEqual([]);
    await expect(idsOf(indexes, target, 'hoodie', { typos: false })).resolves.toEqual(['hoodie']);
  });

  it('rank whole before parts of longer ones', async () => {
    await expect(idsOf(indexes, target, 'schuhe')).resolves.toEqual(['whole-shoes', 'compound']);
  });

  it('may be missing where no record has all, six in ten at first, and then say how many are needed', async () => {
    const { hits, wordsMin } = await ask(indexes, target, 'grey hoodie zzzz');
    expect([hits.map(({ id }) => id), wordsMin]).toEqual([['hoodie'], 2]);
  });

  it('find a record as long as one of them is known', async () => {
    const query = 'hoodie qqqq wwww zzzz xxxx';
    await expect(idsOf(indexes, target, query)).resolves.toEqual(['hoodie']);
  });

  it('never let a phrase in quotes be missing', async () => {
    await expect(idsOf(indexes, target, '"garden hoodie" grey')).resolves.toEqual([]);
  });
});
