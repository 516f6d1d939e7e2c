import type { LabelledText, Run } from './label-runs';
import { WORD } from './lexicon';
import { SHAPE } from './shapes';
import { aboutGoods } from './surroundings';

const nameBits = WORD.firstName | WORD.lastName;
/** Fewest letters of a name that is looked for elsewhere. */
const shortest = 3;
/** Ranks of words of everyday language, which say nothing of a person: `May`, `Price`. */
const rankOfCommon = 4;
const AT_SIGN = '@';
const localPart = /^[^@]{3,64}(?=@)/;

/**
 * Adds words with a capital that are a part of a name found elsewhere in the text, or of the local part of an
 * address of mail in it: `Heike` beside `Heike Brinkmann` and `heike.brinkmann@…`.
 */
export function withRepeatedNames(labelled: LabelledText, runs: readonly Run[]): readonly Run[] {
  const parts = partsOfNames(labelled, runs);
  if (parts.size === 0) return runs;
  const firsts = new Set(Array.from(parts, (part) => part.charCodeAt(0)));
  const { text, tokens, around } = labelled;
  const { start, end, shape, count } = tokens;
  const added: Run[] = [];
  let next = 0;
  for (let index = 0; index < count; index++) {
    while (next < runs.length && runs[next]!.to <= index) next++;
    if (next < runs.length && runs[next]!.from <= index) continue;
    const form = shape[index]! & ~SHAPE.foreign;
    if (form !== SHAPE.title && form !== SHAPE.mixedUpper && form !== SHAPE.upper) continue;
    if (end[index]! - start[index]! < shortest || (around.line[index]! & aboutGoods) !== 0) continue;
    const word = folded(text.slice(start[index], end[index]));
    if (!firsts.has(word.charCodeAt(0)) || !(parts.has(word) || parts.has(word.replace(/s$/, '')))) continue;
    if (!isOfOthers(labelled, index)) added.push({ from: index, to: index + 1, tag: 'PERSON' });
  }
  return added.length === 0 ? runs : [...runs, ...added].sort((one, other) => one.from - other.from);
}

/** Words of names that are rare enough to be looked for, folded. */
function partsOfNames({ text, tokens, placed }: LabelledText, runs: readonly Run[]): Set<string> {
  const { start, end, shape, bits, count } = tokens;
  const parts = new Set<string>();
  const addWord = (index: number): void => {
    const form = shape[index]! & ~SHAPE.foreign;
    const isWord = form === SHAPE.title || form === SHAPE.mixedUpper || form === SHAPE.upper;
    if (!isWord || end[index]! - start[index]! < shortest || isCommon(bits[index]!)) return;
    parts.add(folded(text.slice(start[index], end[index])));
  };
  for (const { from, to, tag } of runs)
    if (tag === 'PERSON' && (to - from > 1 || placed[from] === 1))
      for (let index = from; index < to; index++) addWord(index);
  for (let index = 0; index < count; index++) {
    if (shape[index] !== SHAPE.found) continue;
    const value = text.slice(start[index], end[index]);
    if (!value.includes(AT_SIGN)) continue;
    for (const part of localPart.exec(value)?.[0].split(/[^\p{L}]+/u) ?? [])
      if (part.length >= shortest) parts.add(folded(part));
  }
  return parts;
}

const isCommon = (bits: number): boolean => {
  const rank = bits & WORD.rankMask;
  return rank > 0 && rank < rankOfCommon;
};

/** Whether a word belongs to an organization or a street, or is one of everyday language. */
function isOfOthers({ tokens: { bits, shape } }: LabelledText, index: number): boolean {
  const isWord = (bits[index]! & WORD.rankMask) !== 0 && (bits[index]! & nameBits) === 0;
  if (isWord || isCommon(bits[index]!)) return true;
  const others = WORD.organization | WORD.street;
  const isOther = (at: number): boolean => shape[at]! > SHAPE.found && (bits[at]! & others) !== 0;
  return isOther(index + 1) || isOther(index - 1);
}

const folded = (word: string): string =>
  word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ł', 'l');
