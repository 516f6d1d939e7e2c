import { createClassifier, createPatterns } from '../src';
import { plainText } from '../src/plain-text';

const { signal } = new AbortController();
const engines = [
  createPatterns(),
  createClassifier({ fields: [], instructions: null }, { embed: () => Promise.resolve([]) }),
];

describe.each(engines)('the engine $id reads unusual signs', (engine) => {
  it.each([
    ['no-break blanks', 'card 4111\u00A01111\u00A01111\u00A01111.', '4111\u00A01111\u00A01111\u00A01111'],
    ['narrow blanks', 'DE89\u202F3704\u202F0044\u202F0532\u202F0130\u202F00', 'whole'],
    ['thin blanks', 'paid by 5555\u20095555\u20095555\u20094444', '5555\u20095555\u20095555\u20094444'],
    ['doubled blanks', 'card 4111  1111  1111  1111', '4111  1111  1111  1111'],
    ['tabs', 'card 4111\t1111\t1111\t1111', '4111\t1111\t1111\t1111'],
    ['dots', 'card 4111.1111.1111.1111', '4111.1111.1111.1111'],
    ['no-break hyphens', 'SSN 219\u201109\u20119999', '219\u201109\u20119999'],
    ['dashes', 'card 4111\u20131111\u20131111\u20131111', '4111\u20131111\u20131111\u20131111'],
    [
      'dashes between blanks',
      'card 4111 \u2013 1111 \u2013 1111 \u2013 1111',
      '4111 \u2013 1111 \u2013 1111 \u2013 1111',
    ],
    ['minus signs', 'tel. +44 20 7946\u22120958', '+44 20 7946\u22120958'],
    [
      'digits of double width',
      'pay \uFF14\uFF11\uFF11\uFF11 1111 1111 1111',
      '\uFF14\uFF11\uFF11\uFF11 1111 1111 1111',
    ],
    [
      'Arabic digits',
      'tel +\u0664\u0664 \u0662\u0660 \u0667\u0669\u0664\u0666 \u0660\u0669\u0665\u0668',
      'from 4',
    ],
    ['soft hyphens', 'mail an\u00ADna@exam\u00ADple.org', 'an\u00ADna@exam\u00ADple.org'],
    ['joiners', 'DE89\u200B37040044\u200B0532013000 x', 'DE89\u200B37040044\u200B0532013000'],
    ['accents set apart', 'mail Zoe\u0308@example.org', 'Zoe\u0308@example.org'],
    ['a line end between groups', 'card 4111 1111\n1111 1111 ok', '4111 1111\n1111 1111'],
    ['a line end within a group', 'card 4111 1111 11\r\n11 1111 ok', '4111 1111 11\r\n11 1111'],
    ['a line end in an account number', 'DE89 3704\n0044 0532 0130 00', 'whole'],
    ['a line end in a security number', 'SSN 219-09-\n9999', '219-09-\n9999'],
  ])('%s', async (_, text, value) => {
    const expected = value === 'whole' ? text : value === 'from 4' ? text.slice(4) : value;
    const [spans] = await engine.find([text], signal);
    expect(spans!.map(({ start, end }) => text.slice(start, end))).toEqual([expected]);
  });
});

describe('plain signs', () => {
  it('leave texts of common signs as they are', () => {
    const { text, toOriginal } = plainText('a-b “c” é 😀');
    expect(text).toBe('a-b “c” é 😀');
    expect(toOriginal([{ start: 1, end: 3, tag: 'X' }])).toEqual([{ start: 1, end: 3, tag: 'X' }]);
  });

  it('map places back over what is left out, with all of an accent', () => {
    const original = '\u00ADAna\u00AD e\u0301 \u200Bx';
    const { text, toOriginal } = plainText(original);
    expect(text).toBe('Ana é x');
    const places = toOriginal([
      { start: 0, end: 3, tag: 'A' },
      { start: 4, end: 5, tag: 'B' },
      { start: 6, end: 7, tag: 'C' },
    ]);
    expect(places.map(({ start, end }) => original.slice(start, end))).toEqual(['Ana', 'e\u0301', 'x']);
  });
});
