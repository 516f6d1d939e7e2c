import { readQueryText } from '../../../src/product-search';
import { isListed, resolveWord } from '../../../src/product-search/word-list/resolve-word';
import { tokenFields } from '../../../src/domain/products/token-fields';
import { wordListOf } from '../../../src/product-search/word-list/word-list-codec';

const { tolerant, exact } = tokenFields;
const tokens = new Map([
  ...['hoodie', 'hoody', 'key', 'board', 'keyboard', 'damenschuhe', 'schuhe', 'schuhregal', 'wifi', 'furniture', 'rod', 'roed', 'all', 'in', 'one'].map((token) => [token, tolerant] as const),
  ['orchard', exact],
  ['acme', tolerant | exact],
] as const); // prettier-ignore
/** A list of a build, and one of words since. */
const lists = [wordListOf(tokens), wordListOf(new Map([['hodi', tolerant], ['acme', exact]]))]; // prettier-ignore

/** The forms of the last word of a query, as lists. */
function formsOf(query: string) {
  const word = readQueryText(query, { typos: true }).words.at(-1)!;
  const { whole, bare, longer, splits, beginnings, oneTypo, twoTypos, hasAlike } = resolveWord(lists, word);
  const named = ({ tolerant: t3, exact: t0 }: typeof whole) => [[...t3].sort(), [...t0].sort()];
  return { whole: named(whole), bare: named(bare), longer: named(longer), splits, beginnings, oneTypo: oneTypo.sort(), twoTypos, hasAlike }; // prettier-ignore
}

describe('a word of a query', () => {
  test.each([
    ['as it is, in the fields that have it', 'orchard ', { whole: [[], ['orchard']], hasAlike: false }],
    ['in both kinds of fields', 'acme ', { whole: [['acme'], ['acme']] }],
    ['as it is written where no record has it', 'zzz ', { whole: [['zzz'], ['zzz']], hasAlike: false }],
    ['as a beginning at the end of the query', 'key', { longer: [['keyboard'], []] }],
    ['with a typo, in any of the lists', 'hodie ', { oneTypo: ['hodi', 'hoodie', 'hoody'], hasAlike: true }],
    ['with two typos', 'fruniturr ', { twoTypos: ['furniture'] }],
    ['with a wrong first letter', 'gurniture ', { twoTypos: ['furniture'] }],
    ['without typos in fields that these do not reach', 'orchrad ', { oneTypo: [], hasAlike: false }],
    ['joined with its neighbour', 'wi fi ', { whole: [['fi', 'wifi'], ['fi']], hasAlike: true }],
    ['with its letters before those that it lacks', 'rød ', { whole: [['roed'], []], bare: [['rod'], []] }],
    ['without letters that it lacks', 'rod ', { whole: [['rod'], []], bare: [[], []] }],
    ['split into words that records have', 'keyboard ', { splits: [['key', 'board']] }],
    ['split into three words', 'allinone ', { splits: [['all', 'in', 'one']], hasAlike: true }],
    ['whole where records lack one of three words', 'allinonly ', { splits: [] }],
    ['as the end of a longer word', 'schuhe ', { longer: [['damenschuhe'], []], hasAlike: true }],
    ['as the beginning of a longer word', 'damen ', { longer: [['damenschuhe'], []] }],
    [
      'as a typo where that explains a longer word',
      'hoodi ',
      { longer: [[], []], oneTypo: ['hodi', 'hoodie', 'hoody'] },
    ],
    ['in a longer word from five letters on', 'key ', { longer: [[], []] }],
  ])('is resolved %s: %s', (_, query, expected) => {
    expect(formsOf(query)).toMatchObject(expected);
  });

  it('is looked for by its beginning where too many words begin with it', () => {
    const many = [wordListOf(new Map(Array.from({ length: 300 }, (_, n) => [`ab${n}`, tolerant])))];
    const [word] = readQueryText('ab', { typos: true }).words;
    const { beginnings, longer } = resolveWord(many, word!);
    expect([beginnings, longer.tolerant.size]).toEqual([['ab'], 0]);
  });
});

test('the tokens of a word are told by tier, those of all of its levels and lists', () => {
  const { primary, secondary, low } = tokenFields;
  const tiered = [
    wordListOf(new Map([['hoodie', tolerant | low], ['hoodies', tolerant | primary], ['hoody', exact | secondary]])),
    wordListOf(new Map([['hoodie', tolerant | secondary], ['hoodia', tolerant | low]])),
  ]; // prettier-ignore
  const tiersOf = (query: string) => {
    const { t1, t2 } = resolveWord(tiered, readQueryText(query, { typos: true }).words[0]!).tiers;
    return [[...t1].sort(), [...t2].sort()];
  };
  expect(tiersOf('hoodie')).toEqual([['hoodies'], ['hoodie', 'hoodies', 'hoody']]);
  expect(tiersOf('hoodia')).toEqual([[], ['hoodie']]);
  // No list has the word: a record that has it may have just been written.
  expect(tiersOf('zzz')).toEqual([['zzz'], ['zzz']]);
});

test('a token is listed once all of its fields are, in any of the lists', () => {
  expect(isListed(lists, 'hodi', tolerant)).toBe(true);
  expect(isListed(lists, 'orchard', tolerant)).toBe(false);
  expect(isListed(lists, 'acme', tolerant | exact)).toBe(true);
  expect(isListed(lists, 'zzz', exact)).toBe(false);
  const inTitle = [wordListOf(new Map([['acme', tolerant | tokenFields.primary]]))];
  expect(isListed(inTitle, 'acme', tolerant | tokenFields.primary)).toBe(true);
  expect(isListed(inTitle, 'acme', tolerant | tokenFields.low)).toBe(false);
});
