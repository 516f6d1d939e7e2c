import { clustersOf, foldAccents } from '../words/words';

/** A part of a text, in UTF-16 units. */
interface Place {
  start: number;
  end: number;
}

/**
 * The first place where a text, or a word of it behind a space, begins with another text; case and accents
 * make no difference. Time grows with the length of the text, however many marks its letters have.
 *
 * @param prefix whole characters; the empty one begins every text
 * @returns null where the text has no such place
 */
export function placeOfPrefix(text: string, prefix: string): Place | null {
  const wanted = foldLetters(prefix);
  if (wanted === '') return { start: 0, end: 0 };
  if (!foldLetters(text).includes(wanted)) return null;
  /** Places of characters in the text, by those in the folded one: where each begins, and where it ends. */
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  let folded = '';
  let at = 0;
  for (const character of clustersOf(text)) {
    const form = foldLetters(character);
    if (form !== '') starts.set(folded.length, at);
    folded += form;
    at += character.length;
    if (form !== '') ends.set(folded.length, at);
  }
  for (let found = folded.indexOf(wanted); found !== -1; found = folded.indexOf(wanted, found + 1)) {
    const start = starts.get(found);
    const end = ends.get(found + wanted.length);
    if (start !== undefined && end !== undefined && beginsWord(text, start)) return { start, end };
  }
  return null;
}

function beginsWord(text: string, start: number): boolean {
  return start === 0 || (/\s/u.test(text[start - 1]!) && /\S/u.test(text[start]!));
}

/** A folded text whose letters do not depend on their neighbours, as the sigma at the end of a word does. */
function foldLetters(text: string): string {
  return foldAccents(text).replaceAll('ς', 'σ');
}

/**
 * Expression of Elasticsearch for values of which a text begins one, or a word in it after a space. Letters
 * match in both cases; every other character stands for itself.
 */
export function valuePattern(prefix: string): string {
  const characters = Array.from(prefix, (character) => {
    const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
    if (lower === upper) return literal(character);
    return `(${[...new Set([character, lower, upper])].map(literal).join('|')})`;
  });
  return `(.* )?${characters.join('')}.*`;
}

function literal(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
}
