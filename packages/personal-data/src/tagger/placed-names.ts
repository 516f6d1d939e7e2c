import { WORD } from './lexicon';
import { LABELS } from './linear-model';
import { particles } from './name-words';
import { SHAPE } from './shapes';
import { signIdentity, type Tokens } from './tokens';

// Local constants: reading those of other modules for each token would take a tenth of the time.
const { foreign, title, titleShort, upperOne, mixedUpper } = SHAPE;
const person = LABELS.indexOf('PERSON');
const dot = signIdentity + 46;
const hyphen = signIdentity + 45;
const apostrophes: ReadonlySet<number> = new Set([signIdentity + 39, signIdentity + 0x2019]);
const nameBits = WORD.firstName | WORD.lastName;
const wordsMax = 4;

/** Labels of tokens, and those that the place of a name has given. */
export interface PlacedLabels {
  labels: Uint8Array;
  /** 1 for tokens that are names by their place alone. */
  placed: Uint8Array;
}

/** Labels tokens as the name of a person by their place. */
export function labelPerson({ labels, placed }: PlacedLabels, from: number, to: number): void {
  labels.fill(person, from, to);
  placed.fill(1, from, to);
}

/** End of the words with capitals from a token on: initials, double names, names with an apostrophe. */
export function nameEnd(tokens: Tokens, from: number): number {
  let end = from;
  let at = from;
  for (let words = 0; words < wordsMax && at < tokens.count; words++) {
    if (!isCapital(tokens, at) || (words > 0 && isOfAddress(tokens, at))) break;
    end = ++at;
    if (tokens.word[at] === dot && isInitial(tokens, at - 1)) {
      at++;
      continue;
    }
    const joint = tokens.word[at] ?? 0;
    const isJoined = (joint === hyphen || apostrophes.has(joint)) && tokens.start[at] === tokens.end[at - 1];
    if (!isJoined || at + 1 >= tokens.count) continue;
    if (isCapital(tokens, at + 1)) at++;
    // The second part of names such as `Soo-ah`.
    else if (joint === hyphen && isShortLower(tokens, at + 1)) return at + 2;
  }
  return end;
}

/** Whether a word is a part of addresses and no name: `Suite`, `Apt`. */
const isOfAddress = ({ bits }: Tokens, index: number): boolean =>
  (bits[index]! & (WORD.street | nameBits)) === WORD.street;

/** Whether a token is a short word in lower case. */
export const isShortLower = ({ shape }: Tokens, index: number): boolean =>
  shape[index] === SHAPE.lowerShort || shape[index] === SHAPE.lowerOne;

/** Whether a token is a word in lower case that joins the parts of a name. */
export const isParticle = (text: string, { start, end }: Tokens, index: number): boolean =>
  particles.has(text.slice(start[index], end[index]));

/** Whether a token is a single capital. */
export const isInitial = ({ shape }: Tokens, index: number): boolean =>
  (shape[index]! & ~foreign) === upperOne;

/** Whether a token begins with a capital, as names do. */
export function isCapital({ shape }: Tokens, index: number): boolean {
  const form = shape[index]! & ~foreign;
  return form === title || form === titleShort || form === upperOne || form === mixedUpper;
}

/** Whether a word is a known name, unknown, or at least of this rank among the words of its language. */
export function mayBeName({ bits }: Tokens, index: number, rankMin: number): boolean {
  const rank = bits[index]! & WORD.rankMask;
  return (bits[index]! & nameBits) !== 0 || rank === 0 || rank >= rankMin;
}
