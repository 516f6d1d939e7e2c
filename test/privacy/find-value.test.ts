import { findValue, cutOverlaps } from '../../src/privacy/find-value';

const shown = (text: string, value: string) =>
  findValue(text, value).map(({ start, end }) => text.slice(start, end));

test.each([
  ['every place', 'Ann met Bob; Ann left.', 'Ann', ['Ann', 'Ann']],
  ['no places within words, where there are others', 'Ann annuls the Annual fee', 'Ann', ['Ann']],
  ['places within words, where there are no others', 'xAnnx', 'Ann', ['Ann']],
  ['another case, where its own is not there', 'ANN LEE', 'Ann Lee', ['ANN LEE']],
  ['its own case alone, where it is there', 'May may come', 'May', ['May']],
  ['other blanks', 'Ann\n  Lee and Ann\u00a0Lee', 'Ann Lee', ['Ann\n  Lee', 'Ann\u00a0Lee']],
  ['signs of regular expressions', 'key (a+b)*[c] end', '(a+b)*[c]', ['(a+b)*[c]']],
  ['names between letters of a script without blanks', '我叫王小明今年', '王小明', ['王小明']],
  ['nothing for what is not there', 'Ann', 'Bob', []],
  ['nothing for blanks', 'Ann Lee', ' \n', []],
])('finds %s', (_, text, value, expected) => {
  expect(shown(text, value)).toEqual(expected);
});

test('takes half a pair of surrogates for what it is', () => {
  expect(findValue('a \ud83d b', '\ud83d')).toHaveLength(1);
});

test('is done with a million letters and a value of many words in no time to speak of', () => {
  expect(findValue('a '.repeat(500_000), 'a '.repeat(100) + 'b')).toEqual([]);
});

test('what two places share is the first one’s, and the rest of the second stays masked', () => {
  const text = 'Ann Smith Lane 5, Ann';
  const spans = [
    { start: 4, end: 16, tag: 'ADDRESS' },
    { start: 0, end: 9, tag: 'PERSON' },
    { start: 0, end: 3, tag: 'USERNAME' },
    { start: 18, end: 21, tag: 'PERSON' },
  ];
  expect(cutOverlaps(text, spans).map(({ start, end, tag }) => [text.slice(start, end), tag])).toEqual([
    ['Ann Smith', 'PERSON'],
    ['Lane 5', 'ADDRESS'],
    ['Ann', 'PERSON'],
  ]);
});
