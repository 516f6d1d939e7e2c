import { WORD } from './lexicon';
import { SHAPE } from './shapes';
import type { Tokens } from './tokens';

const nameBits = WORD.firstName | WORD.lastName;

export const isNumber = ({ shape }: Tokens, index: number): boolean => {
  const form = shape[index]! & ~SHAPE.foreign;
  return form >= SHAPE.digitsOne && form <= SHAPE.lowerDigits;
};

export const isTitleCase = ({ shape }: Tokens, index: number): boolean => {
  const form = (shape[index] ?? 0) & ~SHAPE.foreign;
  return form === SHAPE.title || form === SHAPE.titleShort;
};

export const isPlainLower = ({ shape, bits }: Tokens, index: number): boolean => {
  const form = shape[index]! & ~SHAPE.foreign;
  return form >= SHAPE.lowerOne && form <= SHAPE.lower && (bits[index]! & nameBits) === 0;
};

/** A word in lower case. */
export const wordAt = (text: string, { start, end }: Tokens, index: number): string =>
  text.slice(start[index], end[index]).toLowerCase();

export function hasNumber(tokens: Tokens, { from, to }: { from: number; to: number }): boolean {
  for (let index = from; index < to; index++) {
    const shape = tokens.shape[index]! & ~SHAPE.foreign;
    if (shape >= SHAPE.digitsOne && shape <= SHAPE.lowerDigits) return true;
  }
  return false;
}
