import { WORD } from './lexicon';
import type { Surroundings } from './surroundings';
import type { Tokens } from './tokens';

// A local constant: reading a global for each feature would dominate the time.
const { imul } = Math;

/** Number of features of each token. */
export const featureCount = 28;

/** Binary logarithm of the number of rows of weights. */
export const rowBits = 18;

const shift = 32 - rowBits;
const spread = 0x9e3779b1;
const outside = 3;

const row = (salt: number, one: number, other: number): number => {
  const mixed = imul((one ^ imul(salt, 0x27d4eb2f)) | 0, spread) ^ other;
  return imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> shift;
};

/**
 * Writes the rows of weights for a token's features: the token, its form and what the lexicon knows, alone
 * and with two neighbours on each side, its line and the last cue word.
 *
 * @param out receives `featureCount` rows from `offset`
 */
export function writeFeatures(
  tokens: Tokens,
  around: Surroundings,
  index: number,
  out: Int32Array,
  offset: number,
): void {
  const { word, shape, bits, count } = tokens;
  const w = word[index]!;
  const wp = index > 0 ? word[index - 1]! : outside;
  const wpp = index > 1 ? word[index - 2]! : outside;
  const wn = index + 1 < count ? word[index + 1]! : outside;
  const wnn = index + 2 < count ? word[index + 2]! : outside;
  const s = shape[index]!;
  const sp = index > 0 ? shape[index - 1]! : 4;
  const spp = index > 1 ? shape[index - 2]! : 4;
  const sn = index + 1 < count ? shape[index + 1]! : 4;
  const snn = index + 2 < count ? shape[index + 2]! : 4;
  const g = bits[index]! & WORD.gazetteerMask;
  const gp = index > 0 ? bits[index - 1]! & WORD.gazetteerMask : 0;
  const gn = index + 1 < count ? bits[index + 1]! & WORD.gazetteerMask : 0;
  const gpp = index > 1 ? bits[index - 2]! & WORD.gazetteerMask : 0;
  const line = around.line[index]!;
  const form = s | ((line & 3) << 6);
  const known = g | (form << 9);
  const cue = around.cue[index]!;
  let at = offset;
  out[at++] = row(1, w, form);
  out[at++] = row(2, w, wp);
  out[at++] = row(3, w, wn);
  out[at++] = row(4, wp, form);
  out[at++] = row(5, wn, form);
  out[at++] = row(6, wpp, form);
  out[at++] = row(7, wnn, form);
  out[at++] = row(8, wp, wpp);
  out[at++] = row(9, wn, wnn);
  out[at++] = row(10, form, sp | (sn << 8));
  out[at++] = row(11, form, sp | (spp << 8));
  out[at++] = row(12, form, sn | (snn << 8));
  out[at++] = row(13, tokens.suffix3[index]!, form);
  out[at++] = row(14, tokens.suffix2[index]!, g);
  out[at++] = row(15, tokens.prefix[index]!, form);
  out[at++] = row(16, known, 0);
  out[at++] = row(17, known, gp);
  out[at++] = row(18, known, gn);
  out[at++] = row(19, known, wp);
  out[at++] = row(20, known, wn);
  out[at++] = row(21, form, cue);
  out[at++] = row(22, known, cue);
  out[at++] = row(23, known, line);
  out[at++] = row(24, wp, wn);
  out[at++] = row(25, g, gp | (gn << 9));
  out[at++] = row(26, form, line | (sp << 8) | (sn << 16));
  out[at++] = row(27, g, gp | (gpp << 9));
  out[at] = row(28, wp, known ^ imul(wpp, spread));
}
