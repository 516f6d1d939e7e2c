import fc from 'fast-check';
import { foldedText } from '../../../src/domain/platform/folded-text';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

test.each([
  ['a precomposed accent', 'café', 'cafe'],
  ['a decomposed accent', 'cafe\u0301', 'cafe'],
  ['stacked accents', 'Ọ̀yọ́', 'Oyo'],
  ['polytonic Greek', 'ἄνθρωπος ᾧ', 'ανθρωποσ ω'],
  ['a final sigma', 'λόγος', 'λογοσ'],
  ['vocalised Arabic', 'مُحَمَّدٌ', 'محمد'],
  ['a stretched Arabic word', 'كتـــاب', 'كتاب'],
  ['alef with hamza', 'أحمد', 'احمد'],
  ['Arabic presentation forms', 'ﻻ', 'لا'],
  ['pointed Hebrew', 'שָׁלוֹם', 'שלום'],
  ['ё', 'ёлка Ёж', 'елка Еж'],
  ['a Russian stress mark', 'за\u0301мок', 'замок'],
  ['a soft hyphen', 'Donau\u00addampf', 'Donaudampf'],
  ['a zero-width space, joiners and a byte order mark', 'a\u200bb\u200cc\u200dd\ufeffe', 'abcde'],
  ['direction marks', '\u202bשלום\u202c', 'שלום'],
  ['a variation selector', '☎\ufe0f', '☎'],
  ['a ligature', 'ﬁnance', 'finance'],
  ['full width', 'ＡＢＣ１２３', 'ABC123'],
  ['half-width kana', 'ﾃﾚﾋﾞ', 'テレビ'],
  ['a subscript and a unit', 'H₂O 5 m²', 'H2O 5 m2'],
  ['a footnote sign, a trade mark and a fraction', 'payment² Acme™ 2½', 'payment 2 Acme  2 1⁄2'],
])('folds %s', (_, text, folded) => {
  expect(foldedText(text)).toBe(folded);
});

test.each([
  ['the voice marks of kana', 'がガぱ'],
  ['й', 'мой'],
  ['vowel signs of Hindi', 'हिन्दी'],
  ['vowel signs of Thai', 'ภาษาที่'],
  ['Hangul', '서울대학교'],
  ['letters that are not accented', 'Ødegard Łodz ß'],
  ['a picture of several', '✅ 😀'],
])('keeps %s, decomposed or not', (_, text) => {
  expect(foldedText(text)).toBe(text);
  expect(foldedText(text.normalize('NFD'))).toBe(text);
});

test('parts Khmer words at a zero-width space', () => {
  expect(foldedText('ខ្ញុំ\u200bទៅ')).toBe('ខ្ញុំ ទៅ');
});

test(`one spelling for all equivalent texts, and the same when folded again (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const folded = foldedText(text);
      expect(foldedText(text.normalize('NFD'))).toBe(folded);
      expect(foldedText(text.normalize('NFC'))).toBe(folded);
      expect(foldedText(folded)).toBe(folded);
    }),
    { seed, numRuns: 100 },
  );
});
