import { type WantedWord } from '../word-list/resolve-word';
import { type Word } from '../words/words';

/** Letters of the shortest words with one typo and with two. */
const oneTypoCharsMin = 4;
const twoTyposCharsMin = 8;

/**
 * Forms of a word that typos may have changed: the token, and the word as it is written, which is another one
 * where a typo looks like a plural (`wireles`), and second spellings. None of numbers, codes, words with signs
 * and scripts without spaces.
 */
export function typosAllowed({ token, written, alike = [], isUnspaced }: Word): WantedWord['typoForms'] {
  if (isUnspaced === true || /[^\p{L}]/u.test(token)) return [];
  return [token, ...(written === undefined ? [] : [written]), ...alike].flatMap((form) => {
    const { length } = Array.from(form);
    if (length < oneTypoCharsMin) return [];
    return [{ form, typosMax: length < twoTyposCharsMin ? 1 : 2 }];
  });
}
