import { isStopWord } from '../../../src/product-search/words/stop-words';

test.each([
  ['English', 'the a for with which what where how'],
  ['German', 'der die das für mit und welche wie wo'],
  ['French', 'le la les pour avec et où quel comment'],
  ['Spanish', 'el los para con y qué cómo dónde'],
  ['Italian', 'il gli per della con come quale dove'],
  ['Dutch', 'de het een voor met welke hoe waar'],
  ['Portuguese', 'um uma para com qual como onde'],
])('function and question words of %s are stop words', (_, words) => {
  expect(words.split(' ').filter((word) => !isStopWord(word))).toEqual([]);
});

test.each(['The', 'FÜR', 'fu\u0308r', "what's"])('%s is one in any writing', (word) => {
  expect(isStopWord(word)).toBe(true);
});

test.each(
  'fur hat can car van man us se mi or plus aux door haar son ton sous col uno nas ten war under no not without ohne sans'.split(' '),
)('%s is none: it names a thing, or says what records must have', (word) => {
  expect(isStopWord(word)).toBe(false);
}); // prettier-ignore
