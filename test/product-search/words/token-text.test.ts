import { tokenText, tokenTexts, wordsOf } from '../../../src/product-search/words/words';

/** Tokens of a text by its words, one by one. */
function tokensByWord(text: string): string {
  return wordsOf(text)
    .flatMap(({ token, lastCharacter }) => [token, lastCharacter ?? []].flat())
    .join(' ');
}

test.each([
  ['words, plurals and numbers', 'Two  bags of 1,299.50 kg, “Men’s” hoodies\tand\nWi-Fi'],
  ['a script without spaces between others', 'Nike 红色运动鞋 size 8 รองเท้า'],
  ['punctuation alone', ' … — !! '],
  ['nothing', ''],
  ['a part that is too long to be kept', `${'x'.repeat(33)} ${'ab-'.repeat(20)} end`],
])('the tokens of a text are those of its words: %s', (_, text) => {
  for (let again = 0; again < 2; again++) expect(tokenText(text)).toBe(tokensByWord(text));
});

test.each([
  ['Weiß', 'WEISS'],
  ['Straßenkarte', 'STRASSENKARTE'],
  ['Fußmatte Groß', 'fussmatte gross'],
  ['Ørsted rød', 'orsted rod'],
  ['Encyclopædia', 'encyclopaedia'],
  ['Cœur', 'coeur'],
  ['Łódź złoty', 'lodz zloty'],
  ['Đồng hồ Đoković', 'dong ho dokovic'],
  ['Þór Guðrún', 'thor gudrun'],
  ['Kırmızı ISPARTA', 'kirmizi ısparta'],
])('%s and %s have the same tokens', (written, plain) => {
  expect(tokenText(written)).toBe(tokenText(plain));
});

test('the place of a word with a letter of two is that of the word as it is written', () => {
  expect(wordsOf('Wandfarbe Weiß matt')[1]).toMatchObject({ token: 'weiss', start: 10, end: 14 });
});

test.each<[string, string[]]>([
  ['Möbel im Büro', ['mobel im buro', 'moebel im buero']],
  ['Gru\u0308ne A\u0308pfel', ['grune apfel', 'gruene aepfel']],
  ['blue queue', ['blue queue']],
  ['Straße naïve', ['strasse naive']],
  ["Huile d'olive", ['huile dolive', 'huile d olive']],
  ['Purificateur de l’eau', ['purificateur de leau', 'purificateur de l eau']],
  ["L'Öl", ['lol', 'l oel']],
  ["O'Neill", ['oneill', 'o neill']],
  ["Levi's 501", ['levi 501', 'levis 501']],
  ["Men's shoes", ['men shoe']],
  ["Müller's", ['muller', 'mueller']],
  ["O'Neill's", ['oneill', 'o neill']],
  ["it's TV's", ['it tv']],
  ["don't we'll", ['dont well']],
  ['C++ C# F# (.NET) c++17 C/C++.', ['c++ c# f# .net c++ 17 c c++', 'c++ c# f# net c++ 17 c c++']],
  ['Notepad++ PA+++', ['notepad++ pa+++', 'notepad pa']],
  ['asp.net node.js 3.5 a+b #1 a#1 vb# c## ++ 50++ ..net', ['asp net node js 3.5 a b 1 a 1 vb c 50 net']],
  ['', []],
  ['++ #', []],
])('%s has the token texts %j', (text, texts) => {
  expect(tokenTexts(text)).toEqual(texts);
});

it('tells the same of a part after many others were seen', () => {
  const parts = Array.from({ length: 45_000 }, (_, n) => `p${n}-Hoodies`);
  const first = parts.slice(0, 3).map((part) => tokenText(part));
  for (const part of parts) tokenText(part);
  expect(parts.slice(0, 3).map((part) => tokenText(part))).toEqual(first);
  expect(first).toEqual(['p0 hoody', 'p1 hoody', 'p2 hoody']);
});
