import { createDice } from '../generate/dice';

/** Kinds of typos that are put into queries. */
export const TYPO_KINDS = ['missing', 'doubled', 'wrong', 'swapped'] as const;
export type TypoKind = (typeof TYPO_KINDS)[number];

const wordCharsMin = 5;

/** A query with one typo behind the first letter of a longer word; as it is where it has no such word. */
export function withTypo(query: string, kind: TypoKind): string {
  const words = query.split(' ');
  const places = words.flatMap((word, place) =>
    word.length >= wordCharsMin && /^[a-z]+$/i.test(word) ? [place] : [],
  );
  if (places.length === 0) return query;
  const dice = createDice(
    Array.from(`${kind} ${query}`).reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7),
  );
  const place = dice.pick(places);
  const word = words[place]!;
  const at = dice.between(1, word.length - 2);
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const changed = {
    missing: before + after,
    doubled: before + letter + letter + after,
    wrong: before + (letter === 'e' ? 'a' : 'e') + after,
    swapped: before + after[0]! + letter + after.slice(1),
  };
  return words.toSpliced(place, 1, changed[kind]).join(' ');
}

/** Ways to write an identifier of letters and digits, alone and in a longer query. */
export function spellings(id: string, query: string): string[] {
  const parted = /^([a-z]+)(\d+)$/i.exec(id)!;
  const [, letters, digits] = parted;
  return [
    id,
    id.toUpperCase(),
    `${letters}-${digits}`,
    `${letters} ${digits}`,
    `${query} ${letters}-${digits}`,
  ];
}
